import type { Id } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import {
  type OrderTerms,
  assertPostable,
  covers,
  taskKindOfOrder,
  totalOf,
} from "@countersign/domain/inventory";
import type { Scope } from "@countersign/mongo";

import { type OrderRun, findCompletedOrderRun } from "../runs/index.ts";
import { type StoredOrder, createOrdersRepository, needsOf } from "../thresholds/index.ts";
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
    await transact(async (scope) => {
      const document = await findOrder(scope, companyId, orderId);
      if (document.orderId === undefined) return assertOrder(scope, companyId, document);
      const order = await findOrder(scope, companyId, document.orderId);
      return assertInvoice(scope, companyId, document, order);
    });
  };
}

async function findOrder(scope: Scope, companyId: Id, orderId: Id): Promise<StoredOrder> {
  const order = await createOrdersRepository(scope).find(companyId, orderId);
  if (order === undefined) throw new DomainError("NOT_FOUND", "Order not found", { field: "orderId" });
  return order;
}

async function assertOrder(scope: Scope, companyId: Id, order: StoredOrder): Promise<void> {
  const { evaluation, workflowId } = await needsOf(scope, companyId, order);
  const run = evaluation.required
    ? await completedRun(scope, companyId, order, order.id, workflowId)
    : undefined;
  assertPostable(evaluation, run !== undefined && covers(run.submittedOrder ?? order, order));
}

/**
 * An invoice needs what its own amount asks for, and what its order would need at the amount that is invoiced with it:
 * several invoices of an order count together, or splitting one would be a way around its threshold. The order's
 * approval covers the approved amount; beyond that a run on the invoice itself counts.
 */
async function assertInvoice(
  scope: Scope,
  companyId: Id,
  invoice: StoredOrder,
  order: StoredOrder,
): Promise<void> {
  const before = await createOrdersRepository(scope).postedInvoiceAmounts(companyId, order.id);
  const { discount } = invoice;
  const invoiced = { totalAmount: totalOf([...before, invoice.totalAmount]), discount };
  const own = await needsOf(scope, companyId, invoice);
  const asOrder = await needsOf(scope, companyId, { kind: order.kind, ...invoiced });
  // A later threshold does not hold up invoices of an order that was allowed when it was posted.
  const isPosted = order.isPosted && covers(order, invoiced);
  const needed = [own, ...(isPosted ? [] : [asOrder])].filter(({ evaluation }) => evaluation.required);

  const isApproved = async (workflowId: Id | undefined, asked?: OrderTerms): Promise<boolean> => {
    const ofOrder = await completedRun(scope, companyId, order, order.id, workflowId);
    if (ofOrder && (asked === undefined || covers(ofOrder.submittedOrder ?? order, asked))) return true;
    const ofInvoice = await completedRun(scope, companyId, order, invoice.id, workflowId);
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
  scope: Scope,
  companyId: Id,
  { kind: orderKind }: StoredOrder,
  refId: Id,
  workflowId: Id | undefined,
): Promise<OrderRun | undefined> {
  const kind = taskKindOfOrder(orderKind);
  if (kind === undefined) return undefined;
  return findCompletedOrderRun(scope, companyId, { refId, kind, workflowId });
}
