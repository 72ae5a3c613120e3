import { MongoServerError } from "mongodb";

const DUPLICATE_KEY = 11_000;

/** Whether a write was refused by a unique index. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}
