import { defineFeature } from "../shared/feature.ts";
import { agentsConfig, agentsEnvironment, findAgentsFaults } from "./agents-config.ts";
import { createExpireRequest, createWithdrawRequest, followRequests } from "./end-requests.ts";
import { expiryWork } from "./expiry-work.ts";
import { AGENT_INDEXES } from "./records.ts";
import { createRequestApproval } from "./request-approval.ts";

interface Expiring {
  expireRequest: ReturnType<typeof createExpireRequest>;
}

/** Agents that ask people over MCP (contract-3, ASK-1 to ASK-3). */
export const agentsFeature = defineFeature({
  name: "agents",
  uses: ["approval-settings", "documents", "inbox", "live", "runs"],
  indexes: AGENT_INDEXES,
  useCases: (parts) => ({
    requestApproval: createRequestApproval(parts),
    withdrawRequest: createWithdrawRequest(parts),
    expireRequest: createExpireRequest(parts),
  }),
  environment: { variables: agentsEnvironment, findFaults: findAgentsFaults, configOf: agentsConfig },
  follow: followRequests,
  dueWork: ({ engine, ...parts }) => [
    expiryWork({ ...parts, expireRequest: (engine as Expiring).expireRequest }),
  ],
});
