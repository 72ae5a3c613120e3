/**
 * `npm run server-json`: writes the journal's entry for registries of MCP servers, `apps/mcp-journal/server.json`.
 * `npm run --silent server-json -- --namespace com.acme --url https://journal.acme.com`: prints that of one deployment.
 */
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { z } from "zod";
import { optionsOrExit } from "../../usage.ts";
import { SERVER_JSON_FILE, serverJsonText } from "./server-json-file.ts";

const USAGE = `Writes the journal's entry for registries of MCP servers, or prints that of one deployment.

usage: npm run --silent server-json [-- --namespace <name> --url <url>]

  --namespace <name>  of the deployment, such as com.acme
  --url <url>         of its journal service, such as https://journal.acme.com`;

const { values } = await optionsOrExit(USAGE, {
  options: { namespace: { type: "string" }, url: { type: "string" } },
});
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
