import type { Id } from "@countersign/domain/approval";
import { createSettingsReader } from "@countersign/settings";
import { listLimitOf } from "@countersign/graphql";

import { type ApprovalSettings, settingsOf } from "../approval-settings/index.ts";
import { type WorkflowContent, contentsOf } from "../definitions/index.ts";
import { kindsOfLimits } from "../limits/index.ts";
import type { Caller } from "../shared/caller.ts";
import { idInput } from "../shared/inputs.ts";
import { parseInput } from "../shared/parse-input.ts";
import type { AskedChange } from "../shared/reckon-change.ts";
import { newestLists, rulesInForce } from "../shared/rule-lists.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { isHrKind } from "./rule-kinds.ts";
import { LISTS } from "./sdl.ts";

/** A rule in force that asks by a group, a limit, a calendar or an HR policy. */
export interface RuleUse {
  kind: string;
  /** Of a default the id of its workflow. */
  ruleId: Id;
  name: string;
  stageKeys: string[];
}

type Stage = WorkflowContent["stages"][number];

const MOST = listLimitOf(LISTS, "Query", "ruleUses");

/**
 * `ruleUses`: the rules in force that a change of a group, a limit, a calendar or an HR policy changes, with their stages
 * (contract-4, HIST-2). Nothing for an id that the company does not have.
 *
 * @throws DomainError `INVALID_INPUT`
 */
export function createRuleUses({ transact }: { transact: Transact }) {
  return async (caller: Caller, givenId: string): Promise<RuleUse[]> => {
    const id = parseInput(idInput("id"), givenId);
    return transact(async (scope) => (await usesOf(scope, caller.companyId, { id })).slice(0, MOST));
  };
}

/** @param limitKinds - kinds of the limits that the id stands for besides those that are there */
async function usesOf(
  scope: TransactionScope,
  companyId: Id,
  { id, limitKinds: furtherKinds = [] }: { id: Id | undefined; limitKinds?: readonly string[] },
): Promise<RuleUse[]> {
  const rules = await rulesAsked(scope, companyId);
  const ids = [...new Set(rules.map(({ workflowId }) => workflowId))];
  const workflows = await contentsOf(scope, companyId, ids);
  const policies = await contentsOf(scope, companyId, ids, "POLICY");
  const presentKinds = id === undefined ? [] : await kindsOfLimits(scope, companyId, id, scope.kinds.kinds);
  const limitKinds = new Set([...presentKinds, ...furtherKinds]);
  const settings = await settingsOf(scope, companyId);
  return rules.flatMap(({ kind, ruleId, workflowId }) => {
    const content = workflows.get(workflowId) ?? policies.get(workflowId);
    const isOwn = id !== undefined && policies.has(id) && workflowId === id;
    const counts = calendarCounts(settings, kind, id);
    const stages = (content?.stages ?? []).filter(
      (stage) => isOwn || usesIn(stage, id, limitKinds.has(kind)) || counts(stage),
    );
    if (content === undefined || stages.length === 0) return [];
    return [{ kind, ruleId, name: content.name, stageKeys: stages.map(({ key }) => key) }];
  });
}

/** The kinds of which rules in force ask other people after a change, as far as they ask by it. */
export async function kindsAsking(
  scope: TransactionScope,
  companyId: Id,
  { id, organisation, policies = [], workflow }: AskedChange,
): Promise<string[]> {
  if (workflow !== undefined) {
    const rules = await rulesAsked(scope, companyId);
    const naming = rules.filter(({ workflowId }) => workflowId === workflow.workflowId);
    return [...new Set(naming.map(({ kind }) => kind))];
  }
  if (organisation === undefined) return policies.map(({ kind }) => kind);
  const limitKinds = [organisation.limit?.after?.kind ?? []].flat();
  const uses = await usesOf(scope, companyId, { id, limitKinds });
  return [...new Set(uses.map(({ kind }) => kind))];
}

interface AskedRule {
  kind: string;
  ruleId: Id;
  workflowId: Id;
}

/** The rules of all kinds that are in force, and the defaults. */
async function rulesAsked(scope: TransactionScope, companyId: Id): Promise<AskedRule[]> {
  const lists = await newestLists(scope, companyId);
  const listedRules = lists.flatMap((list) =>
    rulesInForce(list).map(({ id: ruleId, workflowId }) => ({ kind: list.kind, ruleId, workflowId })),
  );
  const config = await createSettingsReader(scope).find(companyId);
  const defaults = (config?.values.defaultWorkflows ?? []).flatMap(({ transactionType: kind, workflowId }) =>
    isHrKind(kind) ? [] : [{ kind, ruleId: workflowId, workflowId }],
  );
  return [...listedRules, ...defaults];
}

/** Whether a stage asks by a group, or by the limit of somebody. @param isOfLimits - whether the id gives limits of its kind */
function usesIn(
  { sources = [], escalate, calendarId }: Stage,
  id: Id | undefined,
  isOfLimits: boolean,
): boolean {
  const isSource = sources.some(({ source }) => {
    if ("groupId" in source) return source.groupId === id;
    return isOfLimits && "submitterManager" in source && "untilLimit" in source.submitterManager;
  });
  const isEscalated = escalate !== undefined && "groupId" in escalate.to && escalate.to.groupId === id;
  return isSource || isEscalated || (calendarId !== undefined && calendarId === id);
}

/** Whether the time of a stage without a calendar of its own counts by a calendar, which the settings give its kind. */
function calendarCounts({ calendarId, kindCalendars }: ApprovalSettings, kind: string, id: Id | undefined) {
  const kindsCalendarId =
    kindCalendars.find((kindCalendar) => kindCalendar.kind === kind)?.calendarId ?? calendarId;
  return ({ calendarId: stageCalendarId, dueIn, remind, escalate, endAfter }: Stage): boolean =>
    kindsCalendarId !== undefined &&
    kindsCalendarId === id &&
    stageCalendarId === undefined &&
    [dueIn, remind, escalate, endAfter].some((time) => time !== undefined);
}
