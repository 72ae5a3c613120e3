import {
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
} from "mongodb";

const DUPLICATE_KEY = 11_000;
/** Answers of a server that is there and cannot work: it took too long, or its disk is full. */
const SERVER_FAULTS = new Set([50, 14_031]);
/** Labels of what may succeed on another attempt: no primary at the moment, or a conflict with somebody else. */
const PASSING_LABELS = ["TransientTransactionError", "UnknownTransactionCommitResult", "RetryableWriteError"];

/** Whether a write was refused by a unique index. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * Whether an operation failed because the store could not be reached, did not answer in time or has no room left, and
 * not because of what was asked.
 */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof MongoError)) return false;
  // The driver wraps what kept a write of many from being sent, and some labels are lost with that.
  if (error instanceof MongoBulkWriteError && error.errorResponse instanceof MongoError) {
    return isStoreUnavailable(error.errorResponse);
  }
  return (
    error instanceof MongoServerSelectionError ||
    error instanceof MongoNetworkError ||
    error.name === "MongoWaitQueueTimeoutError" ||
    (error instanceof MongoServerError && SERVER_FAULTS.has(Number(error.code))) ||
    PASSING_LABELS.some((label) => error.hasErrorLabel(label))
  );
}
