import { setTimeout as delay } from "node:timers/promises";
import { DomainError } from "@countersign/domain/errors";
import { totalsOf, type Units } from "@countersign/domain/finance";
import { workDue } from "@countersign/mongo/due-work";
import { escapeHidden, programName } from "@countersign/domain/text";
import type { EntryPreview, JournalEntry } from "@countersign/finance";
import type { UnitOfWork } from "@countersign/mongo";
import { answerTo, CLAIM_MS, failureOf, type OwnerKit } from "@countersign/owner-kit";
import type { Approval, Requester } from "./approval.ts";
import { type ApprovalRepositories, moveOn } from "./approval-repositories.ts";
import type { ApprovalsRepository } from "./approvals-repository.ts";
import { contentHashOf } from "./content-hash.ts";
import { documentOf } from "./entry-document.ts";
import { linesTable } from "./entry-table.ts";

/** How often a call looks for the answer that another call is waiting for. */
const LOOK_MS = 100;

/** Which entries need approval: all, or those whose debits exceed an amount. */
export type ApprovalLimit = "always" | Units;

/** The next step towards posting an entry. */
export type NextStep =
  | { do: "post" }
  | { do: "submit"; replaces: Approval | undefined }
  /** `now`: this call submitted it. */
  | { do: "wait"; submitted: "now" | "before" };

/** The approvals of journal entries, for the tool that posts (contract-2, AGT-1). */
export interface EntryApprovals {
  /** Refuses an entry that needs approval, in the transaction that would post it. */
  assertNotNeeded: (entry: JournalEntry) => void;
  /**
   * Finds out what has to happen next, and finishes a submission that was left open.
   *
   * @throws DomainError `CONFLICT` for an entry that was rejected, or approved and not posted; otherwise as `submit`
   */
  next(entry: JournalEntry): Promise<NextStep>;
  /**
   * Submits an entry, unless another call does so now.
   *
   * @throws DomainError `CONFLICT` for an entry that is too large, the engine's refusal with its exact text, and nothing is left; `UNAVAILABLE` when it did not
   *   answer: the submission is kept, and repeated until it is answered
   */
  submit(
    preview: EntryPreview,
    step: Extract<NextStep, { do: "submit" }>,
    requester: Requester,
  ): Promise<Extract<NextStep, { do: "wait" }>>;
}

export interface SubmitEntryDependencies {
  /** On the store itself: between its steps the engine is asked, which no transaction may wait for. */
  approvals: ApprovalsRepository;
  unitOfWork: UnitOfWork<ApprovalRepositories>;
  kit: Pick<OwnerKit<"finance", ApprovalRepositories>, "submit">;
  limit: ApprovalLimit;
  /** Of the books, for what approvers see. */
  currency: string | undefined;
  /** The users whose tokens drafted and changed an entry. */
  authorsOf: (entry: JournalEntry) => Promise<string[]>;
  newId: () => string;
  clock: () => Date;
}

const claimFrom = (at: Date): Date => new Date(at.getTime() + CLAIM_MS);

/** The name of the agent's program, for whoever is shown who submitted the entry. */
function clientOf({ client = "" }: Requester): { client?: string } {
  const name = programName(client);
  return name === "" ? {} : { client: name };
}

/**
 * Submits journal entries for approval. An entry's approval is stored before the engine is asked, so that a crash in
 * between leaves a trace to go on from; one call at a time holds it. The same request repeated gets the first answer.
 */
