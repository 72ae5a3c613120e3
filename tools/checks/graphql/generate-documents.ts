import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { preset } from "@graphql-codegen/client-preset";
import { codegen } from "@graphql-codegen/core";
import { buildASTSchema, parse } from "graphql";

import { SCHEMAS } from "./schemas.ts";
import { sdlOf } from "./service-schema.ts";
import { withScalars } from "./generate-types.ts";

const ROOT = join(import.meta.dirname, "../../..");
const CONSOLE = join(ROOT, "apps/console/src");
const GENERATED = join(CONSOLE, "graphql/generated/documents.ts");
const HEADER = "// Generated from the operations and the SDL by `npm run graphql`. Do not edit.\n\n";

/** As they travel: texts, and what JSON has. */
const SCALARS = {
  DateTime: "string",
  JSON: "unknown",
  FactValue: "unknown",
  WorkflowTaskKind: "string",
  ApprovalRuleKind: "string",
};

/**
 * The console's operations with the types of their variables and answers, from the engine's SDL.
 *
 * @throws Error for an operation that the SDL does not allow
 */
async function documentsText(): Promise<string> {
  const engine = SCHEMAS.find(({ folder }) => folder.startsWith("apps/approval-engine/"));
  if (engine === undefined) throw new Error("there is no schema of the engine");
  const schema = withScalars(parse(sdlOf(engine)), ["WorkflowTaskKind", "ApprovalRuleKind"]);
  const files = globSync("**/*.graphql", { cwd: CONSOLE }).toSorted();
  const outputs = await preset.buildGeneratesSection({
    baseOutputDir: "generated/",
    schema,
    schemaAst: buildASTSchema(schema),
    documents: files.map((location) => {
      const rawSDL = readFileSync(join(CONSOLE, location), "utf8");
      return { location, rawSDL, document: parse(rawSDL) };
    }),
    presetConfig: { fragmentMasking: false },
    config: {
      enumsAsTypes: true,
      scalars: SCALARS,
      strictScalars: true,
      skipTypename: true,
      useTypeImports: true,
    },
    plugins: [],
    pluginMap: {},
  });
  const types = outputs.find(({ filename }) => filename.endsWith("graphql.ts"));
  if (types === undefined) throw new Error("the preset writes no graphql.ts");
  const text = await codegen(types);
  return (
    HEADER +
    text
      .replace("@graphql-typed-document-node/core", "@urql/core")
      // The compiler knows as much, and would find a document that is none.
      .replaceAll(" as unknown as DocumentNode<", " as DocumentNode<")
  );
}

/** Writes the console's documents. */
export async function writeDocuments(): Promise<void> {
  mkdirSync(join(GENERATED, ".."), { recursive: true });
  writeFileSync(GENERATED, await documentsText());
}

/** Whether the committed documents are what operations and SDL give now. */
export async function documentsAreCurrent(): Promise<boolean> {
  return (await documentsText()) === readFileSync(GENERATED, "utf8");
}
