/**
 * `npm run openapi`: writes the descriptions of the services' REST APIs, `docs/<service>.openapi.json`, and reports changes that
 * break clients.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { breakingChanges } from "./breaking-changes.ts";
import { OPENAPI_SERVICES, openApiFile, openApiText, releasedFile } from "./openapi-file.ts";
import { optionsOrExit } from "../../usage.ts";

const USAGE = `Writes the descriptions of the services' REST APIs, docs/<service>.openapi.json, and reports changes that
break clients.

usage: npm run openapi [-- --release]

  --release  makes the present descriptions the released ones too`;

const { values } = await optionsOrExit(USAGE, { options: { release: { type: "boolean", default: false } } });

for (const service of OPENAPI_SERVICES) {
  const text = await openApiText(service);
  writeFileSync(openApiFile(service), text);
  if (values.release) writeFileSync(releasedFile(service), text);
  const releasedApi = JSON.parse(readFileSync(releasedFile(service), "utf8")) as object;
  const breaks = breakingChanges(releasedApi, JSON.parse(text) as object);
  console.log(`${relative(process.cwd(), openApiFile(service))} written: ${breaks.length} breaking changes`);
  for (const place of breaks) console.log(`  ${place}`);
  if (breaks.length > 0) process.exitCode = 1;
}
