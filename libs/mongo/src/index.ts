export { type Audit, type AuditEntry, type AuditOptions, auditRecordOf, createAudit } from "./audit.ts";
export type { AuditRecord } from "./audit-record.ts";
export {
  auditedCompanies,
  type ChainFault,
  type ChainHead,
  type ChainReport,
  verifyAuditChain,
} from "./audit-chain.ts";
export { digestOf } from "./canonical.ts";
export { containing, type Containing } from "./containing.ts";
export { doOnce, type Once, type OnceAnswer } from "./do-once.ts";
export { exceededTime, isDuplicateKey, isStoreAway, isStoreUnavailable, toDomainError } from "./errors.ts";
export { readFreshFrom } from "./fresh-reads.ts";
export { isHexId, newId, randomId, toHex, toObjectId } from "./ids.ts";
export { createInbox, type Inbox } from "./inbox.ts";
export { ensureIndexes, EXPIRY, type IndexPlan } from "./indexes.ts";
export { createNumbers, type Numbers } from "./numbers.ts";
export { onceStoreAnswers, type WaitOptions } from "./once-store-answers.ts";
export { platformIndexes } from "./platform-indexes.ts";
export { createRequests, type RequestKey, type Requests } from "./requests.ts";
export { expiryAfter, RETENTION_DAYS } from "./retention.ts";
export { type OpenScope, type Scope, sessionOption } from "./scope.ts";
export {
  connectStore,
  type ConnectStoreOptions,
  findUriFault,
  openStore,
  type Store,
  verifyStore,
} from "./store.ts";
export { OtherVersionError, STORE_SCHEMA } from "./store-version.ts";
export { insertMissing, replaceOlder, type StatementFailures } from "./unordered-writes.ts";
export {
  beginAnew,
  createUnitOfWork,
  type UnitOfWork,
  type UnitOfWorkCallOptions,
  type UnitOfWorkOptions,
} from "./unit-of-work.ts";
