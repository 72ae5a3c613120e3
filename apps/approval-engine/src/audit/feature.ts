import { readFileSync } from "node:fs";

import { defineFeature } from "../shared/feature.ts";
import { createAuditReadModel } from "./audit-read-model.ts";
import { auditResolvers } from "./audit-resolvers.ts";

/** The trail of every change (contract, "audited"). */
export const auditFeature = defineFeature({
  name: "audit",
  uses: [],
  readModels: ({ db }) => ({ audit: createAuditReadModel(db) }),
  sdl: readFileSync(new URL("audit.graphql", import.meta.url), "utf8"),
  resolvers: auditResolvers,
});
