import {
  RPC,
  type RpcName,
  type RpcParsedRequest,
  type RpcReply,
  parseContract,
} from "@countersign/contracts";
import type { Endpoint, ServiceDefinition } from "@countersign/messaging";

import type { RunReadModel } from "../read-models/run-read-model.ts";
import { type Engine, serviceCaller } from "../use-cases/index.ts";
import type { CompanyFence } from "./company-fence.ts";

export interface RpcDependencies {
  engine: Engine;
  runs: Pick<RunReadModel, "pendingCounts">;
  fence: CompanyFence;
  version: string;
}

/** The engine's request/reply operations (contract, "Messages"), for owners that need the answer before they go on. */
export function rpcService({ engine, runs, fence, version }: RpcDependencies): ServiceDefinition {
  /** One operation, its request read by the contract; the bus answers refusals with their exact text. */
  function endpoint<Name extends RpcName>(
    name: Name,
    handle: (request: RpcParsedRequest<Name>) => Promise<RpcReply<Name>>,
  ): Endpoint {
    const { subject, request } = RPC[name];
    return {
      name,
      subject,
      handle: async ({ account, data }) => {
        const parsed = parseContract(request, data) as RpcParsedRequest<Name>;
        fence(account, parsed.companyId);
        return handle(parsed);
      },
    };
  }

  return {
    name: "approval-engine",
    version,
    description: "Approvals: submit and cancel documents, evaluate orders, count what waits.",
    endpoints: [
      endpoint("submit", async (request) =>
        engine.submitDocument(serviceCaller(request, request.submitterId), request),
      ),
      endpoint("cancel", async (request) => ({
        refId: request.refId,
        archivedTasks: await engine.cancelDocument(serviceCaller(request, request.actorId), request),
      })),
      endpoint("hrSubmit", async (request) =>
        engine.submitHr(serviceCaller(request, request.submitterId), request),
      ),
      endpoint("hrPendingCounts", async ({ companyId }) => {
        const waiting = new Map(
          (await runs.pendingCounts(companyId)).map(({ kind, count }) => [kind, count]),
        );
        const { Leave = 0, Claim = 0, Loan = 0, Advance = 0 } = Object.fromEntries(waiting);
        return { counts: { Leave, Claim, Loan, Advance } };
      }),
      endpoint("inventoryEvaluate", async ({ companyId, order }) => engine.evaluateOrder(companyId, order)),
      endpoint("inventoryOrderCreated", async (request) =>
        engine.orderCreated(serviceCaller(request, request.submitterId), request.order),
      ),
      endpoint("inventoryAssertPostable", async ({ companyId, orderId }) => {
        await engine.assertPostable(companyId, orderId);
        return { orderId };
      }),
    ],
  };
}
