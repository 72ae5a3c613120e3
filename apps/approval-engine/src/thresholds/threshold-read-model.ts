import type { Db } from "mongodb";

import type { ApprovalThreshold, ApprovalThresholdRecord } from "./records.ts";
import { pageNarrowedBy } from "../shared/narrowed.ts";
import { parseInput } from "../shared/parse-input.ts";
import { splitPaging } from "../shared/filters.ts";
import { approvalThresholdPageInput } from "./inputs.ts";
import { type Page, createRecordReader } from "../shared/record-reader.ts";

export interface ThresholdReadModel {
  thresholdPage(companyId: string, input: unknown): Page<ApprovalThreshold>;
}

export function createThresholdReadModel(db: Pick<Db, "collection">): ThresholdReadModel {
  const thresholds = createRecordReader(db.collection<ApprovalThresholdRecord>("approval_thresholds"));
  return {
    thresholdPage: (companyId, input) => {
      const { paging, filter } = splitPaging(parseInput(approvalThresholdPageInput, input));
      return pageNarrowedBy(approvalThresholdPageInput, thresholds.page(companyId, filter, paging));
    },
  };
}

/** By the name that the generated resolver types refer to. */
export type ApprovalThresholdPage = Page<ApprovalThreshold>;
