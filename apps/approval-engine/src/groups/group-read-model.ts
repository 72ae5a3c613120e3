import type { Db } from "mongodb";

import { keywordIn, splitPaging } from "../shared/filters.ts";
import { findByIds } from "../shared/find-by-ids.ts";
import { pageNarrowedBy } from "../shared/narrowed.ts";
import { parseInput } from "../shared/parse-input.ts";
import { type Page, createRecordReader } from "../shared/record-reader.ts";
import { userGroupPageInput } from "./inputs.ts";
import { type ShownGroup, type StoredGroup, type UserGroupRecord, shownGroup } from "./records.ts";
import { BY_NAME, GROUPS } from "./repositories.ts";

export interface GroupReadModel {
  /** The company's groups, by name. */
  groupPage(companyId: string, input: unknown): Page<ShownGroup>;
  /** The groups with these ids, in their order; deleted ones are not active. */
  groupsByIds(companyId: string, ids: readonly string[]): Promise<(ShownGroup | null)[]>;
}

export function createGroupReadModel(db: Pick<Db, "collection">): GroupReadModel {
  const groups = createRecordReader(db.collection<UserGroupRecord>(GROUPS), ["nameAsRead"]);
  return {
    groupPage: (companyId, input) => {
      const { paging, filter } = splitPaging(parseInput(userGroupPageInput, input));
      const matching = keywordIn(["name"], filter.keyword);
      const page = groups.page(companyId, matching, paging, BY_NAME);
      return pageNarrowedBy(userGroupPageInput, {
        data: async () => (await page.data()).map((group) => shownGroup(group)),
        total: () => page.total(),
      });
    },
    groupsByIds: async (companyId, ids) => {
      const groupRows = await findByIds<StoredGroup>(db, GROUPS, companyId, ids);
      return groupRows.map((group) => (group === null ? null : shownGroup(group)));
    },
  };
}

/** By the name that the generated resolver types refer to. */
export type UserGroupPage = Page<ShownGroup>;
