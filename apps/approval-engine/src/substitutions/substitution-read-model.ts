import { listLimitOf } from "@countersign/graphql";
import type { Grant } from "@countersign/domain/approval";
import { type Collection, type Db, type Filter, ObjectId } from "mongodb";

import type { SettingsDefaults } from "../approval-settings/index.ts";
import { type Caller, assertSeesEverything } from "../shared/caller.ts";
import { splitPaging } from "../shared/filters.ts";
import { createListReader } from "../shared/list-page.ts";
import { pageNarrowedBy } from "../shared/narrowed.ts";
import { toRecord } from "../shared/record-of.ts";
import { parseInput } from "../shared/parse-input.ts";
import { type Page, type Paging, type RecordReader, createRecordReader } from "../shared/record-reader.ts";
import { type Away, awayAmong } from "./away.ts";
import { grantsOf } from "./grants.ts";
import { substitutionPageInput } from "./inputs.ts";
import type { StoredSubstitution, SubstitutionRecord } from "./records.ts";
import { BY_END, COLLECTION } from "./substitutions-repository.ts";
import { LISTS } from "./sdl.ts";

export interface SubstitutionReadModel {
  /** The caller's own, as principal and as substitute; ended and revoked ones too. */
  listMine(caller: Caller): Promise<StoredSubstitution[]>;
  /** The people the caller may represent now; see {@link grantsOf}. */
  grantsOf(caller: Pick<Caller, "companyId" | "userId">): Promise<Grant[]>;
  /** Of each user whether others decide in their place now; see {@link awayAmong}. */
  away(companyId: string, userIds: readonly string[]): Promise<(Away | null)[]>;
  /** @throws DomainError `FORBIDDEN` unless the caller is privileged or an auditor */
  page(caller: Caller, input: unknown): Page<StoredSubstitution>;
}

export function createSubstitutionReadModel(
  db: Pick<Db, "collection">,
  clock: () => Date,
  settingsDefaults: SettingsDefaults = {},
): SubstitutionReadModel {
  const collection = db.collection<SubstitutionRecord>(COLLECTION);
  const records = createRecordReader(collection);
  const lists = createListReader(collection);
  return {
    listMine: async ({ companyId, userId }) =>
      lists.list(ofPerson(companyId, new ObjectId(userId)), listLimitOf(LISTS, "Query", "mySubstitutions")),
    away: (companyId, userIds) => awayAmong(db, companyId, userIds, clock()),
    grantsOf: (caller) => grantsOf({ db, settingsDefaults }, caller, clock()),
    page: (caller, input) => {
      assertSeesEverything(caller);
      const { companyId } = caller;
      const { paging, filter } = splitPaging(parseInput(substitutionPageInput, input));
      const { userId, activeAt } = filter;
      if (userId === undefined) {
        const page =
          activeAt === undefined
            ? records.page(companyId, {}, paging)
            : pageHolding({ collection, records }, { companyId, at: activeAt }, paging);
        return pageNarrowedBy(substitutionPageInput, page);
      }
      const rest = activeAt && holdingAt(activeAt);
      return pageNarrowedBy(
        substitutionPageInput,
        lists.page({ ...ofPerson(companyId, userId), rest }, paging),
      );
    },
  };
}

const ofPerson = (companyId: string, userId: ObjectId) => ({
  index: "of_person",
  exact: { peopleIds: userId, companyId: new ObjectId(companyId) },
  implied: { deletedAt: null },
});

/** Most substitutions that are read because they hold at an instant. */
const HELD_MAX = 300;

/**
 * A page of those that hold at an instant: few do, which an index by their end has. Where many do, the page is not far
 * into the list of all.
 */
function pageHolding(
  {
    collection,
    records,
  }: { collection: Collection<SubstitutionRecord>; records: RecordReader<SubstitutionRecord> },
  { companyId, at }: { companyId: string; at: Date },
  paging: Paging,
): Page<StoredSubstitution> {
  const heldNow = { companyId: new ObjectId(companyId), ...holdingAt(at) };
  let few: Promise<StoredSubstitution[] | undefined> | undefined;
  const readFew = async () => {
    const heldSubstitutions = await collection
      .find(heldNow, { hint: BY_END, limit: HELD_MAX + 1 })
      .map((row) => toRecord(row))
      .toArray();
    return heldSubstitutions.length > HELD_MAX ? undefined : heldSubstitutions.toSorted(newestFirst);
  };
  const allOfFew = () => (few ??= readFew());
  const { skip, take } = paging;
  return {
    data: async () =>
      (await allOfFew())?.slice(skip, skip + take) ?? records.page(companyId, holdingAt(at), paging).data(),
    total: async () => (await allOfFew())?.length ?? collection.count(heldNow, { hint: BY_END }),
  };
}

const newestFirst = (left: StoredSubstitution, right: StoredSubstitution): number =>
  right.createdAt.getTime() - left.createdAt.getTime() || (left._id < right._id ? 1 : -1);

/** Those that held at the instant: one that was revoked later did. */
function holdingAt(at: Date): Filter<SubstitutionRecord> {
  return {
    from: { $lte: at },
    until: { $gt: at },
    $or: [{ revokedAt: { $exists: false } }, { revokedAt: { $gt: at } }],
  };
}

/** By the name that the generated resolver types refer to. */
export type SubstitutionPage = Page<StoredSubstitution>;
