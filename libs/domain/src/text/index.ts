export { labelProblem } from "./label-problem.ts";
export { escapeHidden, shownOnOneLine } from "./escape-hidden.ts";
