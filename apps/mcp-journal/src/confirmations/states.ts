import { type Principal, userKey } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import {
  type IndexPlan,
  isDuplicateKey,
  type OpenScope,
  randomId,
  sessionOption,
  toObjectId,
} from "@countersign/mongo";
import type { ObjectId } from "mongodb";
import type { Consent, Question } from "../tools/tool.ts";

const COLLECTION = "mcp_confirmations";

/** How long a person may take to answer. */
const VALID_MS = 10 * 60_000;

/**
 * How long a used confirmation is known after its state has expired: clocks differ, and one that was forgotten before every
 * replica calls it expired could be used again.
 */
const KNOWN_MS = 24 * 60 * 60_000;

/** `mcp_confirmations`: the confirmations that were used (contract-3, MCP-2). */
interface ConfirmationRecord {
  _id: ObjectId;
  entryId: ObjectId;
  userId: ObjectId;
  hash: string;
  /** When the store may forget it. */
  expiresAt: Date;
}

export const CONFIRMATION_INDEXES: readonly IndexPlan[] = [
  { collection: COLLECTION, indexes: [{ key: { expiresAt: 1 }, name: "expired", expireAfterSeconds: 0 }] },
];

/** The state that travels through the client: what was shown, to whom, and until when it counts. */
export interface ConfirmationState {
  id: string;
  user: string;
  entryId: string;
  contentHash: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface Confirmations {
  /** The state of a question to the user behind the caller. */
  stateOf(question: Question, caller: Principal): ConfirmationState;
  /**
   * The consent that a state stands for, whose signature was verified.
   *
   * @throws DomainError `FORBIDDEN` of another user or entry, `CONFLICT` where it has expired or the entry has changed
   */
  consentOf(state: ConfirmationState, question: Question, caller: Principal): Consent;
}

/** @param clock the time; default the system's */
export function createConfirmations(
  store: Pick<OpenScope, "db">,
  clock: () => Date = () => new Date(),
): Confirmations {
  return {
    stateOf: ({ entryId, contentHash }, caller) => ({
      id: randomId(),
      user: userKey(caller),
      entryId,
      contentHash,
      expiresAt: clock().getTime() + VALID_MS,
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
  const used: ConfirmationRecord = {
    _id: toObjectId(id),
    entryId: toObjectId(entryId),
    userId: toObjectId(userId),
    hash,
    expiresAt: new Date(expiresAt + KNOWN_MS),
  };
  try {
    await scope.db.collection<ConfirmationRecord>(COLLECTION).insertOne(used, sessionOption(scope));
  } catch (error) {
    if (isDuplicateKey(error)) throw new DomainError("CONFLICT", "The confirmation was used already");
    throw error;
  }
}
