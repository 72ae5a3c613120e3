import { readFileSync } from "node:fs";
import { join } from "node:path";
import { format, type FormatConfig } from "oxfmt";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { createAsyncApi } from "./create-asyncapi.ts";

/** Path of the published document. */
export const ASYNCAPI_FILE = join(WORKSPACE_ROOT, "docs/asyncapi.json");

/** The text of the document in the repository, formatted as every file. */
export async function asyncApiText(): Promise<string> {
  const style = JSON.parse(readFileSync(join(WORKSPACE_ROOT, ".oxfmtrc.json"), "utf8")) as FormatConfig;
  const { code } = await format("asyncapi.json", JSON.stringify(createAsyncApi()), style);
  return code;
}
