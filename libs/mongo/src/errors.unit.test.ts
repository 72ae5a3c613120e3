import { MongoBulkWriteError, MongoNetworkError, MongoServerError } from "mongodb";
import { describe, expect, it } from "vitest";
import { isStoreUnavailable } from "./errors.ts";

/** As the driver makes it when a write of many could not be sent: without the labels of what kept it. */
function bulkWriteError(cause: Error): MongoBulkWriteError {
  const result = {} as ConstructorParameters<typeof MongoBulkWriteError>[1];
  return new MongoBulkWriteError(cause, result);
}

describe("a write of many", () => {
  it("that was cut off by the network failed because the store was away", () => {
    expect(isStoreUnavailable(bulkWriteError(new MongoNetworkError("read ECONNRESET")))).toBe(true);
  });

  it("that the store refused did not", () => {
    const refusal = new MongoServerError({ message: "Document failed validation", code: 121 });
    expect(isStoreUnavailable(bulkWriteError(refusal))).toBe(false);
  });
});
