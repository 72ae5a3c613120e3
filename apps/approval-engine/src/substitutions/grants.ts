import { type Grant, type Id, type Substitution, grantsAt } from "@countersign/domain/approval";
import { type OpenScope, sessionOption, toObjectId } from "@countersign/mongo";
import type { Db } from "mongodb";

import { type SettingsDefaults, settingsOf } from "../approval-settings/index.ts";
import type { Caller } from "../shared/caller.ts";
import { toRecord } from "../shared/record-of.ts";
import { peopleAmong } from "../shared/people.ts";
import { REACH } from "./reach.ts";
import type { SubstitutionRecord } from "./records.ts";
import { COLLECTION, toSubstitution } from "./substitutions-repository.ts";

/** A transaction, or the store outside of any. */
type ReadScope = Pick<OpenScope, "session"> & {
  db: Pick<Db, "collection">;
  settingsDefaults?: SettingsDefaults;
};

/** Most substitutions that may follow each other (setting `substitutionDepth`). */
const MAX_DEPTH = 3;

/**
 * The substitutions not revoked and not ended whose principal is one of the users, and those that follow from them: of
 * their substitutes, and of these. At most as many commands as the chains are long.
 *
 * @param depth - how many may follow each other, 1 to 3
 */
export async function openSubstitutionsAmong(
  scope: ReadScope,
  companyId: Id,
  userIds: readonly Id[],
  now: Date,
  depth: number = MAX_DEPTH,
): Promise<Substitution[]> {
  return follow(scope, { companyId, now, depth, from: "principalId", to: "substituteId" }, userIds);
}

/**
 * The people the caller may represent now: directly, the newest substitution first, then by chains as far as the setting
 * `substitutionDepth` allows and {@link REACH}. One command where nobody has made the caller a substitute, and at most five.
 */
export async function grantsOf(
  scope: ReadScope,
  { companyId, userId }: Pick<Caller, "companyId" | "userId">,
  now: Date,
): Promise<Grant[]> {
  const towards = { companyId, now, from: "substituteId", to: "principalId" } as const;
  const ownSubstitutions = await follow(scope, { ...towards, depth: 1 }, [userId]);
  if (ownSubstitutions.length === 0) return [];
  const { substitutionDepth: depth } = await settingsOf(scope, companyId);
  const furtherSubstitutions = await follow(scope, { ...towards, depth: depth - 1 }, [
    ...new Set(ownSubstitutions.map(({ principalId }) => principalId)),
  ]);
  const substitutions = [
    ...new Map(
      [...ownSubstitutions, ...furtherSubstitutions].map((substitution) => [substitution.id, substitution]),
    ).values(),
  ];
  const ids = substitutions.flatMap(({ principalId, substituteId }) => [principalId, substituteId]);
  const people = await peopleAmong(scope, companyId, ids);
  const grants = grantsAt(substitutions, { nowMs: now.getTime(), depth, people });
  return withinReach(
    grants.filter(({ substituteId, principalId }) => substituteId === userId && principalId !== userId),
  );
}

/** The first ones, as far as one person may represent others: only chains of substitutions lead to more. */
function withinReach(grants: readonly Grant[]): Grant[] {
  let places = 0;
  return grants.filter(({ kinds }) => (places += Math.max(kinds.length, 1)) <= REACH.places);
}

type End = "principalId" | "substituteId";

const INDEXES = { principalId: "by_principal", substituteId: "by_substitute" } as const satisfies Record<
  End,
  string
>;

/** Substitutions that have not ended, from people at one end to those at the other, level by level. */
async function follow(
  { db, session }: ReadScope,
  { companyId, now, depth, from, to }: { companyId: Id; now: Date; depth: number; from: End; to: End },
  userIds: readonly Id[],
): Promise<Substitution[]> {
  const collection = db.collection<SubstitutionRecord>(COLLECTION);
  const seenIds = new Set(userIds);
  const foundSubstitutions: Substitution[] = [];
  let next = [...seenIds];
  for (let level = 0; level < depth && next.length > 0; level += 1) {
    const batch = await collection
      .find(
        {
          companyId: toObjectId(companyId),
          [from]: { $in: next.map((id) => toObjectId(id)) },
          until: { $gt: now },
          revokedAt: { $exists: false },
          deletedAt: null,
        },
        { ...sessionOption(session ? { session } : {}), hint: INDEXES[from], sort: { _id: -1 } },
      )
      .toArray();
    const substitutions = batch.map((row) => toSubstitution(toRecord(row)));
    foundSubstitutions.push(...substitutions);
    next = substitutions
      .map((substitution) => substitution[to])
      .filter((id) => !seenIds.has(id) && seenIds.add(id));
  }
  return foundSubstitutions;
}
