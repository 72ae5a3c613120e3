/** `npm run workflows:schema`: writes the JSON Schema of files of workflows, `docs/workflows.schema.json`. */
import { writeFileSync } from "node:fs";
import { relative } from "node:path";

import { SCHEMA_FILE } from "../../ops/workflows/write-file.ts";
import { schemaText } from "./schema-text.ts";

writeFileSync(SCHEMA_FILE, schemaText());
console.log(`${relative(process.cwd(), SCHEMA_FILE)} written`);
