import type { Id } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import {
  type HrApprovalKind,
  type HrTaskKind,
  type LevelApprover,
  type PolicyLevel,
  hrKindOf,
  isHrTaskKind,
  taskKindOf,
} from "@countersign/domain/hr";
import type { Scope } from "@countersign/mongo";

import {
  type VersionContent,
  type VersionStage,
  endVersion,
  findNewestVersion,
  insertNext,
} from "../definitions/index.ts";
import type { Actor } from "../shared/caller.ts";
import type { ChangeNote } from "../shared/change-note.ts";
import { NO_TERMS, type RuleList, findListWith, findRuleList, insertNextList } from "../shared/rule-lists.ts";
import type { TransactionScope } from "../shared/transact.ts";
import type { HrApprovalPolicy } from "./records.ts";
import { createPolicies } from "./policies-repository.ts";

/** The levels of a policy as a version has them, in the order in which they were given. */
const levelsIn = ({ stages }: Pick<VersionContent, "stages">): PolicyLevel[] => stages.map(levelOf);

function levelOf({ key: _key, stageId: _id, name, role, ...stage }: VersionStage): PolicyLevel {
  if (role === undefined) throw new Error(`the level ${name} of an HR policy has no role`);
  const { approvers: users, sources = [], when: _never, ...fields } = stage;
  const namedUsers = users.map(({ id: _row, ...user }) => user);
  const approvers: LevelApprover[] = [...namedUsers, ...sources];
  return defined<PolicyLevel>({ role, ...fields, approvers: approvers.length > 0 ? approvers : undefined });
}

/** @param presentStages - as they are: a level stays what it is by its role */
function contentOf(
  { newId }: Pick<TransactionScope, "newId">,
  kind: HrTaskKind,
  levels: readonly PolicyLevel[],
  presentStages: readonly VersionStage[],
): VersionContent {
  const present = new Map(presentStages.map((stage) => [stage.role, stage]));
  const stages = levels.map(({ role, approvers = [], ...fields }) => {
    const { stageId = newId(), approvers: presentUsers = [] } = present.get(role) ?? {};
    const ids = new Map(presentUsers.map(({ id, approverId }) => [approverId, id]));
    const users = approvers.flatMap((approver) =>
      "approverId" in approver ? [{ id: ids.get(approver.approverId) ?? newId(), ...approver }] : [],
    );
    const sources = approvers.filter((approver) => "source" in approver);
    const stageFields = {
      key: `level${fields.order}`,
      stageId,
      name: role,
      role,
      ...fields,
      approvers: users,
    };
    return defined<VersionStage>({ ...stageFields, sources: sources.length > 0 ? sources : undefined });
  });
  return { name: kind, stages };
}

/** A policy that is there: its row says who it is, what follows is read where it stands. */
export async function findPolicy(scope: Scope, companyId: Id, id: Id): Promise<HrApprovalPolicy | undefined> {
  const row = await createPolicies(scope).find(companyId, id);
  const newest = row && (await findNewestVersion(scope, companyId, id, "POLICY"));
  const list = newest && (await findListWith(scope, companyId, id));
  if (row === undefined || newest === undefined || list === undefined || !isHrTaskKind(list.kind)) {
    return undefined;
  }
  return { ...row, kind: hrKindOf(list.kind), levels: levelsIn(newest), version: newest.version };
}

/** The policy of a kind, as the kind's list and the policy's newest version have it (contract-4, ONE-6). */
export async function policyOfKind(
  scope: Scope,
  companyId: Id,
  kind: HrTaskKind,
): Promise<Pick<HrApprovalPolicy, "levels"> | undefined> {
  const [rule] = (await findRuleList(scope, companyId, kind))?.rules ?? [];
  const version = rule && (await findNewestVersion(scope, companyId, rule.id, "POLICY"));
  return version && { levels: levelsIn(version) };
}

/** Whether the company has a policy of the kind. */
export async function hasPolicy(scope: Scope, companyId: Id, kind: HrApprovalKind): Promise<boolean> {
  return ((await findRuleList(scope, companyId, taskKindOf(kind)))?.rules ?? []).length > 0;
}

/**
 * Publishes a policy as it is now: its levels as a version, itself as the only rule of its kind; ends a deleted one.
 *
 * @param changeNote - what is kept with the version, and of a deleted one with the list
 */
export async function publishPolicy(
  scope: TransactionScope,
  actor: Pick<Actor, "companyId" | "userId">,
  { _id: workflowId, kind: policyKind, levels, deletedAt }: HrApprovalPolicy,
  changeNote?: ChangeNote,
): Promise<void> {
  const { companyId, userId: createdBy } = actor;
  const kind = taskKindOf(policyKind);
  const before = await findNewestVersion(scope, companyId, workflowId, "POLICY");
  const presentList = await findListWith(scope, companyId, workflowId);
  const isThere = deletedAt === null;
  if (isThere) {
    const content = contentOf(scope, kind, levels, before?.stages ?? []);
    const about = { companyId, workflowId, policy: true, createdBy, changeNote } as const;
    await insertNext(scope, before, { ...about, content });
  } else if (before !== undefined) await endVersion(scope, before);
  if (isThere && presentList?.kind === kind) return;
  if (presentList !== undefined) await putPolicy(scope, actor, presentList, { changeNote });
  if (isThere) {
    const list = (await findRuleList(scope, companyId, kind)) ?? { kind };
    await putPolicy(scope, actor, list, { id: workflowId, changeNote });
  }
}

/** Puts the next version of a kind's list in force, which has a policy or none. */
async function putPolicy(
  scope: TransactionScope,
  actor: Pick<Actor, "companyId" | "userId">,
  list: RuleList | { kind: string },
  { id, changeNote }: { id?: Id; changeNote: ChangeNote | undefined },
): Promise<void> {
  const publication = { publishedAt: scope.now, ...(actor.userId && { publishedBy: actor.userId }) };
  const rules = id === undefined ? [] : [{ id, workflowId: id, enabled: true, ...NO_TERMS, ...publication }];
  const before = "_id" in list ? list : undefined;
  await insertNextList(scope, actor, { kind: list.kind, before, rules, changeNote });
}
