import type { KindRegistry } from "@countersign/contracts";
import type { Db } from "mongodb";

import { splitPaging } from "../shared/filters.ts";
import { pageNarrowedBy } from "../shared/narrowed.ts";
import { parseInput } from "../shared/parse-input.ts";
import { type Page, createRecordReader } from "../shared/record-reader.ts";
import { limitInputsOf } from "./inputs.ts";
import type { ApprovalLimit, ApprovalLimitRecord } from "./records.ts";
import { LIMITS_COLLECTION } from "./repositories.ts";

export interface LimitReadModel {
  /** The company's limits, newest first. */
  limitPage(companyId: string, input: unknown): Page<ApprovalLimit>;
}

export function createLimitReadModel({
  db,
  kinds,
}: {
  db: Pick<Db, "collection">;
  kinds: KindRegistry;
}): LimitReadModel {
  const limits = createRecordReader(db.collection<ApprovalLimitRecord>(LIMITS_COLLECTION), ["holderId"]);
  const pageInput = limitInputsOf(kinds).page;
  return {
    limitPage: (companyId, input) => {
      const { paging, filter } = splitPaging(parseInput(pageInput, input));
      return pageNarrowedBy(pageInput, limits.page(companyId, filter, paging));
    },
  };
}

/** By the name that the generated resolver types refer to. */
export type ApprovalLimitPage = Page<ApprovalLimit>;
