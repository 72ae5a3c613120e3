import type { CountedSeat, DescribedSeat, JudgedSeat } from "@countersign/domain/approval";

import type { WorkflowApprovalRecord } from "../runs/index.ts";

/** A stored field of an approval. */
export type ApprovalField = keyof WorkflowApprovalRecord;
/** A field that the rules about seats look at; what they call `id` is stored as `_id`. */
export type RuleField = Exclude<keyof (JudgedSeat & CountedSeat & DescribedSeat), "id">;

const RULED = {
  approverId: true,
  archived: true,
  decidedBy: true,
  givenByIds: true,
  groups: true,
  leftOut: true,
  required: true,
  standsInFor: true,
  status: true,
  takenFrom: true,
  taskId: true,
} as const satisfies Record<RuleField, true>;

/** All fields that the rules about seats look at. */
export const RULE_FIELDS = Object.keys(RULED) as RuleField[];

/** The stored fields behind fields of the SDL that have another name, or need another one beside theirs. */
const BEHIND: Readonly<Record<string, readonly ApprovalField[]>> = {
  __typename: [],
  approver: ["approverId"],
  decider: ["decidedBy"],
  reason: ["reason", "addedByHand"],
  reasonUser: ["reasonUserId"],
  reasonGroup: ["reasonGroupId"],
};

/** The stored fields that fields of a WorkflowApproval are made of. */
export const storedFieldsOf = (selectedFields: Iterable<string>): ApprovalField[] =>
  [...selectedFields].flatMap((name) => BEHIND[name] ?? [name as ApprovalField]);
