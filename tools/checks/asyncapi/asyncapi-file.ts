import { join } from "node:path";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { createAsyncApi } from "./create-asyncapi.ts";

/** Path of the published document. */
export const ASYNCAPI_FILE = join(WORKSPACE_ROOT, "docs/asyncapi.json");

/** The text of the document in the repository. */
export function asyncApiText(): string {
  return `${JSON.stringify(createAsyncApi(), null, 2)}\n`;
}
