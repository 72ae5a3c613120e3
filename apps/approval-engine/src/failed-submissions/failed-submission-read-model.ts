import { type Db, ObjectId } from "mongodb";

import { type Caller, assertSeesEverything } from "../shared/caller.ts";
import { splitPaging } from "../shared/filters.ts";
import { pageOf } from "../shared/page-inputs.ts";
import { pageNarrowedBy } from "../shared/narrowed.ts";
import { parseInput } from "../shared/parse-input.ts";
import { type RecordOf, toRecord } from "../shared/record-of.ts";
import type { Page } from "../shared/record-reader.ts";
import { COLLECTION, type FailedSubmissionRecord } from "./records.ts";

export type ListedFailedSubmission = RecordOf<FailedSubmissionRecord>;

export interface FailedSubmissionReadModel {
  /**
   * The orders that need an approval and could not be submitted, newest first (contract-3, SAFE-10).
   *
   * @throws DomainError `FORBIDDEN` unless the caller is privileged or an auditor, `INVALID_INPUT`
   */
  page(caller: Caller, input: unknown): Page<ListedFailedSubmission>;
}

const failedSubmissionPageInput = pageOf({});

export function createFailedSubmissionReadModel(db: Pick<Db, "collection">): FailedSubmissionReadModel {
  const records = db.collection<FailedSubmissionRecord>(COLLECTION);
  return {
    page: (caller, input) => {
      assertSeesEverything(caller);
      const { skip, take } = splitPaging(parseInput(failedSubmissionPageInput, input)).paging;
      const ofCompany = { companyId: new ObjectId(caller.companyId) };
      return pageNarrowedBy(failedSubmissionPageInput, {
        data: async () => {
          const cursor = records.find(ofCompany).sort({ at: -1, _id: -1 }).skip(skip).limit(take);
          return (await cursor.toArray()).map((record) => toRecord(record));
        },
        // Not countDocuments: its aggregation reads every record it counts.
        total: () => records.count(ofCompany),
      });
    },
  };
}

/** By the name that the generated resolver types refer to. */
export type FailedSubmissionPage = Page<ListedFailedSubmission>;
