import { BUILT_IN_KINDS, type KindRegistry } from "@countersign/contracts";
import { makeExecutableSchema } from "@graphql-tools/schema";
import { type GraphQLSchema, extendSchema, parse } from "graphql";

import { approvalSettingsSchema } from "../approval-settings/index.ts";
import { auditSchema } from "../audit/index.ts";
import { definitionSchema } from "../definitions/index.ts";
import { documentSchema } from "../documents/index.ts";
import { failedSubmissionSchema } from "../failed-submissions/index.ts";
import { hrSchema } from "../hr/index.ts";
import { inboxSchema } from "../inbox/index.ts";
import { liveSchema } from "../live/index.ts";
import { notificationSchema } from "../notifications/index.ts";
import { peopleSchema } from "../people/index.ts";
import { runRowSchema } from "../run-rows/index.ts";
import { runSchema } from "../runs/index.ts";
import { sharedSchema } from "../shared/shared-schema.ts";
import { substitutionSchema } from "../substitutions/index.ts";
import { thresholdSchema } from "../thresholds/index.ts";
import type { GraphqlContext } from "./context.ts";

const PARTS = [
  sharedSchema,
  definitionSchema,
  documentSchema,
  runSchema,
  runRowSchema,
  inboxSchema,
  failedSubmissionSchema,
  notificationSchema,
  hrSchema,
  thresholdSchema,
  substitutionSchema,
  approvalSettingsSchema,
  auditSchema,
  peopleSchema,
  liveSchema,
];

/**
 * The SDL of all features with its resolvers, and with the kinds that a deployment adds. A resolver for a field that the
 * SDL lacks is an error.
 */
export function createSchema({ kinds }: KindRegistry): GraphQLSchema {
  const added = kinds.filter((kind) => BUILT_IN_KINDS.ownerOf(kind) === undefined);
  const schema = makeExecutableSchema<GraphqlContext>({
    typeDefs: PARTS.map(({ typeDefs }) => typeDefs),
    resolvers: PARTS.map(({ resolvers }) => resolvers),
    inheritResolversFromInterfaces: true,
  });
  if (added.length === 0) return schema;
  return extendSchema(schema, parse(`extend enum WorkflowTaskKind { ${added.join(" ")} }`));
}
