import { readFileSync } from "node:fs";

import { defineFeature } from "../shared/feature.ts";
import { createAuditReadModel } from "./audit-read-model.ts";
import { auditResolvers, createAuditLoaders } from "./audit-resolvers.ts";

/** The trail of every change (contract, "audited"). */
export const auditFeature = defineFeature({
  name: "audit",
  uses: ["documents", "runs"],
  readModels: ({ db }) => ({ audit: createAuditReadModel(db) }),
  loaders: createAuditLoaders,
  sdl: readFileSync(new URL("audit.graphql", import.meta.url), "utf8"),
  resolvers: auditResolvers,
});
