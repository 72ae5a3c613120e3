import type { Db } from "mongodb";

import type { ApprovalThresholdDocument } from "../shared/documents.ts";
import type { ApprovalThreshold } from "../shared/records.ts";
import { parseInput } from "../shared/parse-input.ts";
import { splitPaging } from "../shared/filters.ts";
import { approvalThresholdPageInput } from "../shared/query-inputs.ts";
import { type Page, createRecordReader } from "../shared/record-reader.ts";

export interface ThresholdReadModel {
  thresholdPage(companyId: string, input: unknown): Page<ApprovalThreshold>;
}

export function createThresholdReadModel(db: Pick<Db, "collection">): ThresholdReadModel {
  const thresholds = createRecordReader(db.collection<ApprovalThresholdDocument>("approval_thresholds"));
  return {
    thresholdPage: (companyId, input) => {
      const { paging, filter } = splitPaging(parseInput(approvalThresholdPageInput, input));
      return thresholds.page(companyId, filter, paging);
    },
  };
}
