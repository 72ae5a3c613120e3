import { join } from "node:path";
import { createOpenApi } from "@countersign/version-gate/openapi";
import { WORKSPACE_ROOT } from "../../workspace.ts";

/** Path of the published document. */
export const OPENAPI_FILE = join(WORKSPACE_ROOT, "docs/version-gate.openapi.json");

/** The text of the document in the repository. */
export async function openApiText(): Promise<string> {
  return `${JSON.stringify(await createOpenApi(), null, 2)}\n`;
}
