import type { Id } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { type OpenScope, sessionOption, toHex, toObjectId } from "@countersign/mongo";
import { text } from "@countersign/texts";
import type { Db } from "mongodb";

import { keywordIn } from "../shared/filters.ts";
import type { UserRecord } from "../shared/records.ts";

/** Whether an approver is named by an e-mail address; else by an id. */
export const isAddress = (approver: string): boolean => approver.includes("@");

/** The field of an approver that a request names. */
export const approverField = (at: number): string => `approvers[${at}]`;

/**
 * The ids of approvers whom a request names by ids or e-mail addresses, in their order. Addresses are those of people who
 * have not left, and case does not matter (contract-4, MEET-1).
 *
 * @throws DomainError `INVALID_INPUT` for an address that nobody has, or several people
 */
export async function idsOfApprovers(
  { db, ...scope }: Pick<OpenScope, "session"> & { db: Pick<Db, "collection"> },
  companyId: Id,
  approvers: readonly string[],
): Promise<Id[]> {
  const addresses = approvers.filter(isAddress);
  if (addresses.length === 0) return [...approvers];
  const holders = await db
    .collection<UserRecord & { active?: boolean }>("users")
    .find(
      {
        companyId: toObjectId(companyId),
        active: { $ne: false },
        $or: addresses.flatMap((address) => keywordIn(["email"], address).$or ?? []),
      },
      { ...sessionOption(scope), projection: { email: 1 } },
    )
    .toArray();
  return approvers.map((name, at) => {
    if (!isAddress(name)) return name;
    const [holder, secondHolder] = holders.filter(
      ({ email = "" }) => email.toLowerCase() === name.toLowerCase(),
    );
    if (holder !== undefined && secondHolder === undefined) return toHex(holder._id);
    const parameters = { at, address: name };
    const fault = secondHolder
      ? text("ask.addressShared", parameters)
      : text("ask.addressUnknown", parameters);
    throw new DomainError("INVALID_INPUT", fault, { field: approverField(at) });
  });
}
