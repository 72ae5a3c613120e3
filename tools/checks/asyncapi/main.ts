/** `npm run asyncapi`: writes the description of every message, `docs/asyncapi.json`. */
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { ASYNCAPI_FILE, asyncApiText } from "./asyncapi-file.ts";
import { optionsOrExit } from "../../usage.ts";

const USAGE = `Writes the description of every message, docs/asyncapi.json.

usage: npm run asyncapi`;

await optionsOrExit(USAGE, { options: {} });

writeFileSync(ASYNCAPI_FILE, await asyncApiText());
console.log(`${relative(process.cwd(), ASYNCAPI_FILE)} written`);
