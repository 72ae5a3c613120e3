import { workDue } from "@countersign/mongo/due-work";
import type { UnitOfWork } from "@countersign/mongo";
import { type Answer, type OwnerKit, CLAIM_MS } from "@countersign/owner-kit";
import { type DocumentKind, documentKinds } from "../document-kinds.ts";
import type { DocumentRepository } from "../document-repository.ts";
import type { HrDocument } from "../hr-document.ts";
import type { HrRepositories } from "../hr-repositories.ts";
import type { SettleChange } from "./change-document.ts";
import type { SubmitDocument } from "./submission.ts";

export interface SettleSubmissionsDependencies {
  documents: (kind: DocumentKind) => DocumentRepository;
  submitDocument: SubmitDocument;
  settleChange: SettleChange;
  owner: Pick<OwnerKit<"hr", HrRepositories>, "cancelCommand">;
  unitOfWork: UnitOfWork<HrRepositories>;
  clock: () => Date;
}

/**
 * Ends submissions and changes that a crash or a silent engine left open: it repeats the request, and the engine answers
 * with the outcome of the first. A document whose creator got no answer (`SUBMITTING`), and a draft that was submitted
 * again, is completed; one whose creation was refused (`WITHDRAWING`) is removed and its run cancelled, in one transaction.
 *
 * @returns how many documents were settled
 */
export function createSettleSubmissions(dependencies: SettleSubmissionsDependencies) {
  const { documents, submitDocument, settleChange, owner, unitOfWork, clock } = dependencies;

  async function withdraw(document: HrDocument): Promise<void> {
    const { id, companyId, branchId, kind, submitterId } = document;
    const cancel = owner.cancelCommand({ companyId, branchId, refId: id, actorId: submitterId });
    await unitOfWork(async (repositories) => {
      const isRemoved = await repositories.documents(kind).remove(document, ["WITHDRAWING"]);
      if (isRemoved) await repositories.outbox.add([cancel]);
    });
  }

  /** @returns whether it is known now what became of the submission, or of the change */
  async function settle(document: HrDocument): Promise<boolean> {
    const { kind, status, change, resubmission } = document;
    if (change) return isKnown(await settleChange({ ...document, change }));
    const answer = await submitDocument(document);
    if (!isKnown(answer)) return false;
    if (answer.kind === "refused" && resubmission)
      await documents(kind).endResubmission(document, resubmission);
    else if (answer.kind === "refused") await documents(kind).remove(document, ["SUBMITTING", "WITHDRAWING"]);
    else if (status === "WITHDRAWING") await withdraw(document);
    else await documents(kind).setRun(document, answer.reply, clock());
    return true;
  }

  return async (): Promise<number> => {
    let settledCount = 0;
    for (const kind of documentKinds) {
      settledCount += await workDue({
        claim: (now, until) => documents(kind).claimAbandoned(now, until),
        // An engine that does not answer one request is left in peace until the next sweep.
        work: settle,
        claimMs: CLAIM_MS,
        clock,
      });
    }
    return settledCount;
  };
}

type KnownAnswer<T> = Extract<Answer<T>, { kind: "accepted" | "refused" }>;

function isKnown<T>(answer: Answer<T>): answer is KnownAnswer<T> {
  return answer.kind === "accepted" || answer.kind === "refused";
}
