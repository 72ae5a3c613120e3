import { DomainError } from "@countersign/domain/errors";
import { isAbout, NotApplied, type OutcomeEvent } from "@countersign/owner-kit";
import type { Logger } from "@countersign/service-kit";
import type { Approval, ApprovalStatus } from "./approval.ts";
import { type ApprovalRepositories, moveOn } from "./approval-repositories.ts";
import { contentHashOf } from "./content-hash.ts";

/** Author of a posting, beside the user who approved it last. */
const ISSUER = "/countersign/finance";

/** States of an approval whose outcome has not been applied. */
const OPEN: ReadonlySet<ApprovalStatus> = new Set(["SUBMITTING", "WAITING", "UNPOSTED"]);

/** Notes the run of a submission whose outcome is faster than the answer that names it. */
async function noteAnswer(
  repositories: ApprovalRepositories,
  approval: Approval,
  runId: string,
  at: Date,
): Promise<Approval> {
  if (approval.status !== "SUBMITTING") return approval;
  const { userId: actorId } = approval.requester;
  await moveOn(repositories, approval, { status: "WAITING", actorId, runId }, at);
  return { ...approval, status: "WAITING", runId };
}

/**
 * Writes how an approval ended (contract-2, AGT-1). A completed run posts the entry as it was submitted, in the
 * transaction of the message's inbox record; where that cannot be, the approval and the audit say why, and the message
 * is a dead letter. A recalled entry may be submitted anew. Only the run that this service asked for counts (SAFE-1).
 */
export function createRecordOutcome(dependencies: {
  logger: Pick<Logger, "info" | "warn">;
  clock: () => Date;
}) {
  const { logger, clock } = dependencies;
  return async (event: OutcomeEvent, repositories: ApprovalRepositories): Promise<void> => {
    const { type, data } = event;
    const { refId: id, companyId, runId, origin, actorId, remark } = data;
    // Any user may start a run on an entry's id.
    if (origin !== "owner") {
      logger.info({ refId: id, type, runId, origin }, "an outcome of a run that was not asked for");
      return;
    }
    const { approvals, journal } = repositories;
    const foundApproval = await approvals.find({ id, companyId });
    const isOwn =
      foundApproval &&
      isAbout(event, { requestId: foundApproval.submission.requestId, runId: foundApproval.runId });
    // An older engine's outcome names its run alone, which is known with the answer; the sweep gets that if nobody else does.
    if (foundApproval?.status === "SUBMITTING" && isOwn === undefined) {
      throw new DomainError("UNAVAILABLE", `The submission of ${id} is not answered yet`);
    }
    if (!isOwn || !OPEN.has(foundApproval.status)) {
      logger.info({ refId: id, type, runId }, "an outcome found no entry that waits for it");
      return;
    }
    const at = clock();
    const approval = await noteAnswer(repositories, foundApproval, runId, at);
    if (type !== "approval.outcome.completed") {
      const status = type === "approval.outcome.recalled" ? "RECALLED" : "REJECTED";
      await moveOn(repositories, approval, { status, actorId, ...(remark !== undefined && { remark }) }, at);
      return;
    }
    try {
      const actor = {
        issuer: ISSUER,
        userId: actorId ?? approval.requester.userId,
        arguments: { id, companyId, runId },
      };
      await journal.post(id, companyId, actor, at, (entry) => {
        if (contentHashOf(entry) === approval.contentHash) return;
        throw new DomainError("CONFLICT", `Journal entry ${entry.ref} was changed after it was submitted`);
      });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { message: problem } = error;
      throw new NotApplied(problem, async (again: ApprovalRepositories) =>
        moveOn(again, await noteAnswer(again, foundApproval, runId, at), { status: "UNPOSTED", problem }, at),
      );
    }
    await approvals.transition(approval, "POSTED", {}, at);
  };
}