export function createSubmitEntry(
  dependencies: SubmitEntryDependencies,
): EntryApprovals & { settle: () => Promise<void> } {
  const { approvals, unitOfWork, kit, limit, currency, authorsOf, newId, clock } = dependencies;
  const isNeeded = ({ lines }: JournalEntry) => limit === "always" || totalsOf(lines).debit > limit;

  /** Sends a submission that the caller holds, and notes the answer. */
  async function send(approval: Approval) {
    const answer = await answerTo(kit.submit(approval.submission));
    const at = clock();
    if (answer.kind === "accepted") {
      const { runId } = answer.reply;
      if (runId === undefined) throw new Error("the engine names no run: it is older than this service");
      const { userId: actorId } = approval.requester;
      await unitOfWork((repositories) =>
        moveOn(repositories, approval, { status: "WAITING", actorId, runId }, at),
      );
    } else if (answer.kind === "refused") {
      await approvals.remove(approval);
    } else {
      await approvals.release(approval, at);
    }
    return answer;
  }

  async function submitApproval(approval: Approval): Promise<Extract<NextStep, { do: "wait" }>> {
    const answer = await send(approval);
    if (answer.kind !== "accepted") throw failureOf(answer);
    return { do: "wait", submitted: "now" };
  }

  async function next(entry: JournalEntry): Promise<NextStep> {
    const deadline = claimFrom(clock());
    for (;;) {
      const approval = await approvals.find(entry);
      if (approval?.status === "WAITING") return { do: "wait", submitted: "before" };
      if (approval?.status !== "SUBMITTING") {
        if (approval) await refuseAgain(approval, entry);
        return isNeeded(entry) ? { do: "submit", replaces: approval } : { do: "post" };
      }
      const at = clock();
      const claimedApproval = await approvals.claim(at, claimFrom(at), entry.id);
      if (claimedApproval) return submitApproval(claimedApproval);
      if (at > deadline) throw new DomainError("UNAVAILABLE", "The approval engine did not answer");
      await delay(LOOK_MS);
    }
  }

  /** Tells how the last approval ended, where that keeps the entry from being submitted anew. */
  async function refuseAgain(approval: Approval, entry: JournalEntry): Promise<void> {
    const { status, remark = "", problem = "" } = approval;
    // Since the entry was read.
    if (status === "POSTED") throw new DomainError("CONFLICT", `Entry ${entry.id} is already posted`);
    if (status === "REJECTED" && approval.contentHash === contentHashOf(entry)) {
      throw new DomainError("CONFLICT", `Journal entry ${entry.ref} was rejected: ${escapeHidden(remark)}`);
    }
    // Reported once: the next call submits the entry anew.
    if (status === "UNPOSTED" && (await approvals.remove(approval))) {
      throw new DomainError("CONFLICT", `Journal entry ${entry.ref} was approved but not posted: ${problem}`);
    }
  }

  return {
    assertNotNeeded(entry) {
      if (isNeeded(entry)) throw new DomainError("CONFLICT", `Journal entry ${entry.ref} needs approval`);
    },
    next,
    async submit(preview, { replaces }, requester) {
      const { entry } = preview;
      const { id, companyId, branchId, ref } = entry;
      const description = documentOf(preview, requester, currency, await authorsOf(entry));
      const document = { ...description, tables: [linesTable(preview)] };
      const approval: Approval = {
        id,
        companyId,
        status: "SUBMITTING",
        submission: {
          companyId,
          ...(branchId !== undefined && { branchId }),
          kind: "JournalEntry",
          refId: id,
          ref,
          submitterId: requester.userId,
          document,
          submittedBy: { agent: true, ...clientOf(requester) },
          requestId: newId(),
        },
        contentHash: contentHashOf(entry),
        requester,
      };
      let replacedApproval = replaces;
      for (;;) {
        const at = clock();
        if (await approvals.open(approval, { replaces: replacedApproval, at, claimedUntil: claimFrom(at) })) {
          return submitApproval(approval);
        }
        const step = await next(entry);
        if (step.do === "wait") return step;
        replacedApproval = step.do === "submit" ? step.replaces : undefined;
      }
    },
    /** Finishes submissions that a crash or a silent engine left open. */
    async settle() {
      await workDue({
        claim: (now, until) => approvals.claim(now, until),
        work: async (open) => {
          const { kind } = await send(open);
          // The sweep ends with the first request that the engine leaves unanswered.
          return kind !== "unknown" && kind !== "unreached";
        },
        claimMs: CLAIM_MS,
        clock,
      });
    },
  };
}
