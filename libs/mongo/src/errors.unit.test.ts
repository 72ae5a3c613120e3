import { DomainError } from "@countersign/domain/errors";
import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoError,
  MongoExpiredSessionError,
  MongoInvalidArgumentError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoUnexpectedServerResponseError,
  type TopologyDescription,
} from "mongodb";
import { describe, expect, it } from "vitest";
import { isStoreUnavailable, toDomainError } from "./errors.ts";

/** The driver's error when a bulk write could not be sent; it lacks the labels of its cause. */
function bulkWriteError(cause: Error): MongoBulkWriteError {
  const result = {} as ConstructorParameters<typeof MongoBulkWriteError>[1];
  return new MongoBulkWriteError(cause, result);
}

describe("a bulk write", () => {
  it("that the network cut off failed because the store was away", () => {
    expect(isStoreUnavailable(bulkWriteError(new MongoNetworkError("read ECONNRESET")))).toBe(true);
  });

  it("that the store refused failed for another reason", () => {
    const refusal = new MongoServerError({ message: "Document failed validation", code: 121 });
    expect(isStoreUnavailable(bulkWriteError(refusal))).toBe(false);
  });
});

/** Classes that the driver does not export are known by their names. */
function namedError(name: string): MongoError {
  return Object.defineProperty(new MongoError("closed"), "name", { value: name });
}

function labelled(label: string): MongoServerError {
  const error = new MongoServerError({ message: "no" });
  error.addErrorLabel(label);
  return error;
}

const socketError = (code: string) => Object.assign(new Error("write failed"), { code });

describe("an outage of the store", () => {
  it.each([
    [6],
    [7],
    [24],
    [43],
    [50],
    [64],
    [79],
    [89],
    [91],
    [100],
    [133],
    [134],
    [175],
    [189],
    [202],
    [237],
    [251],
    [262],
    [290],
    [9_001],
    [10_058],
    [10_107],
    [11_600],
    [11_602],
    [13_435],
    [13_436],
    [14_031],
  ])("is the server's code %i", (code) => {
    expect(isStoreUnavailable(new MongoServerError({ message: "no", code }))).toBe(true);
  });

  it.each([
    "TransientTransactionError",
    "UnknownTransactionCommitResult",
    "RetryableWriteError",
    "HandshakeError",
    "SystemOverloadedError",
  ])("has the label %s", (label) => {
    expect(isStoreUnavailable(labelled(label))).toBe(true);
  });

  it.each([
    new MongoServerSelectionError("no primary", {} as TopologyDescription),
    new MongoNetworkError("read ECONNRESET"),
    new MongoOperationTimeoutError("late"),
    new MongoUnexpectedServerResponseError("Selected server does not support retryable writes"),
    new MongoServerClosedError(),
    new MongoTopologyClosedError(),
    new MongoClientClosedError(),
    new MongoNotConnectedError("closed"),
    new MongoExpiredSessionError(),
    namedError("MongoPoolClosedError"),
    namedError("MongoWaitQueueTimeoutError"),
    socketError("EPIPE"),
    socketError("ECONNRESET"),
    socketError("ERR_STREAM_DESTROYED"),
  ])("is a $name of the driver", (error) => {
    expect(isStoreUnavailable(error)).toBe(true);
    expect(toDomainError(error)).toMatchObject({
      code: "UNAVAILABLE",
      message: "The store is not available; try again",
      cause: error,
    });
  });

  it.each([
    new MongoServerError({ message: "E11000 duplicate key", code: 11_000 }),
    new MongoServerError({ message: "Document failed validation", code: 121 }),
    new MongoInvalidArgumentError("no"),
    new TypeError("a bug"),
    socketError("ENOENT"),
    undefined,
  ])("excludes other errors: %s", (error) => {
    expect(isStoreUnavailable(error)).toBe(false);
    expect(toDomainError(error)).toBeUndefined();
  });

  it("leaves a failure of the domain unchanged", () => {
    const refusal = new DomainError("CONFLICT", "no");
    expect(toDomainError(refusal)).toBe(refusal);
  });
});
