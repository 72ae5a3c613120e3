import type { Resolvers } from "../graphql/generated/resolver-types.ts";

/** The trail of every change (contract, "audited"). */
export const auditResolvers: Resolvers = {
  Query: {
    auditLogPage: (_, { input }, { caller, readModels }) => readModels.audit.page(caller, input ?? {}),
  },
};
