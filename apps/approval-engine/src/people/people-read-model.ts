import { listLimitOf } from "@countersign/graphql";
import { type IndexPlan, containing } from "@countersign/mongo";
import { type Db, type Filter, ObjectId } from "mongodb";
import { z } from "zod";

import type { User } from "../shared/directory-read-model.ts";
import { keyword } from "../shared/page-inputs.ts";
import { narrowedBy } from "../shared/narrowed.ts";
import { parseInput } from "../shared/parse-input.ts";
import { toRecord } from "../shared/record-of.ts";
import type { UserRecord } from "../shared/records.ts";
import { LISTS } from "./sdl.ts";

const SEARCH_MS = 2_000;

const searchInput = z.object({ keyword });

type PersonRecord = UserRecord & { active?: boolean };

/** The index of a company's users by name, with all that a search judges. */
const BY_NAME = "by_name";

/** The order of the store: by the bytes of names, then by id. */
const byName = (left: PersonRecord, right: PersonRecord): number =>
  Buffer.compare(Buffer.from(left.name ?? ""), Buffer.from(right.name ?? "")) ||
  Buffer.compare(left._id.id, right._id.id);

/** The users of a company, for choosing one. */
export interface PeopleReadModel {
  /** The first ones whose name or address contains the keyword, by name. */
  search(companyId: string, input: unknown): Promise<User[]>;
}

export function createPeopleReadModel(db: Pick<Db, "collection">): PeopleReadModel {
  const users = db.collection<PersonRecord>("users");
  return {
    search: async (companyId, input) => {
      const { keyword: text } = parseInput(searchInput, input);
      const most = listLimitOf(LISTS, "Query", "userSearch");
      const first = (matching: Filter<PersonRecord>) =>
        users
          .find(
            { ...matching, companyId: new ObjectId(companyId), active: { $ne: false } },
            { hint: BY_NAME },
          )
          .sort({ name: 1, _id: 1 })
          .limit(most)
          .maxTimeMS(SEARCH_MS)
          .toArray();
      // One search for each field: the keys of the index answer it, and only those who match are read.
      const matchings = text ? ["name", "email"].map((field) => ({ [field]: containing(text) })) : [{}];
      const foundPeople = await narrowedBy(searchInput, () => Promise.all(matchings.map(first)));
      const distinct = new Map(foundPeople.flat().map((user) => [user._id.toHexString(), user]));
      return [...distinct.values()]
        .toSorted(byName)
        .slice(0, most)
        .map((user) => toRecord(user));
    },
  };
}

export const PEOPLE_INDEXES: readonly IndexPlan[] = [
  {
    collection: "users",
    indexes: [{ key: { companyId: 1, name: 1, _id: 1, email: 1, active: 1 }, name: BY_NAME }],
  },
];
