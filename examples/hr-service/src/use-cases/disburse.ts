import { DomainError } from "@countersign/domain/errors";
import { draftLines } from "@countersign/domain/finance";
import { workDue } from "@countersign/mongo/due-work";
import { newId, type UnitOfWork } from "@countersign/mongo";
import type { Disbursement } from "../disbursement.ts";
import { DISBURSED_KINDS, type DisbursedKind } from "../document-kinds.ts";
import type { DocumentRepository } from "../document-repository.ts";
import type { HrDocument } from "../hr-document.ts";
import type { HrRepositories } from "../hr-repositories.ts";

/** How long until a disbursement that could not be posted is tried again, in milliseconds. */
const RETRY_MS = 60_000;

/** Author of the entry, beside the user. */
const ISSUER = "/countersign/hr";

/**
 * Posts the amount of an approved document to the ledger, in the transaction that the repositories are bound to
 * (approval-engine.md, "Completion callback contract"). Where that cannot be, such as without accounts, the approval
 * stands all the same: the document says why, and it is tried again.
 */
export async function disburse(
  repositories: Pick<HrRepositories, "accounts" | "journal" | "documents">,
  document: HrDocument,
  kind: DisbursedKind,
  at: Date,
): Promise<void> {
  const disbursement = await post(repositories, document, kind, at);
  const retryAt = disbursement.state === "OPEN" ? new Date(at.getTime() + RETRY_MS) : undefined;
  await repositories.documents(kind).setDisbursement(document, disbursement, retryAt);
}

async function post(
  { accounts, journal }: Pick<HrRepositories, "accounts" | "journal">,
  { id, companyId, branchId, ref, details, submitterId, decidedBy: actorId = submitterId }: HrDocument,
  kind: DisbursedKind,
  at: Date,
): Promise<Disbursement> {
  const chosenAccounts = await accounts.find(companyId, kind);
  if (!chosenAccounts) return { state: "OPEN", problem: `No accounts are configured for ${kind}` };
  if (!("amount" in details)) throw new Error(`${ref} has no amount`);
  const { amount } = details;
  const { debitAccountId, creditAccountId } = chosenAccounts;
  const entry = {
    id: newId(),
    companyId,
    branchId,
    createdBy: actorId,
    description: `Disbursement of ${ref}`,
    documentDate: at,
    lines: draftLines([
      { accountId: debitAccountId, debit: amount, credit: 0 },
      { accountId: creditAccountId, debit: 0, credit: amount },
    ]),
  };
  try {
    const actor = { issuer: ISSUER, userId: actorId, arguments: { kind, refId: id } };
    const postedEntry = await journal.createPosted(entry, actor, at);
    return { state: "POSTED", journalEntryId: postedEntry.id, journalRef: postedEntry.ref };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "NOT_FOUND") throw error;
    return { state: "OPEN", problem: error.message };
  }
}

/**
 * Posts disbursements that could not be posted before.
 *
 * @returns how many were tried
 */
export function createSettleDisbursements(dependencies: {
  documents: (kind: DisbursedKind) => Pick<DocumentRepository, "claimUndisbursed">;
  unitOfWork: UnitOfWork<HrRepositories>;
  clock: () => Date;
}) {
  const { documents, unitOfWork, clock } = dependencies;
  return async (): Promise<number> => {
    let triedCount = 0;
    for (const kind of DISBURSED_KINDS) {
      triedCount += await workDue({
        claim: (now, until) => documents(kind).claimUndisbursed(now, until),
        work: async (claimedDocument, at) => {
          await unitOfWork(async (repositories) => {
            // Another replica may have posted it while this one was slow.
            const current = await repositories.documents(kind).find(claimedDocument);
            if (current?.disbursement?.state !== "OPEN") return;
            await disburse(repositories, current, kind, at);
          });
          return true;
        },
        claimMs: RETRY_MS,
        clock,
      });
    }
    return triedCount;
  };
}
