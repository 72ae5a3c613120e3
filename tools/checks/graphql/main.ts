import { optionsOrExit } from "../../usage.ts";

const USAGE = `Writes what is made from the GraphQL schemas, and reports changes that break clients.

usage: npm run graphql [-- --release]

  --release  makes the present schemas the released ones too`;

/**
 * `npm run graphql`: makes the resolver types of every schema and the console's documents, writes the page of the engine's
 * schema, and reports changes that break clients.
 * `npm run graphql -- --release`: also makes the present schemas the released ones.
 */
const { values } = await optionsOrExit(USAGE, { options: { release: { type: "boolean", default: false } } });

// Only here: an answer about options should not wait for the generators.
const { makeGeneratedFiles } = await import("../../release/graphql/generated-files.ts");
const { SCHEMAS } = await import("../../release/graphql/schemas.ts");
const { writePage } = await import("./generate-page.ts");
const { breaksOf, writeBaseline } = await import("./service-schema.ts");

await makeGeneratedFiles();
for (const schema of SCHEMAS) {
  if (values.release) writeBaseline(schema);
  const breaks = await breaksOf(schema);
  console.log(`${schema.folder}: ${breaks.length} breaking changes`);
  for (const sentence of breaks) console.log(`  ${sentence}`);
  if (breaks.length > 0) process.exitCode = 1;
}
writePage();
console.log("docs/graphql.md: written");
