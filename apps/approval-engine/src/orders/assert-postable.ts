import type { Id } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import {
  type OrderTerms,
  assertPostable,
  covers,
  taskKindOfOrder,
  totalOf,
} from "@countersign/domain/inventory";

import type { StoredOrder } from "../thresholds/orders-repository.ts";
import type { Repositories } from "../shared/repositories.ts";
import type { OrderRun } from "../runs/runs-repository.ts";
import { needsOf } from "../thresholds/evaluate-order.ts";
import { idInput } from "../shared/inputs.ts";
import { parseInput } from "../shared/parse-input.ts";
import type { Transact } from "../shared/transact.ts";

/**
 * Refuses to post an order or invoice that needs an approval which it does not have (contract-2, SAFE-1 and SAFE-6).
 *
 * @throws DomainError `INVALID_INPUT`, `NOT_FOUND` without such an order, `POSTING_NEEDS_APPROVAL`
 */
export function createAssertPostable({ transact }: { transact: Transact }) {
  return async (companyId: string, id: string): Promise<void> => {
    const orderId = parseInput(idInput("orderId"), id);
    await transact(async ({ repositories }) => {
      const document = await findOrder(repositories, companyId, orderId);
      if (document.orderId === undefined) return assertOrder(repositories, companyId, document);
      const order = await findOrder(repositories, companyId, document.orderId);
      return assertInvoice(repositories, companyId, document, order);
    });
  };
}

async function findOrder({ orders }: Repositories, companyId: Id, orderId: Id): Promise<StoredOrder> {
  const order = await orders.find(companyId, orderId);
  if (order === undefined) throw new DomainError("NOT_FOUND", "Order not found", { field: "orderId" });
  return order;
}

async function assertOrder(repositories: Repositories, companyId: Id, order: StoredOrder): Promise<void> {
  const { evaluation, workflowId } = await needsOf(repositories, companyId, order);
  const run = evaluation.required
    ? await completedRun(repositories, companyId, order, order.id, workflowId)
    : undefined;
  assertPostable(evaluation, run !== undefined && covers(run.submittedOrder ?? order, order));
}

/**
 * An invoice needs what its own amount asks for, and what its order would need at the amount that is invoiced with it:
 * several invoices of an order count together, or splitting one were a way around its threshold. The order's approval
 * reaches as far as what was approved; beyond that a run on the invoice itself counts.
 */
async function assertInvoice(
  repositories: Repositories,
  companyId: Id,
  invoice: StoredOrder,
  order: StoredOrder,
): Promise<void> {
  const before = await repositories.orders.postedInvoiceAmounts(companyId, order.id);
  const { discount } = invoice;
  const invoiced = { totalAmount: totalOf([...before, invoice.totalAmount]), discount };
  const own = await needsOf(repositories, companyId, invoice);
  const asOrder = await needsOf(repositories, companyId, { kind: order.kind, ...invoiced });
  // What was posted was allowed then; a threshold that came later does not hold up its invoices.
  const isPosted = order.isPosted && covers(order, invoiced);
  const needed = [own, ...(isPosted ? [] : [asOrder])].filter(({ evaluation }) => evaluation.required);

  const isApproved = async (workflowId: Id | undefined, asked?: OrderTerms): Promise<boolean> => {
    const ofOrder = await completedRun(repositories, companyId, order, order.id, workflowId);
    if (ofOrder && (asked === undefined || covers(ofOrder.submittedOrder ?? order, asked))) return true;
    const ofInvoice = await completedRun(repositories, companyId, order, invoice.id, workflowId);
    return ofInvoice?.submittedOrder !== undefined && covers(ofInvoice.submittedOrder, invoice);
  };
  for (const { evaluation, workflowId } of needed) {
    assertPostable(evaluation, await isApproved(workflowId, invoiced));
  }
  const { workflowId } = asOrder;
  if (needed.length === 0 && invoiced.totalAmount > order.totalAmount && !(await isApproved(workflowId))) {
    throw new DomainError("POSTING_NEEDS_APPROVAL", "This order requires approval before it can be posted");
  }
}

/** The newest run that speaks for the order, if it was completed. */
async function completedRun(
  { runs }: Pick<Repositories, "runs">,
  companyId: Id,
  { kind: orderKind }: StoredOrder,
  refId: Id,
  workflowId: Id | undefined,
): Promise<OrderRun | undefined> {
  const kind = taskKindOfOrder(orderKind);
  if (kind === undefined) return undefined;
  const run = await runs.findOrderRun(companyId, { refId, kind, workflowId });
  return run && (await runs.isCompleted(companyId, run)) ? run : undefined;
}
