import { quorumToSend } from "../company/rule-fields.tsx";
import type { PublishWorkflowStageInput } from "../graphql/generated/documents.ts";
import { type DraftStage, ordersFor } from "./workflow-draft.ts";

/** The stages of a draft, as the engine takes them. */
export function stagesToSend(stages: readonly DraftStage[]): PublishWorkflowStageInput[] {
  const orders = ordersFor(stages);
  return stages.map(({ key, name, approveBy, quorum, rejectBy, bulk, when, ladder, ...stage }, index) => ({
    key,
    name: name.trim(),
    order: orders[index]!,
    approveBy,
    quorum: quorumToSend(quorum) ?? null,
    rejectBy,
    bulk,
    approvers: approversToSend(stage),
    ...(when !== undefined && { when }),
    ...ladder,
  }));
}

function approversToSend({ approvers, sources = [] }: Pick<DraftStage, "approvers" | "sources">) {
  return [
    ...approvers.map(({ approverId, groups }) => ({ approverId, groups: [...groups] })),
    ...sources.map(({ source, groups }) => ({ source, groups: [...groups] })),
  ];
}
