import type { Id } from "@countersign/domain/approval";
import { createSettingsReader } from "@countersign/settings";
import { listLimitOf } from "@countersign/graphql";

import { type ApprovalSettings, settingsOf } from "../approval-settings/index.ts";
import { type WorkflowContent, contentsOf } from "../definitions/index.ts";
import { kindsOfLimits } from "../limits/index.ts";
import type { Caller } from "../shared/caller.ts";
import { idInput } from "../shared/inputs.ts";
import { parseInput } from "../shared/parse-input.ts";
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
    const { companyId } = caller;
    return transact(async (scope) => {
      const rules = await rulesAsked(scope, companyId);
      const ids = [...new Set(rules.map(({ workflowId }) => workflowId))];
      const workflows = await contentsOf(scope, companyId, ids);
      const policies = await contentsOf(scope, companyId, ids, "POLICY");
      const limitKinds = new Set(await kindsOfLimits(scope, companyId, id, scope.kinds.kinds));
      const settings = await settingsOf(scope, companyId);
      return rules
        .flatMap(({ kind, ruleId, workflowId }) => {
          const content = workflows.get(workflowId) ?? policies.get(workflowId);
          const isOwn = policies.has(id) && workflowId === id;
          const counts = calendarCounts(settings, kind, id);
          const stages = (content?.stages ?? []).filter(
            (stage) => isOwn || usesIn(stage, id, limitKinds.has(kind)) || counts(stage),
          );
          if (content === undefined || stages.length === 0) return [];
          return [{ kind, ruleId, name: content.name, stageKeys: stages.map(({ key }) => key) }];
        })
        .slice(0, MOST);
    });
  };
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
function usesIn({ sources = [], escalate, calendarId }: Stage, id: Id, isOfLimits: boolean): boolean {
  const isSource = sources.some(({ source }) => {
    if ("groupId" in source) return source.groupId === id;
    return isOfLimits && "submitterManager" in source && "untilLimit" in source.submitterManager;
  });
  const isEscalated = escalate !== undefined && "groupId" in escalate.to && escalate.to.groupId === id;
  return isSource || isEscalated || calendarId === id;
}

/** Whether the time of a stage without a calendar of its own counts by a calendar, which the settings give its kind. */
function calendarCounts({ calendarId, kindCalendars }: ApprovalSettings, kind: string, id: Id) {
  const kindsCalendarId = kindCalendars.find((one) => one.kind === kind)?.calendarId ?? calendarId;
  return ({ calendarId: own, dueIn, remind, escalate, endAfter }: Stage): boolean =>
    kindsCalendarId === id &&
    own === undefined &&
    [dueIn, remind, escalate, endAfter].some((time) => time !== undefined);
}
