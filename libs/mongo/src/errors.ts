import {
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
} from "mongodb";

const DUPLICATE_KEY = 11_000;
const MAX_TIME_EXPIRED = 50;
/** Labels of what may succeed on another attempt: no primary at the moment, or a conflict with somebody else. */
const PASSING_LABELS = ["TransientTransactionError", "UnknownTransactionCommitResult", "RetryableWriteError"];

/** Whether a write was refused by a unique index. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * Whether an operation failed because the store could not be reached or did not answer in time, and not because of
 * what was asked.
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
    (error instanceof MongoServerError && error.code === MAX_TIME_EXPIRED) ||
    PASSING_LABELS.some((label) => error.hasErrorLabel(label))
  );
}
