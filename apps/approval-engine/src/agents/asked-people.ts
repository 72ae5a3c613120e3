import { AGENT_STAGES, type Id, type StageInput } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import type { NamedPerson } from "../approval-settings/index.ts";
import { type Submission, isRuled } from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import { createDirectoryRepository } from "../shared/directory-repository.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { approverField, idsOfApprovers } from "./named-approvers.ts";
import type { RequestInput } from "./request-inputs.ts";

/** People who are asked for a request. */
export interface AskedPeople extends Pick<Submission, "workflowId" | "dynamicStages" | "stagesBefore"> {
  /** The people whom the request names. */
  namedPeople: NamedPerson[];
  /** Whether the agent chose who approves: no rule of the kind decides, and it named approvers or a workflow. */
  isNamed: boolean;
}

type Stage = Omit<StageInput, "order">;

const askAll = (name: string, approverIds: readonly Id[]): Stage[] =>
  approverIds.length === 0 ? [] : [{ name, approveBy: "ALL", approverIds }];

/** Asks whomever the submitter reports to. */
const MANAGER: Stage = {
  name: "Manager",
  approveBy: "ANY",
  approverIds: [],
  sources: [{ source: { submitterManager: { levels: 1 } } }],
};

/**
 * People who are asked for an agent's request (contract-4, MEET-1). A rule or default of the kind decides; whom the agent names is
 * asked besides. Without one the agent names people or a workflow, or the submitter's manager is asked. Those who rejected
 * the same before are asked besides in any case (MEET-6).
 *
 * @param rejecterIds - those who rejected the same before
 * @throws DomainError `INVALID_INPUT` for a workflow that a rule overrules, for people who are not known, and where nobody
 *   is to be asked
 */
export async function askedPeople(
  scope: TransactionScope,
  { companyId, userId: submitterId }: Caller,
  { kind, workflowId, approvers = [], document }: RequestInput,
  rejecterIds: readonly Id[],
): Promise<AskedPeople> {
  const approverIds = [...new Set(await idsOfApprovers(scope, companyId, approvers))];
  const namedPeople = approverIds.map((userId, at) => ({ field: approverField(at), userId }));
  const starting = { kind, submitterId, byOwner: false, document };
  const rejecters = askAll(
    AGENT_STAGES.rejectedBefore,
    rejecterIds.filter((id) => !approverIds.includes(id)),
  );
  if (await isRuled(scope, companyId, starting)) {
    if (workflowId !== undefined) {
      throw new DomainError("INVALID_INPUT", text("ask.ruleDecides"), { field: "workflowId" });
    }
    return {
      stagesBefore: [...rejecters, ...askAll(AGENT_STAGES.namedByAgent, approverIds)],
      namedPeople,
      isNamed: false,
    };
  }
  if (workflowId !== undefined) return { workflowId, stagesBefore: rejecters, namedPeople, isNamed: true };
  const isNamed = approverIds.length > 0;
  if (!isNamed) await assertManager(scope, companyId, submitterId);
  const [stage = MANAGER] = askAll("Approval", approverIds);
  return { stagesBefore: rejecters, dynamicStages: [{ ...stage, order: 1 }], namedPeople, isNamed };
}

/** @throws DomainError `INVALID_INPUT` for a submitter who reports to nobody */
async function assertManager(scope: TransactionScope, companyId: Id, submitterId: Id): Promise<void> {
  const managers = await createDirectoryRepository(scope).managersOf(companyId, [submitterId]);
  if (managers.get(submitterId)?.managerId !== undefined) return;
  throw new DomainError("INVALID_INPUT", text("ask.nobody"), { field: "approvers" });
}
