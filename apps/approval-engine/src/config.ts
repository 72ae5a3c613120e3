import type { TakeOverPolicy } from "@countersign/domain/approval";
import { type ServiceConfig, onOff, serviceConfig, serviceEnvironment } from "@countersign/service-kit";
import { z } from "zod";

import type { EngineRules } from "./use-cases/index.ts";

export interface ApprovalEngineConfig extends ServiceConfig {
  rules: EngineRules;
  /** Whether GraphiQL is served. */
  graphiql: boolean;
}

/** Unset, any user of the company may take a pending HR approval over, as the specification says. */
const hrTakeOver = z
  .enum(["participants", "privileged", "off"])
  .optional()
  .transform((policy): TakeOverPolicy => policy ?? "anyone");

/** The environment of approval-engine; `contract.md`, Processes. */
export const approvalEngineEnvironment = serviceEnvironment(
  { port: 3003, internalPort: 9103 },
  {
    RETURN_REQUEUE: onOff(true),
    HR_TAKEOVER: hrTakeOver,
    DEFINITIONS_REQUIRE_PRIVILEGED: onOff(false),
    GRAPHIQL: onOff(false),
  },
);

/** Maps checked variables to the configuration that the code uses. */
export function approvalEngineConfig(env: z.output<typeof approvalEngineEnvironment>): ApprovalEngineConfig {
  return {
    ...serviceConfig(env),
    rules: {
      returnRequeue: env.RETURN_REQUEUE,
      hrTakeOver: env.HR_TAKEOVER,
      definitionsRequirePrivileged: env.DEFINITIONS_REQUIRE_PRIVILEGED,
    },
    graphiql: env.GRAPHIQL,
  };
}
