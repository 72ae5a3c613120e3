import { defineFeature } from "../shared/feature.ts";
import { createExpireRequest, createWithdrawRequest, followRequests } from "./end-requests.ts";
import { AGENT_INDEXES } from "./records.ts";
import { createRequestApproval } from "./request-approval.ts";

/** Agents that ask people over MCP (contract-3, ASK-1 to ASK-3). */
export const agentsFeature = defineFeature({
  name: "agents",
  uses: ["documents", "inbox", "live", "runs"],
  indexes: AGENT_INDEXES,
  useCases: (parts) => ({
    requestApproval: createRequestApproval(parts),
    withdrawRequest: createWithdrawRequest(parts),
    expireRequest: createExpireRequest(parts),
  }),
  follow: followRequests,
});
