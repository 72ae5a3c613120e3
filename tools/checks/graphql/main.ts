import { writeDocuments } from "./generate-documents.ts";
import { writePage } from "./generate-page.ts";
import { SCHEMAS } from "./schemas.ts";
import { breaksOf, writeBaseline, writeTypes } from "./service-schema.ts";
import { optionsOrExit } from "../../usage.ts";

const USAGE = `Writes what is made from the GraphQL schemas, and reports changes that break clients.

usage: npm run graphql [-- --release]

  --release  makes the present schemas the released ones too`;

/**
 * `npm run graphql`: writes the resolver types of every schema, the page of the engine's, and the console's documents, and reports changes that break clients.
 * `npm run graphql -- --release`: also makes the present schemas the released ones.
 */
const { values } = await optionsOrExit(USAGE, { options: { release: { type: "boolean", default: false } } });

for (const schema of SCHEMAS) {
  await writeTypes(schema);
  if (values.release) writeBaseline(schema);
  const breaks = await breaksOf(schema);
  console.log(`${schema.folder}: types written, ${breaks.length} breaking changes`);
  for (const sentence of breaks) console.log(`  ${sentence}`);
  if (breaks.length > 0) process.exitCode = 1;
}
writePage();
console.log("docs/graphql.md: written");
await writeDocuments();
console.log("apps/console/src/graphql: documents written");
