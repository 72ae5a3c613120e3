import type { People } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import {
  type WorkflowFinding,
  calendarFindings,
  groupsEscalatedTo,
  groupsNamed,
  ruleFindings,
  shadowFindings,
  usersEscalatedTo,
  withMembers,
  workflowFindings,
} from "@countersign/domain/routing";
import { listLimitOf } from "@countersign/graphql";
import { text } from "@countersign/texts";

import { type ApprovalSettings, settingsOf } from "../approval-settings/index.ts";
import { calendarsInUse } from "../calendars/index.ts";
import { groupsAmong } from "../groups/index.ts";
import type { Caller } from "../shared/caller.ts";
import { type OrganisationPlace, createDirectoryRepository } from "../shared/directory-repository.ts";
import { idInput } from "../shared/inputs.ts";
import { parseInput } from "../shared/parse-input.ts";
import { peopleAmong } from "../shared/people.ts";
import type { RecordDependencies } from "../shared/record-use-cases.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { rulesAsking } from "../shared/workflows-in-force.ts";
import { type Draft, assertLadders, draftInput, draftStages, publishedStages } from "./published-stages.ts";
import { reachOfRules } from "./rule-reach.ts";
import { type StoredVersion, readVersion } from "./stored-stages.ts";
import { LISTS } from "./sdl.ts";

/** A workflow that is a draft alone. */
const NOT_STORED: Pick<StoredVersion, "facts" | "stages"> = { facts: [], stages: [] };

/**
 * `validateWorkflow`: what would keep documents from passing a workflow under the company's settings and people now. It
 * is read in a transaction and judged outside of it: 100 stages of 200 approvers take some time.
 *
 * @param id - left out: the draft is of a workflow that is not stored
 * @param draft - stages and facts that are not stored, to judge in place of those that are
 * @throws DomainError `INVALID_INPUT`, `FORBIDDEN` for callers who may not edit definitions, `WORKFLOW_NOT_FOUND`
 */
export function createValidateWorkflow({ transact, authorize }: RecordDependencies) {
  return async (
    caller: Caller,
    id: string | null | undefined,
    draft: Draft = {},
  ): Promise<WorkflowFinding[]> => {
    authorize(caller);
    const { companyId } = caller;
    const isStored = id != null || draft.stages == null;
    const workflowId = isStored ? parseInput(idInput("workflowId"), id) : undefined;
    const { facts, stages, calendars, terms, reaches, now, ...context } = await transact(async (scope) => {
      const storedContent =
        workflowId === undefined ? NOT_STORED : await readVersion(scope, companyId, { workflowId });
      if (storedContent === undefined) {
        throw new DomainError("WORKFLOW_NOT_FOUND", text("missing.workflow"), { field: "workflowId" });
      }
      const draftFields = parseInput(draftInput, draft);
      if (draftFields.stages) assertLadders(publishedStages(draftFields.stages));
      const judgedStages = draftFields.stages
        ? draftStages(draftFields.stages, storedContent.stages)
        : storedContent.stages;
      const settings = await settingsOf(scope, companyId);
      const escalatedTo = groupsEscalatedTo(judgedStages);
      const groups = await groupsAmong(scope, companyId, [...groupsNamed(judgedStages), ...escalatedTo]);
      const calendarIds = judgedStages.flatMap(({ ladder }) => ladder?.calendarId ?? []);
      const calendars = await calendarsInUse(scope, companyId, settings, calendarIds);
      const approverIds = new Set([
        ...judgedStages.flatMap((stage) => withMembers(stage, groups).stage.approverIds),
        ...usersEscalatedTo(judgedStages),
        ...escalatedTo.flatMap((id) => groups.get(id)?.memberIds ?? []),
      ]);
      const terms = workflowId === undefined ? [] : await rulesAsking(scope, companyId, workflowId);
      const reaches = workflowId === undefined ? [] : await reachOfRules(scope, companyId, workflowId);
      return {
        terms,
        reaches,
        facts: draftFields.facts ?? storedContent.facts,
        stages: judgedStages,
        rules: settings,
        groups,
        calendarIds: new Set(calendars.keys()),
        conditions: scope.conditions,
        calendars: [...calendars.values()],
        now: scope.now,
        people: await peopleOf(scope, companyId, settings, approverIds),
      };
    });
    const warnings = [
      ...ruleFindings(terms, context.conditions),
      ...shadowFindings(reaches),
      ...calendarFindings(calendars, Temporal.Instant.fromEpochMilliseconds(now.getTime())),
    ];
    const most = listLimitOf(LISTS, "Query", "validateWorkflow") - warnings.length;
    return [...workflowFindings({ facts, stages }, context).take(most), ...warnings];
  };
}

/** The approvers, who may have left, and their managers where the settings ask those. */
async function peopleOf(
  scope: TransactionScope,
  companyId: string,
  { onSubmitterIsApprover, fallbackApproverIds }: ApprovalSettings,
  approverIds: ReadonlySet<string>,
): Promise<People> {
  const asksManagers = onSubmitterIsApprover === "MANAGER";
  const managers = asksManagers
    ? await createDirectoryRepository(scope).managersOf(companyId, [...approverIds])
    : new Map<string, OrganisationPlace>();
  const managerIds = [...managers.values()].flatMap(({ managerId = [] }) => managerId);
  const ids = new Set([...approverIds, ...fallbackApproverIds, ...managerIds]);
  const people = new Map(await peopleAmong(scope, companyId, [...ids]));
  for (const [userId, place] of managers) people.set(userId, { ...people.get(userId), ...place });
  return people;
}
