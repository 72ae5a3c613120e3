import { codegen } from "@graphql-codegen/core";
import * as typescript from "@graphql-codegen/typescript";
import * as typescriptResolvers from "@graphql-codegen/typescript-resolvers";
import { type DocumentNode, Kind, parse, visit } from "graphql";

/** Additions of a service to its SDL that type its resolvers; module paths are relative to the generated file. */
export interface ResolverTypes {
  /** `module#Name` of the resolvers' context. */
  contextType: string;
  /** `module#Name` of the value a resolver gets for an object type, by the type's name. */
  mappers: Readonly<Record<string, string>>;
  /** TypeScript types of the schema's scalars, and of enums that a deployment extends, by their names. */
  scalars: Readonly<Record<string, string>>;
}

const HEADER = "// Generated from the SDL by `npm run graphql`. Do not edit.\n\n";

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
  return HEADER + output;
}

/** The schema with these enums as scalars: the values of an enum would be all that there are. */
export function withScalars(schema: DocumentNode, names: readonly string[]): DocumentNode {
  return visit(schema, {
    EnumTypeDefinition: ({ name }) =>
      names.includes(name.value) ? { kind: Kind.SCALAR_TYPE_DEFINITION, name } : undefined,
  });
}
