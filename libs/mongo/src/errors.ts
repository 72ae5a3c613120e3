import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoError,
  MongoExpiredSessionError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoUnexpectedServerResponseError,
} from "mongodb";

const DUPLICATE_KEY = 11_000;
const WRITE_CONFLICT = 112;
const TIME_LIMIT_EXCEEDED = 50;

/** Codes of a server that is reachable and cannot work (error_codes.yml of the server). */
const OUTAGE_CODES = new Set([
  // No primary at the moment: an election, a member that starts, recovers or stops.
  91, 189, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436, 133, 134,
  // The network between the members.
  6, 7, 89, 202, 9_001,
  // It took too long, or could not be replicated in time.
  24, 50, 64, 79, 100, 262, 290,
  // The member that held the cursor or transaction is gone.
  43, 175, 237, 251,
  // The disk is full.
  14_031,
]);

/** Labels of operations that may succeed on another attempt, or that were never sent. */
const OUTAGE_LABELS = [
  "TransientTransactionError",
  "UnknownTransactionCommitResult",
  "RetryableWriteError",
  "HandshakeError",
  "SystemOverloadedError",
];

/** The driver's own errors when nobody answers, or when its client was closed during the operation. */
const OUTAGE_CLASSES = [
  MongoServerSelectionError,
  MongoNetworkError,
  MongoOperationTimeoutError,
  MongoUnexpectedServerResponseError,
  MongoServerClosedError,
  MongoTopologyClosedError,
  MongoClientClosedError,
  MongoNotConnectedError,
  // A session ends early only when its client is closed.
  MongoExpiredSessionError,
];
/** Classes that the driver does not export. */
const POOL_TIMEOUT = "MongoWaitQueueTimeoutError";
const OUTAGE_NAMES = new Set([POOL_TIMEOUT, "MongoPoolClosedError"]);

/** Codes of a socket that broke under the driver. */
const SOCKET_CODES = new Set([
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTCONN",
  "EPIPE",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_WRITE_AFTER_END",
  "ETIMEDOUT",
]);

/**
 * Whether a socket broke while a command was being written to it. The driver (7.8) passes this error on unwrapped and
 * without a label, so it never retries.
 */
export function isSocketError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && SOCKET_CODES.has(String(error.code));
}

/** Whether a write was refused by a unique index. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/** Whether a server ended an operation because it took longer than its `maxTimeMS`. */
export function exceededTime(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === TIME_LIMIT_EXCEEDED;
}

/** Whether a transaction met another one that writes the same record. */
export function isWriteConflict(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === WRITE_CONFLICT;
}

/**
 * Whether an operation failed because the store could not be reached, did not answer in time, or has no primary or no
 * room left.
 */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof MongoError)) return isSocketError(error);
  // The driver wraps the error that stopped a bulk write, and loses some of its labels.
  if (error instanceof MongoBulkWriteError && error.errorResponse instanceof MongoError) {
    return isStoreUnavailable(error.errorResponse);
  }
  return (
    OUTAGE_CLASSES.some((outage) => error instanceof outage) ||
    OUTAGE_NAMES.has(error.name) ||
    (error instanceof MongoServerError && OUTAGE_CODES.has(Number(error.code))) ||
    OUTAGE_LABELS.some((label) => error.hasErrorLabel(label))
  );
}

/**
 * Whether the store could not be reached at all. A wait for a free connection that took too long is not that: a caller
 * who asks too much causes it, while the store answers others.
 */
export function isStoreAway(error: unknown): boolean {
  return isStoreUnavailable(error) && (error as Error).name !== POOL_TIMEOUT;
}

/**
 * The error for callers: an error of the domain unchanged, an outage of the store as `UNAVAILABLE` with the error as its
 * cause, `undefined` for unforeseen errors. Every edge uses it.
 */
export function toDomainError(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (!isStoreUnavailable(error)) return undefined;
  return new DomainError("UNAVAILABLE", text("passing.store"), { cause: error });
}
