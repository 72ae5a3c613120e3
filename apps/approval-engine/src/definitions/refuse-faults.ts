import type { ApproverSource } from "@countersign/domain/approval";
import { canonicalJson } from "@countersign/domain/canonical-json";
import { DomainError } from "@countersign/domain/errors";
import { type DefinitionFault, definitionFaults, groupsNamed } from "@countersign/domain/routing";

import { groupsAmong } from "../groups/index.ts";
import type { TransactionScope } from "../shared/transact.ts";
import type { NamedApprover } from "./stage-seats.ts";
import type { ShownContent, ShownStage } from "./content.ts";

/** The part that a command has in the faults of the version that it publishes. */
export interface Judgement {
  /** Whether the command is refused for the fault, which may be older than itself. */
  refuses: (fault: DefinitionFault, stage: ShownStage) => boolean;
  /** The command's field that is at fault. */
  fieldOf: (fault: DefinitionFault, stage: ShownStage) => string;
}

/** Members of groups come and go: these faults are reported by `validateWorkflow`, and refuse nothing. */
const OF_MEMBERS: ReadonlySet<DefinitionFault["code"]> = new Set(["GROUP_EMPTY", "GROUP_TOO_LARGE"]);

/**
 * Refuses a version with conditions or sources that cannot do their work (contract-3, SRC-1, ROUTE-3). Groups of other
 * companies and deleted ones are unknown.
 *
 * @throws DomainError `INVALID_INPUT`, naming the stage and the right form
 */
export async function refuseFaults(
  scope: TransactionScope,
  companyId: string,
  { stages, facts = [] }: ShownContent,
  { refuses, fieldOf }: Judgement,
): Promise<void> {
  const groups = await groupsAmong(scope, companyId, groupsNamed(stages));
  const knownGroups = { conditions: scope.conditions, groups };
  for (const fault of definitionFaults({ stages, facts }, knownGroups)) {
    const stage = stages[fault.place];
    if (stage === undefined || OF_MEMBERS.has(fault.code) || !refuses(fault, stage)) continue;
    throw new DomainError("INVALID_INPUT", fault.text, { field: fieldOf(fault, stage) });
  }
}

/** The field of a stage's input that a fault is about. */
export function fieldAtFault(
  { source }: DefinitionFault,
  { approvers = [] }: { approvers?: readonly NamedApprover[] | undefined },
): string {
  if (source === undefined) return "when";
  const index = approvers.findIndex((approver) => isSame(approver, source));
  return index === -1 ? "approvers" : `approvers.${index}.source`;
}

const isSame = (approver: NamedApprover, source: ApproverSource): boolean =>
  "source" in approver && canonicalJson(approver.source) === canonicalJson(source);
