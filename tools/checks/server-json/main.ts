/**
 * `npm run server-json`: writes the journal's entry for registries of MCP servers, `apps/mcp-journal/server.json`.
 * `npm run --silent server-json -- --namespace com.acme --url https://journal.acme.com`: prints that of one deployment.
 */
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { SERVER_JSON_FILE, serverJsonText } from "./server-json-file.ts";

const { values } = parseArgs({ options: { namespace: { type: "string" }, url: { type: "string" } } });
const { namespace, url } = values;
if (namespace === undefined) {
  writeFileSync(SERVER_JSON_FILE, await serverJsonText());
  console.log(`${relative(process.cwd(), SERVER_JSON_FILE)} written`);
} else {
  try {
    process.stdout.write(await serverJsonText({ namespace, url }));
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    for (const { path, message } of error.issues) console.error(`${path.join(".")}: ${message}`);
    process.exitCode = 1;
  }
}
