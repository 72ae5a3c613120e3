import { createUnitOfWork, newId, type Store } from "@countersign/mongo";
import { type ApprovalDocument, BUILT_IN_KINDS } from "@countersign/contracts";
import type { OutboxRelay } from "@countersign/outbox";
import { type Caller, createEngine, type Engine } from "@countersign/approval-engine/engine";

const companyId = newId();
export const submitter: Caller = { companyId, userId: newId(), privileged: false, name: "Bench Submitter" };
/** The people who decide, each on runs of their own: one user has four requests in progress at most. */
export const APPROVERS: readonly Caller[] = Array.from({ length: 64 }, (_, at) => {
  return { companyId, userId: newId(), privileged: false, name: `Bench Approver ${at + 1}` };
});
/** The approver of runs that one person decides. */
export const approver: Caller = APPROVERS[0]!;
/** The approver of the run at a place. */
export const approverOf = (at: number): Caller => APPROVERS[at % APPROVERS.length]!;

/** An approver of a few runs only, like most people. */
export const occasional: Caller = { companyId, userId: newId(), privileged: false, name: "Bench Occasional" };

export const STAGES = 3;

export type { Caller };

/** A pending decision: the approval of the active stage of one run. */
export interface WaitingDecision {
  refId: string;
  taskId: string;
}

/**
 * The engine's use cases on a store, without network: only the cost of a decision.
 *
 * @param relay carries the messages; without it they stay in the store
 */
export function benchEngine(store: Store, relay?: OutboxRelay): Engine {
  return createEngine({
    kinds: BUILT_IN_KINDS,
    rules: { returnRequeue: true, hrTakeOver: "anyone", definitionsRequirePrivileged: false },
    unitOfWork: createUnitOfWork(store, (scope) => scope),
    store,
    newId,
    clock: () => new Date(),
    relay,
    committed: () => undefined,
    submissionFailed: () => undefined,
  });
}

/** Submits a run. @returns its decisions in their order */
export async function submitRun(
  engine: Engine,
  {
    asked = approver,
    stages = STAGES,
    approverIds = [asked.userId],
    document,
  }: { asked?: Caller; stages?: number; approverIds?: readonly string[]; document?: ApprovalDocument } = {},
): Promise<WaitingDecision[]> {
  const { refId, tasks } = await engine.submitDocument(submitter, {
    refId: newId(),
    kind: "Leave",
    ref: "LV-BENCH",
    submitterId: submitter.userId,
    ...(document && { document }),
    dynamicStages: Array.from({ length: stages }, (_, index) => ({
      name: `Stage ${index + 1}`,
      order: index + 1,
      approveBy: "ANY" as const,
      approverIds: [...approverIds],
    })),
  });
  return tasks.map(({ _id }) => ({ refId, taskId: _id }));
}
