import type { Principal } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import type { Numbers } from "@countersign/mongo";
import { CLAIM_MS, failureOf, submittedByOf } from "@countersign/owner-kit";
import { describeDocument } from "../describe-document.ts";
import { DOCUMENT_KINDS, type DocumentDetails, type DocumentKind } from "../document-kinds.ts";
import type { DocumentRepository } from "../document-repository.ts";
import type { HrDocument } from "../hr-document.ts";
import type { FindEmployeeUser } from "../hr-repositories.ts";
import type { SubmitDocument } from "./submission.ts";

export interface NewDocument {
  kind: DocumentKind;
  employeeId: string;
  details: DocumentDetails;
}

export interface CreateDocumentDependencies {
  /** On the store itself: between the steps the approval engine is asked, which no transaction may wait for. */
  documents: (kind: DocumentKind) => DocumentRepository;
  numbers: Numbers;
  findEmployeeUser: FindEmployeeUser;
  submitDocument: SubmitDocument;
  /** Of all amounts. */
  currency: string | undefined;
  newId: () => string;
  clock: () => Date;
}

/**
 * Creates a document together with its submission (approval-engine.md, "HR approver resolution" 6): a failed submission
 * means no document. It is stored unseen first, so that a crash in between leaves a trace to go on from.
 *
 * @throws DomainError `NOT_FOUND` for an unknown employee, `FORBIDDEN` for somebody else's document, the engine's
 *   refusal with its exact text, `UNAVAILABLE` when the engine did not answer
 */
export function createCreateDocument(dependencies: CreateDocumentDependencies) {
  const { documents, numbers, findEmployeeUser, submitDocument, currency, newId, clock } = dependencies;

  async function assertMayAsk(caller: Principal, employeeId: string, noun: string): Promise<void> {
    const employee = await findEmployeeUser(caller.companyId, employeeId);
    if (!employee) throw new DomainError("NOT_FOUND", "Employee not found", { field: "employeeId" });
    if (employee.userId === caller.userId || caller.privileged) return;
    const message = `Only the employee or a privileged user may create this ${noun}`;
    throw new DomainError("FORBIDDEN", message, { field: "employeeId" });
  }

  return async (caller: Principal, { kind, employeeId, details }: NewDocument): Promise<HrDocument> => {
    const { refPrefix, noun } = DOCUMENT_KINDS[kind];
    const { companyId, branchId, userId } = caller;
    await assertMayAsk(caller, employeeId, noun);
    const [number] = await numbers.next(companyId, kind);
    const now = clock();
    const document: HrDocument = {
      id: newId(),
      companyId,
      ...(branchId !== undefined && { branchId }),
      kind,
      ref: `${refPrefix}-${String(number).padStart(6, "0")}`,
      employeeId,
      submitterId: userId,
      ...submittedByOf(caller),
      status: "SUBMITTING",
      details,
      described: describeDocument(details, currency),
      createdAt: now,
      updatedAt: now,
    };
    const repository = documents(kind);
    await repository.insert(document, new Date(now.getTime() + CLAIM_MS));

    const answer = await submitDocument(document);
    if (answer.kind === "accepted") {
      // It is not SUBMITTING any more if its outcome was faster.
      await repository.setRun(document, answer.reply, clock());
      return (await repository.find(document)) ?? document;
    }
    if (answer.kind === "unknown") {
      await repository.transition(document, { from: ["SUBMITTING"], to: "WITHDRAWING", at: clock() });
    } else {
      await repository.remove(document, ["SUBMITTING"]);
    }
    throw failureOf(answer);
  };
}
