import type { Id } from "@countersign/domain/approval";
import { type Db, ObjectId } from "mongodb";

import { peopleAmong } from "../shared/people.ts";
import type { SubstitutionRecord } from "./records.ts";
import { COLLECTION } from "./substitutions-repository.ts";

/** A user in whose place others decide now. */
export interface Away {
  companyId: Id;
  /** The last day, as the user chose it. */
  until: string;
  substituteIds: readonly Id[];
}

/** Of each user whether others decide in their place now, until when, and who; two commands. */
export async function awayAmong(
  db: Pick<Db, "collection">,
  companyId: Id,
  userIds: readonly Id[],
  now: Date,
): Promise<(Away | null)[]> {
  const heldRows = await db
    .collection<SubstitutionRecord>(COLLECTION)
    .find(
      {
        companyId: new ObjectId(companyId),
        principalId: { $in: userIds.map((id) => new ObjectId(id)) },
        until: { $gt: now },
        from: { $lte: now },
        revokedAt: { $exists: false },
        deletedAt: null,
      },
      { hint: "by_principal" },
    )
    .toArray();
  const substitutes = heldRows.map(({ substituteId }) => substituteId.toHexString());
  const people = substitutes.length > 0 ? await peopleAmong({ db }, companyId, substitutes) : new Map();
  const present = heldRows.filter(
    ({ substituteId }) => people.get(substituteId.toHexString())?.active !== false,
  );
  const ofUser = Map.groupBy(present, ({ principalId }) => principalId.toHexString());
  return userIds.map((id) => {
    const ownRows = (ofUser.get(id) ?? []).toSorted((a, b) => b.until.getTime() - a.until.getTime());
    const [last] = ownRows;
    if (last === undefined) return null;
    const substituteIds = new Set(ownRows.map(({ substituteId }) => substituteId.toHexString()));
    return { companyId, until: last.untilDate, substituteIds: [...substituteIds] };
  });
}
