import { listLimitOf } from "@countersign/graphql";
import type { IndexPlan } from "@countersign/mongo";
import { type Db, ObjectId } from "mongodb";
import { z } from "zod";

import type { User } from "../shared/directory-read-model.ts";
import { keywordIn } from "../shared/filters.ts";
import { keyword } from "../shared/page-inputs.ts";
import { narrowedBy } from "../shared/narrowed.ts";
import { parseInput } from "../shared/parse-input.ts";
import { toRecord } from "../shared/record-of.ts";
import type { UserRecord } from "../shared/records.ts";
import { LISTS } from "./sdl.ts";

const SEARCH_MS = 2_000;

const searchInput = z.object({ keyword });

/** The users of a company, for choosing one. */
export interface PeopleReadModel {
  /** The first ones whose name or address contains the keyword, by name. */
  search(companyId: string, input: unknown): Promise<User[]>;
}

export function createPeopleReadModel(db: Pick<Db, "collection">): PeopleReadModel {
  const users = db.collection<UserRecord & { active?: boolean }>("users");
  return {
    search: async (companyId, input) => {
      const { keyword: text } = parseInput(searchInput, input);
      const matching = keywordIn(["name", "email"], text ?? undefined);
      const cursor = users
        .find({ companyId: new ObjectId(companyId), active: { $ne: false }, ...matching })
        .sort({ name: 1, _id: 1 })
        .limit(listLimitOf(LISTS, "Query", "userSearch"))
        .maxTimeMS(SEARCH_MS);
      const found = await narrowedBy(searchInput, () => cursor.toArray());
      return found.map((user) => toRecord(user));
    },
  };
}

export const PEOPLE_INDEXES: readonly IndexPlan[] = [
  { collection: "users", indexes: [{ key: { companyId: 1, name: 1, _id: 1 } }] },
];
