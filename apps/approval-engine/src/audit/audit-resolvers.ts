import { readFileSync } from "node:fs";

import type { Resolvers } from "../graphql/generated/resolver-types.ts";

const resolvers: Resolvers = {
  Query: {
    auditLogPage: (_, { input }, { caller, readModels }) => readModels.audit.page(caller, input ?? {}),
  },
  AuditLog: {
    actor: ({ actorId }, _, { loaders }) => (actorId === undefined ? null : loaders.user.load(actorId)),
  },
};

/** The trail of every change (contract, "audited"). */
export const auditSchema = {
  typeDefs: readFileSync(new URL("audit.graphql", import.meta.url), "utf8"),
  resolvers,
};
