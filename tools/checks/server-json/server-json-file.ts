import { readFileSync } from "node:fs";
import { join } from "node:path";
import { format, type FormatConfig } from "oxfmt";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { createServerJson, type Listing, EXAMPLE } from "./create-server-json.ts";
import { serverJson } from "./server-schema.ts";

/** Path of the entry in the repository. */
export const SERVER_JSON_FILE = join(WORKSPACE_ROOT, "apps/mcp-journal/server.json");

/** The text of an entry, checked, and formatted as every file. @throws ZodError naming what a registry would refuse */
export async function serverJsonText(listing: Listing = { namespace: EXAMPLE }): Promise<string> {
  const entry = serverJson.parse(createServerJson(listing));
  const style = JSON.parse(readFileSync(join(WORKSPACE_ROOT, ".oxfmtrc.json"), "utf8")) as FormatConfig;
  const { code } = await format("server.json", JSON.stringify(entry), style);
  return code;
}
