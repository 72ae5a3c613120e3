import type { Resolvers } from "./generated/resolver-types.ts";
import { auditResolvers } from "../audit/audit-resolvers.ts";
import { baseRecord } from "../shared/base-record-resolver.ts";
import { definitionResolvers } from "../definitions/definition-resolvers.ts";
import { hrResolvers } from "../hr/hr-resolvers.ts";
import { notificationResolvers } from "../notifications/notification-resolvers.ts";
import { runResolvers } from "../runs/run-resolvers.ts";
import { thresholdResolvers } from "../thresholds/threshold-resolvers.ts";

/** Every resolver, by area; the schema merges them. */
export const resolvers: Resolvers[] = [
  { BaseRecord: baseRecord },
  definitionResolvers,
  runResolvers,
  notificationResolvers,
  hrResolvers,
  thresholdResolvers,
  auditResolvers,
];
