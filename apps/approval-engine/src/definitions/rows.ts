import type { Id } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";

import { type DerivedRow, type RowChanges, rowChanges } from "../shared/project-rows.ts";
import {
  type StageFields,
  type VersionApprover,
  type VersionContent,
  type VersionStage,
  stageFieldsOf,
} from "./content.ts";

export type ApproverFields = Omit<VersionApprover, "id"> & { stageId: Id };

/** The rows of stages and approvers that come, change and go with a change of a workflow's content (contract-4, ONE-6). */
export function rowsOf(
  before: Pick<VersionContent, "stages"> | undefined,
  after: Pick<VersionContent, "stages"> | undefined,
): { stages: RowChanges<StageFields>; approvers: RowChanges<ApproverFields> } {
  return {
    stages: rowChanges(stagesOf(before), stagesOf(after)),
    approvers: rowChanges(approversOf(before), approversOf(after)),
  };
}

type Content = Pick<VersionContent, "stages"> | undefined;

const stagesOf = (content: Content) => (content?.stages ?? []).map(stageRowOf);
const stageRowOf = (stage: VersionStage): DerivedRow<StageFields> => ({
  _id: stage.stageId,
  ...stageFieldsOf(stage),
});

const approversOf = (content: Content) =>
  (content?.stages ?? []).flatMap(({ stageId, approvers }) =>
    approvers.map(({ id, approverId, groups }) =>
      defined<DerivedRow<ApproverFields>>({ _id: id, stageId, approverId, groups }),
    ),
  );
