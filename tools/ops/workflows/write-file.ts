import { existsSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { Document } from "yaml";

import { WORKSPACE_ROOT } from "../../workspace.ts";
import { Fault } from "./fault.ts";
import { schemaLineOf } from "./read-file.ts";
import type { WorkflowFile } from "./workflow-file.ts";

/** The schema of the files, for editors. */
export const SCHEMA_FILE = join(WORKSPACE_ROOT, "docs/workflows.schema.json");

/**
 * Writes a file of workflows; a present one keeps the line that names its schema.
 *
 * @throws Fault when it cannot be written
 */
export function writeWorkflowFile(path: string, content: WorkflowFile): void {
  const body = new Document(content).toString({ lineWidth: 0, indentSeq: true });
  try {
    writeFileSync(path, `${schemaLineOf(path) ?? defaultSchemaLine(path)}\n${body}`);
  } catch (error) {
    throw new Fault(`${path}: cannot be written: ${(error as Error).message}`, { cause: error });
  }
}

/** A file within the repository names the schema in `docs`; another one a copy beside it. */
function defaultSchemaLine(path: string): string {
  const schema = relative(dirname(path), SCHEMA_FILE);
  const isWithin = !relative(WORKSPACE_ROOT, path).startsWith("..") && existsSync(SCHEMA_FILE);
  const address = isWithin ? schema.split(sep).join("/") : "workflows.schema.json";
  return `# yaml-language-server: $schema=${address}`;
}
