import { codegen } from "@graphql-codegen/core";
import * as typescript from "@graphql-codegen/typescript";
import * as typescriptResolvers from "@graphql-codegen/typescript-resolvers";
import { type DocumentNode, Kind, parse, visit } from "graphql";

/** Additions of a service to its SDL that type its resolvers; module paths are relative to the generated file. */
export interface ResolverTypes {
  /** `module#Name` of the resolvers' context, or a type of the language. */
  contextType: string;
  /** `module#Name` of the value a resolver gets for an object type, by the type's name. */
  mappers: Readonly<Record<string, string>>;
  /** TypeScript types of the schema's scalars, and of enums that a deployment extends, by their names. */
  scalars: Readonly<Record<string, string>>;
}

/** TypeScript types of a schema's inputs, enums and resolvers. */
export async function generateTypes(
  sdl: string,
  { contextType, mappers, scalars }: ResolverTypes,
): Promise<string> {
  const config = {
    addInterfaceFieldResolverTypes: true,
    avoidOptionals: { defaultValue: true },
    contextType,
    // They stand in the SDL.
    disableDescriptions: true,
    mappers,
    enumsAsTypes: true,
    inputMaybeValue: "T | null | undefined",
    maybeValue: "T | null | undefined",
    noSchemaStitching: true,
    optionalResolveType: true,
    scalars: { ID: "string", ...scalars },
    skipTypename: true,
    strictScalars: true,
    useTypeImports: true,
  };
  const output = await codegen({
    filename: "resolver-types.ts",
    schema: withScalars(parse(sdl), Object.keys(scalars)),
    documents: [],
    config,
    plugins: [{ typescript: {} }, { "typescript-resolvers": {} }],
    pluginMap: { typescript, "typescript-resolvers": typescriptResolvers },
  });
  return withoutUnused(output, "Resolvers");
}

/** Generated types without those that the named one does not need, such as of objects that a mapper stands for. */
function withoutUnused(output: string, root: string): string {
  const [imports = "", ...types] = output.trimEnd().split(/\n\s*(?=(?:\/\*\*.*\*\/\n)?export )/u);
  const byName = new Map(types.map((text) => [/export \w+ (\w+)/u.exec(text)?.[1] ?? "", text]));
  const usedNames = new Set([root]);
  // A set that grows while it is walked is walked to its end.
  for (const name of usedNames) {
    for (const [word] of byName.get(name)?.matchAll(/(?<!['\w])\w+(?!\??:|['\w])/gu) ?? [])
      if (byName.has(word)) usedNames.add(word);
  }
  const body = [...byName].filter(([name]) => usedNames.has(name)).map(([, text]) => text);
  const isUsed = (specifier: string) => body.some((text) => text.includes(specifier.split(" ").at(-1)!));
  const neededImports = imports.replaceAll(
    /\{ (.+) \}/gu,
    (_, names: string) => `{ ${names.split(", ").filter(isUsed).join(", ")} }`,
  );
  return `${[neededImports, ...body].join("\n\n")}\n`;
}

/** The schema with these enums as scalars: the values of an enum would be all that there are. */
export function withScalars(schema: DocumentNode, names: readonly string[]): DocumentNode {
  return visit(schema, {
    EnumTypeDefinition: ({ name }) =>
      names.includes(name.value) ? { kind: Kind.SCALAR_TYPE_DEFINITION, name } : undefined,
  });
}
