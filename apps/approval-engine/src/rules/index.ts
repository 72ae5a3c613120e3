export { workflowByRule } from "./workflow-by-rule.ts";
