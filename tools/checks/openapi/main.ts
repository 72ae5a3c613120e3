/** `npm run openapi`: writes the description of version-gate's public surface, `docs/version-gate.openapi.json`. */
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { OPENAPI_FILE, openApiText } from "./openapi-file.ts";

writeFileSync(OPENAPI_FILE, await openApiText());
console.log(`${relative(process.cwd(), OPENAPI_FILE)} written`);
