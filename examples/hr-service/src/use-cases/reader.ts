import type { Principal } from "@countersign/auth";
import type { Reader } from "../document-repository.ts";
import type { FindEmployeesOfUser } from "../hr-repositories.ts";

/** The caller as a reader of documents; undefined for privileged users and auditors, who read all (contract-2, SAFE-9). */
export type ReaderOf = (caller: Principal) => Promise<Reader | undefined>;

export function createReaderOf(findEmployeesOfUser: FindEmployeesOfUser): ReaderOf {
  return async ({ companyId, userId, privileged, isAuditor }) =>
    privileged || isAuditor
      ? undefined
      : { userId, employeeIds: await findEmployeesOfUser(companyId, userId) };
}
