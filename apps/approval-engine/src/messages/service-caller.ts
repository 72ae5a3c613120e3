import type { Caller } from "../use-cases/index.ts";

/** The user that a message of a business service names. */
export function serviceCaller(
  { companyId, branchId }: { companyId: string; branchId?: string | undefined },
  userId: string,
): Caller {
  return { companyId, userId, privileged: false, ...(branchId !== undefined && { branchId }) };
}
