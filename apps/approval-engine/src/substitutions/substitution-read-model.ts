import { listLimitOf } from "@countersign/graphql";
import type { Grant } from "@countersign/domain/approval";
import { type Db, type Filter, ObjectId } from "mongodb";

import type { SettingsDefaults } from "../approval-settings/index.ts";
import { type Caller, assertPrivileged } from "../shared/caller.ts";
import { splitPaging } from "../shared/filters.ts";
import { createListReader } from "../shared/list-page.ts";
import { pageNarrowedBy } from "../shared/narrowed.ts";
import { parseInput } from "../shared/parse-input.ts";
import { type Page, createRecordReader } from "../shared/record-reader.ts";
import { type Away, awayAmong } from "./away.ts";
import { grantsOf } from "./grants.ts";
import { substitutionPageInput } from "./inputs.ts";
import type { StoredSubstitution, SubstitutionRecord } from "./records.ts";
import { COLLECTION } from "./substitutions-repository.ts";
import { LISTS } from "./sdl.ts";

export interface SubstitutionReadModel {
  /** The caller's own, as principal and as substitute; ended and revoked ones too. */
  listMine(caller: Caller): Promise<StoredSubstitution[]>;
  /** The people the caller may represent now; see {@link grantsOf}. */
  grantsOf(caller: Pick<Caller, "companyId" | "userId">): Promise<Grant[]>;
  /** Of each user whether others decide in their place now; see {@link awayAmong}. */
  away(companyId: string, userIds: readonly string[]): Promise<(Away | null)[]>;
  /** @throws DomainError `FORBIDDEN` unless the caller is privileged */
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
      assertPrivileged(caller);
      const { companyId } = caller;
      const { paging, filter } = splitPaging(parseInput(substitutionPageInput, input));
      const rest = filter.activeAt && holdingAt(filter.activeAt);
      const page =
        filter.userId === undefined
          ? records.page(companyId, rest ?? {}, paging)
          : lists.page({ ...ofPerson(companyId, filter.userId), rest }, paging);
      return pageNarrowedBy(substitutionPageInput, page);
    },
  };
}

const ofPerson = (companyId: string, userId: ObjectId) => ({
  index: "of_person",
  exact: { peopleIds: userId, companyId: new ObjectId(companyId) },
  implied: { deletedAt: null },
});

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
