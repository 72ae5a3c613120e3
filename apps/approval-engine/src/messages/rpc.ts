import type { Endpoint, RequestReplyService } from "@countersign/bus";
import {
  KINDS_BY_OWNER,
  type KindRegistry,
  type Owner,
  type RpcName,
  type RpcParsedRequest,
  type RpcReply,
  contractOf,
  parseRequest,
} from "@countersign/contracts";

import type { RunReadModel } from "../inbox/index.ts";
import type { Engine } from "../engine.ts";
import { serviceCaller } from "../shared/caller.ts";
import { type CompanyFence, assertOwner, ownerOfAccount } from "../shared/company-fence.ts";

const ofHr = (): Owner => "hr";
const ofInventory = (): Owner => "inventory";

export interface RpcDependencies {
  kinds: KindRegistry;
  engine: Engine;
  runs: Pick<RunReadModel, "pendingCounts">;
  fence: CompanyFence;
  version: string;
}

/** The engine's request/reply operations (contract, "Messages"), for owners that need the answer before they go on. */
export function rpcService({ kinds, engine, runs, fence, version }: RpcDependencies): RequestReplyService {
  const { rpc } = contractOf(kinds);

  /**
   * One operation. The contract's schema reads its request; the bus answers refusals with their exact text.
   *
   * @param ownerOfRequest - whose documents the request is about; left out where the operation fences by itself
   */
  function endpoint<Name extends RpcName>(
    name: Name,
    ownerOfRequest: ((request: RpcParsedRequest<Name>) => Owner | undefined) | undefined,
    handle: (request: RpcParsedRequest<Name>, sender: Owner | undefined) => Promise<RpcReply<Name>>,
  ): Endpoint {
    const { subject, request } = rpc[name];
    return {
      name,
      subject,
      handle: async ({ account, data }) => {
        const parsedRequest = parseRequest(request, data) as RpcParsedRequest<Name>;
        fence(account, parsedRequest.companyId);
        if (ownerOfRequest) assertOwner(kinds, account, ownerOfRequest(parsedRequest));
        return handle(parsedRequest, ownerOfAccount(kinds, account));
      },
    };
  }

  return {
    name: "approval-engine",
    version,
    description: "Approvals: submit, change and cancel documents, evaluate orders, count what waits.",
    endpoints: [
      endpoint(
        "submit",
        ({ kind }) => kinds.ownerOf(kind),
        async (request) =>
          engine.submitDocument(serviceCaller(request, request.submitterId, request.submittedBy), request),
      ),
      endpoint("cancel", undefined, async (request, sender) => {
        const caller = serviceCaller(request, request.actorId);
        const archivedTasks = await engine.cancelDocument(caller, request, sender);
        return { refId: request.refId, archivedTasks };
      }),
      endpoint("amend", undefined, async (request, sender) => {
        const caller = serviceCaller(request, request.actorId);
        const { refId, revision, tasks } = await engine.amendDocument(caller, request, sender);
        return { refId, revision, tasks };
      }),
      endpoint("hrSubmit", ofHr, async (request) =>
        engine.submitHr(serviceCaller(request, request.submitterId, request.submittedBy), request),
      ),
      endpoint("hrPendingCounts", ofHr, async ({ companyId }) => {
        const waitingRequests = new Map(
          (await runs.pendingCounts(companyId, KINDS_BY_OWNER.hr)).map(({ kind, count }) => [kind, count]),
        );
        const { Leave = 0, Claim = 0, Loan = 0, Advance = 0 } = Object.fromEntries(waitingRequests);
        return { counts: { Leave, Claim, Loan, Advance } };
      }),
      endpoint("inventoryEvaluate", ofInventory, async ({ companyId, order }) =>
        engine.evaluateOrder(companyId, order),
      ),
      endpoint("inventoryOrderCreated", ofInventory, async (request) =>
        engine.orderCreated(serviceCaller(request, request.submitterId, request.submittedBy), {
          ...request.order,
          document: request.document,
        }),
      ),
      endpoint("inventoryAssertPostable", ofInventory, async ({ companyId, orderId }) => {
        await engine.assertPostable(companyId, orderId);
        return { orderId };
      }),
    ],
  };
}
