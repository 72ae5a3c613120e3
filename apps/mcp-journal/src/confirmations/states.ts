import { type Principal, userKey } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import { isDuplicateKey, type OpenScope, randomId, sessionOption, toObjectId } from "@countersign/mongo";
import type { AskedPage, ConfirmationState, Consent, Question } from "../tools/tool-context.ts";
import { COLLECTION, type ConfirmationRecord, KNOWN_MS, VALID_MS } from "./records.ts";

type Shown = Pick<Question, "entryId" | "ref" | "contentHash">;

export interface Confirmations {
  /**
   * The state of a question to the user behind the caller.
   *
   * @param page the question in the console, where that is where it is answered
   */
  stateOf(question: Shown, caller: Principal, page?: AskedPage): ConfirmationState;
  /**
   * The consent that a state stands for, whose signature was verified.
   *
   * @throws DomainError `FORBIDDEN` of another user or entry, `CONFLICT` where it has expired or the entry has changed
   */
  consentOf(state: ConfirmationState, question: Shown, caller: Principal): Consent;
}

/** @param clock the time; default the system's */
export function createConfirmations(
  store: Pick<OpenScope, "db">,
  clock: () => Date = () => new Date(),
): Confirmations {
  return {
    stateOf: ({ entryId, contentHash }, caller, page) => ({
      id: page?.id ?? randomId(),
      user: userKey(caller),
      entryId,
      contentHash,
      expiresAt: page?.validUntil.getTime() ?? clock().getTime() + VALID_MS,
    }),
    consentOf(state, { entryId, ref, contentHash }, caller) {
      if (state.user !== userKey(caller) || state.entryId !== entryId) {
        throw new DomainError("FORBIDDEN", "The confirmation is not valid");
      }
      if (state.expiresAt <= clock().getTime()) {
        throw new DomainError("CONFLICT", "The confirmation has expired");
      }
      if (state.contentHash !== contentHash) {
        throw new DomainError("CONFLICT", `Journal entry ${ref} has changed since it was shown`);
      }
      return { redeem: (scope = store) => markUsed(scope, state, caller) };
    },
  };
}

/** The unique id lets one of two calls with the same state through. */
async function markUsed(
  scope: OpenScope,
  { id, entryId, contentHash: hash, expiresAt }: ConfirmationState,
  { userId }: Principal,
): Promise<void> {
  const usedRecord: ConfirmationRecord = {
    _id: toObjectId(id),
    entryId: toObjectId(entryId),
    userId: toObjectId(userId),
    hash,
    status: "USED",
    expiresAt: new Date(expiresAt + KNOWN_MS),
  };
  try {
    await scope.db.collection<ConfirmationRecord>(COLLECTION).insertOne(usedRecord, sessionOption(scope));
  } catch (error) {
    if (isDuplicateKey(error)) throw new DomainError("CONFLICT", "The confirmation was used already");
    throw error;
  }
}
