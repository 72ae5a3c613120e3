import type { Db } from "mongodb";

import type { ApprovalThresholdDocument } from "../repositories/documents.ts";
import type { ApprovalThreshold } from "../repositories/records.ts";
import { parseInput } from "../use-cases/parse-input.ts";
import { splitPaging } from "./filters.ts";
import { approvalThresholdPageInput } from "./query-inputs.ts";
import { type Page, createRecordReader } from "./record-reader.ts";

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
