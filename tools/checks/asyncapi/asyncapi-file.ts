import { join } from "node:path";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { createAsyncApi } from "./create-asyncapi.ts";

/** Where the document is published. */
export const ASYNCAPI_FILE = join(WORKSPACE_ROOT, "docs/asyncapi.json");

/** Its text, as it stands in the repository. */
export function asyncApiText(): string {
  return `${JSON.stringify(createAsyncApi(), null, 2)}\n`;
}
