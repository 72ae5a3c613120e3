import type { ApprovalDocument } from "@countersign/contracts";
import type { StageInput } from "@countersign/domain/approval";
import type { FactDeclaration } from "@countersign/domain/routing";

/** The facts that conditions may read of stages which belong to no workflow: those that come with them. */
export function factsBeside(
  stages: readonly Pick<StageInput, "when">[],
  { facts = [] }: Pick<ApprovalDocument, "facts"> = {},
): FactDeclaration[] {
  if (stages.every(({ when }) => when === undefined)) return [];
  return facts.map(({ key, type }) => ({ key, type }));
}
