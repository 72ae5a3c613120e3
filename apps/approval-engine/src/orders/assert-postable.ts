import type { Id } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { assertPostable, covers, taskKindOfOrder, totalOf } from "@countersign/domain/inventory";
import { text } from "@countersign/texts";

import { settingsOf } from "../approval-settings/index.ts";
import { type OrderRun, findOrderRun } from "../runs/index.ts";
import { type OrderNeeds, type StoredOrder, createOrdersRepository, needsOf } from "../thresholds/index.ts";
import { idInput } from "../shared/inputs.ts";
import { parseInput } from "../shared/parse-input.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";

/**
 * Refuses to post an order or invoice that needs an approval which it does not have (contract-2, SAFE-1 and
 * SAFE-6). Where the evaluation requires approval, only a run of the workflow that it names counts (contract-3, SAFE-10).
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

async function findOrder(scope: TransactionScope, companyId: Id, orderId: Id): Promise<StoredOrder> {
  const order = await createOrdersRepository(scope).find(companyId, orderId);
  if (order === undefined) throw new DomainError("NOT_FOUND", text("missing.order"), { field: "orderId" });
  return order;
}

async function assertOrder(scope: TransactionScope, companyId: Id, order: StoredOrder): Promise<void> {
  const needs = await needsOf(scope, companyId, order);
  const { evaluation, workflowId } = needs;
  if (!evaluation.required) return assertDefaultDone(scope, companyId, order, needs);
  const run = await completedRun(scope, companyId, order, { refId: order.id, only: workflowId });
  assertPostable(evaluation, run !== undefined && covers(run.submittedOrder ?? order, order));
}

/** The states of a run of the default workflow that keep its order from being posted. */
const HOLDING: ReadonlySet<OrderRun["state"]> = new Set(["IN_PROGRESS", "REJECTED", "RECALLED"]);

/**
 * An order that needs no approval, but has a run of the company's default workflow, waits for it, unless the company's
 * setting `defaultWorkflowBinds` is off (contract-3, SAFE-10). A run that was recalled counts like a rejected one: its
 * submitter would get around it else.
 */
async function assertDefaultDone(
  scope: TransactionScope,
  companyId: Id,
  { id: refId, kind: orderKind }: StoredOrder,
  { defaultWorkflowId: workflowId }: OrderNeeds,
): Promise<void> {
  const kind = taskKindOfOrder(orderKind);
  if (workflowId === undefined || kind === undefined) return;
  if (!(await settingsOf(scope, companyId)).defaultWorkflowBinds) return;
  const run = await findOrderRun(scope, companyId, { refId, kind, workflowId });
  if (run?.workflowId !== workflowId) return;
  if (HOLDING.has(run.state)) throw needsApproval();
}

/**
 * An invoice needs what its own amount asks for, and what its order would need at the amount that is invoiced with it:
 * several invoices of an order count together, or splitting one would be a way around its threshold. The order's
 * approval covers the approved amount; beyond that a run on the invoice itself counts.
 */
async function assertInvoice(
  scope: TransactionScope,
  companyId: Id,
  invoice: StoredOrder,
  order: StoredOrder,
): Promise<void> {
  const before = await createOrdersRepository(scope).postedInvoiceAmounts(companyId, order.id);
  const { discount } = invoice;
  const { kind, currency } = order;
  const total = totalOf([...before, invoice.totalAmount]);
  const invoicedOrder = { totalAmount: total, discount, currency: invoice.currency ?? currency };
  const ownNeeds = await needsOf(scope, companyId, { ...invoice, currency: invoice.currency ?? currency });
  const asOrder = await needsOf(scope, companyId, { ...invoicedOrder, kind, currency });
  // A later threshold does not hold up invoices of an order that was allowed when it was posted.
  const isPosted = order.isPosted && covers(order, invoicedOrder);
  const neededApprovals = [ownNeeds, ...(isPosted ? [] : [asOrder])].filter(
    ({ evaluation }) => evaluation.required,
  );

  for (const { evaluation, workflowId } of neededApprovals) {
    const ofOrder = await completedRun(scope, companyId, order, { refId: order.id, only: workflowId });
    const ofInvoice = await completedRun(scope, companyId, order, { refId: invoice.id, only: workflowId });
    const isApproved =
      (ofOrder && covers(ofOrder.submittedOrder ?? order, invoicedOrder)) ||
      (ofInvoice?.submittedOrder && covers(ofInvoice.submittedOrder, invoice));
    assertPostable(evaluation, isApproved === true);
  }
  if (!order.isPosted && !asOrder.evaluation.required)
    await assertDefaultDone(scope, companyId, order, asOrder);
  if (neededApprovals.length > 0 || invoicedOrder.totalAmount <= order.totalAmount) return;
  const { workflowId: namedWorkflowId } = asOrder;
  const ofOrder = await completedRun(scope, companyId, order, { refId: order.id, named: namedWorkflowId });
  const ofInvoice = await completedRun(scope, companyId, order, {
    refId: invoice.id,
    named: namedWorkflowId,
  });
  const isCovered = ofInvoice?.submittedOrder !== undefined && covers(ofInvoice.submittedOrder, invoice);
  if (ofOrder === undefined && !isCovered) throw needsApproval();
}

/**
 * The newest run that speaks for the order, if it was completed.
 *
 * @param wantedRun `only`: no other workflow's counts; `named`: besides the runs that its owner submitted
 */
async function completedRun(
  scope: TransactionScope,
  companyId: Id,
  { kind: orderKind }: StoredOrder,
  wantedRun: { refId: Id } & ({ only: Id | undefined } | { named: Id | undefined }),
): Promise<OrderRun | undefined> {
  const kind = taskKindOfOrder(orderKind);
  if (kind === undefined) return undefined;
  const { refId } = wantedRun;
  const workflowId = "only" in wantedRun ? wantedRun.only : wantedRun.named;
  const run = await findOrderRun(scope, companyId, { refId, kind, workflowId });
  if (run === undefined || ("only" in wantedRun && run.workflowId !== workflowId)) return undefined;
  return run.state === "APPROVED" ? run : undefined;
}

const needsApproval = () => new DomainError("POSTING_NEEDS_APPROVAL", text("run.postingNeedsApproval"));
