import type { Resolvers } from "../generated/resolver-types.ts";
import { auditResolvers } from "./audit.ts";
import { baseRecord } from "./base-record.ts";
import { definitionResolvers } from "./definitions.ts";
import { hrResolvers } from "./hr.ts";
import { notificationResolvers } from "./notifications.ts";
import { runResolvers } from "./runs.ts";
import { thresholdResolvers } from "./thresholds.ts";

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
