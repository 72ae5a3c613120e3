/** `npm run workflows:schema`: writes the JSON Schema of files of workflows, `docs/workflows.schema.json`. */
import { writeFileSync } from "node:fs";
import { relative } from "node:path";

import { SCHEMA_FILE } from "../../ops/workflows/write-file.ts";
import { schemaText } from "./schema-text.ts";
import { optionsOrExit } from "../../usage.ts";

const USAGE = `Writes the JSON Schema of files of workflows, docs/workflows.schema.json.

usage: npm run workflows:schema`;

await optionsOrExit(USAGE, { options: {} });

writeFileSync(SCHEMA_FILE, schemaText());
console.log(`${relative(process.cwd(), SCHEMA_FILE)} written`);
