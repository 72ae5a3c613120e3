import type { Doc } from "./doc.ts";

/** The server's error codes that this store uses. */
const CODES = {
  InternalError: 1,
  BadValue: 2,
  FailedToParse: 9,
  Unauthorized: 13,
  TypeMismatch: 14,
  InvalidLength: 16,
  IllegalOperation: 20,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  ShutdownInProgress: 91,
  WriteConflict: 112,
  CommandNotSupported: 115,
  CannotIndexParallelArrays: 171,
  QueryPlanKilled: 175,
  TransactionTooOld: 225,
  NoSuchTransaction: 251,
  TransactionCommitted: 256,
  OperationNotSupportedInTransaction: 263,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  OutOfDiskSpace: 14031,
  InclusionInExclusionProjection: 31253,
  ExclusionInInclusionProjection: 31254,
  UnknownField: 40415,
} as const;

export type CodeName = keyof typeof CODES;

/** A failure for the client, in the shape and with the labels that the driver acts on. */
export class StoreError extends Error {
  readonly code: number;
  readonly codeName: string;
  readonly labels: readonly string[];
  readonly extra: Doc;

  constructor(codeName: CodeName, message: string, details: { labels?: string[]; extra?: Doc } = {}) {
    super(message);
    this.code = CODES[codeName];
    this.codeName = codeName;
    this.labels = details.labels ?? [];
    this.extra = details.extra ?? {};
  }
}

/** @throws StoreError always */
export function fail(codeName: CodeName, message: string): never {
  throw new StoreError(codeName, message);
}

/** Refuses a feature that is left out on purpose, instead of answering approximately. */
export function refuseFeature(feature: string): never {
  throw new StoreError(
    "CommandNotSupported",
    `${feature} is not supported by the embedded development store`,
  );
}

/** The reply document of a failure; an unforeseen one is internal. */
export function toErrorReply(failure: unknown): Doc {
  const error = failure instanceof StoreError ? failure : new StoreError("InternalError", String(failure));
  const { message: errmsg, code, codeName, labels, extra } = error;
  return {
    ok: 0,
    errmsg,
    code,
    codeName,
    ...(labels.length > 0 ? { errorLabels: [...labels] } : {}),
    ...extra,
  };
}
