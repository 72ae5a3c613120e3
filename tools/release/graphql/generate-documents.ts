import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { preset } from "@graphql-codegen/client-preset";
import { codegen } from "@graphql-codegen/core";
import { buildASTSchema, type DocumentNode, parse, print, stripIgnoredCharacters } from "graphql";

import { WORKSPACE_ROOT } from "../../workspace.ts";
import { withScalars } from "./generate-types.ts";
import { SCHEMAS } from "./schemas.ts";
import { sdlOf } from "./service-schema.ts";

const CONSOLE = join(WORKSPACE_ROOT, "apps/console/src");

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
export async function consoleDocuments(): Promise<string> {
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
  return text
    .replace("@graphql-typed-document-node/core", "@urql/core")
    .replaceAll(SYNTAX_TREE, (_, tree: string) => JSON.stringify(queryOf(JSON.parse(tree) as DocumentNode)));
}

/** An operation as the preset writes it, in one line. */
const SYNTAX_TREE = /(?<= = )(\{"kind":"Document".*\})(?= as unknown as DocumentNode<)/gu;

/** An operation as it travels: urql takes it as well, and it is a fraction of what every reader loads first. */
const queryOf = (tree: DocumentNode): string => stripIgnoredCharacters(print(tree));
