import type { Principal } from "@countersign/auth";

/** On whose behalf a use case runs: a verified token's user, or the user that a message names. */
export type Caller = Pick<Principal, "companyId" | "userId" | "privileged"> &
  Partial<Pick<Principal, "branchId" | "name">>;
