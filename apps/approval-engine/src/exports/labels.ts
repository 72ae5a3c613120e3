import type { Kind } from "@countersign/contracts";
import type { ApproveBy, RejectBy, WorkflowTaskStatus } from "@countersign/domain/approval";
import { z } from "zod";

import type { DefinitionStatus } from "../definitions/index.ts";
import { label } from "../shared/inputs.ts";

/** Names of kinds for people, where they are not the words of the kind itself. */
export type KindLabels = ReadonlyMap<Kind, string>;

const LABEL_MAX = 60;

/** `Nda=Non-disclosure agreement; Rfq=Request for quotation`, as a map. */
export const kindLabels = z
  .string()
  .max(4_096)
  .transform((text, context): KindLabels => {
    const labels = new Map<Kind, string>();
    for (const entry of text.split(";").filter((part) => part.trim() !== "")) {
      const [kind = "", name = "", ...rest] = entry.split("=").map((part) => part.trim());
      const { error } = label(LABEL_MAX).safeParse(name);
      if (error || rest.length > 0 || labels.has(kind)) {
        const fault = error ? `: a label ${error.issues[0]?.message}` : "";
        context.addIssue(`expected <Kind>=<label>; <Kind>=<label> for each kind, once${fault}`);
        return z.NEVER;
      }
      labels.set(kind, name);
    }
    return labels;
  });

const isAbbreviation = (word: string) => /^[A-Z0-9]{2,}$/u.test(word);

/** The name of a kind for people: the configured one, else its words, as in `JournalEntry` → `Journal entry`. */
export function labelOfKind(kind: Kind, labels: KindLabels): string {
  const [first, ...words] = kind.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/u);
  const others = words.map((word) => (isAbbreviation(word) ? word : word.toLowerCase()));
  return labels.get(kind) ?? [first, ...others].join(" ");
}

// Enum values as people read them.

export const TASK_STATUS_LABELS: Readonly<Record<WorkflowTaskStatus, string>> = {
  PENDING: "Pending",
  AWAITING_APPROVAL: "Awaiting approval",
  APPROVED: "Approved",
  REJECTED: "Rejected",
  ARCHIEVED: "Archived",
};

export const WORKFLOW_STATUS_LABELS: Readonly<Record<DefinitionStatus, string>> = {
  DRAFT: "Draft",
  IN_PROGRESS: "In progress",
  COMPLETED: "Completed",
  CANCELLED: "Cancelled",
};

export const RULE_LABELS: Readonly<Record<ApproveBy, string>> = {
  ANY: "Any approver",
  ALL: "All approvers",
  COUNT: "Number of approvers",
  PERCENT: "Share of approvers",
  PER_GROUP: "Every group",
};

export const REJECT_LABELS: Readonly<Record<RejectBy, string>> = {
  VETO: "One rejection",
  UNREACHABLE: "Quorum out of reach",
};
