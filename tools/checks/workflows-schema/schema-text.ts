import { z } from "zod";

import { workflowFile } from "../../ops/workflows/workflow-file.ts";

/** The JSON Schema of files of workflows, from the schema that reads them: draft 7, which editors of YAML know. */
export function schemaText(): string {
  const schema = z.toJSONSchema(workflowFile, { io: "input", target: "draft-7" });
  return `${JSON.stringify({ title: "Workflows of Countersign", ...schema }, null, 2)}\n`;
}
