import type { ResolverTypes } from "./generate-types.ts";

/** A service's GraphQL interface. */
export interface ServiceSchema extends Omit<ResolverTypes, "mappers"> {
  /** Folder of the generated types and of the released schema, from the repository's root. */
  folder: string;
  /** Glob of the SDL's files, from the folder. */
  sdl: string;
  /**
   * Glob of the files, from the folder, that export the values which resolvers get for object types, under the types'
   * names.
   */
  parents?: string;
  /** Breaking changes that the contract decides, as the check words them. */
  accepted?: readonly string[];
}

export const SCHEMAS: readonly ServiceSchema[] = [
  {
    folder: "apps/approval-engine/src/graphql",
    sdl: "../*/*.graphql",
    parents: "../*/parents.ts",
    // Time has no actor (contract-3, TIME-3); without the inputs of time it is never null.
    accepted: ["Field 'WorkflowEvent.actorId' changed type from 'ID!' to 'ID'"],
    // Each feature names the part of the context that its resolvers use.
    contextType: "unknown",
    scalars: {
      DateTime: "Date",
      JSON: "unknown",
      WorkflowTaskKind: "string",
      ApprovalRuleKind: "string",
      FactValue: "@countersign/contracts#FactValue",
    },
  },
  {
    folder: "apps/version-gate/src/graphql",
    sdl: "schema.graphql",
    contextType: "../../use-cases/change-config.ts#Caller",
    scalars: { DateTime: "Date", ConfigValue: "unknown" },
  },
];
