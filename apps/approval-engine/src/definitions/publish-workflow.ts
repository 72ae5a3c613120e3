import { NO_LADDER, ladderChanges, ladderFieldsIn, quorumFault } from "@countersign/domain/approval";
import { canonicalJson } from "@countersign/domain/canonical-json";
import { defined } from "@countersign/domain/defined";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import type { z } from "zod";

import { namedApprovers } from "../approval-settings/index.ts";
import { laddersAmong, refuseReferences, refuseTimeApproval, usersEscalatedTo } from "../ladders/index.ts";
import { baseFields, touched } from "../shared/base-fields.ts";
import { type Caller, stampOf } from "../shared/caller.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import { recordFacts } from "../shared/record-facts.ts";
import { type RecordDependencies, changed, deleted, nextRefs, numbered } from "../shared/record-use-cases.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { publishWorkflowInput } from "./inputs.ts";
import { type Definition, contentOf, definitionOf, publishVersion } from "./publish-version.ts";
import type { Workflow, WorkflowApprover, WorkflowStage } from "./records.ts";
import { createStages, createWorkflows } from "./repositories.ts";
import { refuseStrangers, writeApprovers } from "./stage-approvers.ts";
import type { StageApprover } from "./stage-seats.ts";
import { type PublishedStage, assertLadders, publishedStages } from "./published-stages.ts";
import { type Judgement, fieldAtFault } from "./refuse-faults.ts";
import type { WorkflowVersion } from "./versions.ts";

/** A workflow as a whole; see the SDL's `PublishWorkflowInput`. */
export type PublishWorkflowInput = z.input<typeof publishWorkflowInput>;
type Published = z.output<typeof publishWorkflowInput>;

/** A workflow as it is to be published, read and checked. */
export interface WorkflowPublication {
  given: Published;
  /** With their keys, places and rules. */
  stages: readonly PublishedStage[];
  /** The only kind of documents that follow it, where that is known. */
  kind?: string | undefined;
}

/** Reads a whole workflow. @throws DomainError `INVALID_INPUT` naming the field */
export function readPublication(input: unknown): WorkflowPublication {
  const given = parseInput(publishWorkflowInput, input);
  const stages = publishedStages(given.stages);
  assertQuorums(stages);
  assertLadders(stages);
  return { given, stages };
}

/**
 * `publishWorkflow`: saves a workflow whole, as its next version, in one transaction (contract-3, ROUTE-1). A stage with
 * the key of a present one replaces it under its id; present stages that are not given are deleted.
 *
 * @param expectedVersion - the version that the caller has seen, 0 of a workflow without one; left out, any
 * @throws DomainError `FORBIDDEN`, `INVALID_INPUT`, `WORKFLOW_NOT_FOUND`, and `CONFLICT` at another version
 */
export function createPublishWorkflow({ transact, authorize }: RecordDependencies) {
  return async (
    caller: Caller,
    input: PublishWorkflowInput,
    expectedVersion?: number | null,
  ): Promise<WorkflowVersion> => {
    authorize(caller);
    const publication = readPublication(input);
    return transact(async (scope) => {
      await refuseLeaver(scope, caller);
      return publishIn(scope, caller, publication, expectedVersion);
    }, publication.given.workflowId);
  };
}

/** The same as a part of a transaction, by a caller who may do it. */
export async function publishIn(
  scope: TransactionScope,
  caller: Caller,
  { given, stages, kind }: WorkflowPublication,
  expectedVersion?: number | null,
): Promise<WorkflowVersion> {
  const { companyId, userId } = caller;
  const before = given.workflowId && (await definitionOf(scope, companyId, given.workflowId));
  if (given.workflowId !== undefined && !before) {
    throw new DomainError("WORKFLOW_NOT_FOUND", text("missing.workflow"), { field: "workflowId" });
  }
  const present = before || undefined;
  const version = present?.newest?.version ?? 0;
  if ((expectedVersion ?? version) !== version) {
    throw new DomainError("CONFLICT", text("workflow.changed"), { field: "expectedVersion" });
  }
  const named = given.stages.flatMap((stage, index) => namedApprovers(`stages.${index}.`, stage));
  await refuseStrangers(scope, caller, present?.approvers ?? [], named);
  const ladders = laddersAmong(
    "stages",
    stages.map(({ fields }) => fields),
  );
  await refuseReferences(scope, companyId, ladders, usersEscalatedTo(present?.stages ?? []));
  await refuseTimeApproval(scope, companyId, ladders, kind);
  const workflow = await writeWorkflow(scope, caller, given, present?.workflow);
  const keys = await writeStages(scope, caller, { workflow, present, stages });
  const { note } = given;
  const origin = { companyId, workflowId: workflow._id, createdBy: userId, note, keys };
  const published = await publishVersion(scope, { ...origin, judgement: judgementOf(given, stages) });
  if (published === undefined) throw new Error("The workflow was just written");
  const about = { action: "publish", entity: "workflows", entityId: workflow._id, at: scope.now };
  const sides = {
    before: present && { ...shownOf(present.workflow), version, stages: contentOf(present).stages },
    after: { ...shownOf(workflow), version: published.version, stages: published.stages, note },
  };
  await recordFacts(scope, { audit: [{ companyId, actorId: userId, ...about, ...sides }] });
  return published;
}

/** Whether the seats reach the number is another question, for `validateWorkflow`. */
function assertQuorums(stages: readonly PublishedStage[]): void {
  for (const [index, { fields }] of stages.entries()) {
    const fault = quorumFault(fields);
    if (fault === undefined) continue;
    throw new DomainError("INVALID_INPUT", fault, { field: `stages.${index}.quorum` });
  }
}

/** The judgement of the whole. Its stages are in their order, those of the input as they are given. */
export function judgementOf(
  { stages: given }: Pick<Published, "stages">,
  stages: readonly PublishedStage[],
): Judgement {
  const places = new Map(stages.map(({ key }, place) => [key, place]));
  return {
    refuses: () => true,
    fieldOf: (fault, { key }) => {
      const place = places.get(key) ?? 0;
      return `stages.${place}.${fieldAtFault(fault, given[place] ?? {})}`;
    },
  };
}

const shownOf = ({ name, description, status, facts }: Workflow) => ({ name, description, status, facts });

async function writeWorkflow(
  scope: TransactionScope,
  caller: Caller,
  { name, description, status, facts = [] }: Published,
  present: Workflow | undefined,
): Promise<Workflow> {
  const stamp = stampOf(caller, scope.now);
  const declared = facts.length > 0 ? facts : undefined;
  const workflows = createWorkflows(scope);
  if (present !== undefined) {
    const after = changed(present, {
      name,
      description: description ?? null,
      status,
      facts: declared ?? null,
    });
    await workflows.replace([Object.assign(after, touched(stamp))]);
    return after;
  }
  const [ref = ""] = await nextRefs(scope, caller.companyId, "WF", 1);
  const base = { ...baseFields(stamp, numbered("WF", ref)), _id: scope.newId() };
  const own = { name, description, status: status ?? "DRAFT", facts: declared };
  const workflow = defined<Workflow>({ ...base, ...own });
  await workflows.insert([workflow]);
  return workflow;
}

interface StageWrites {
  workflow: Workflow;
  present: Definition | undefined;
  stages: readonly PublishedStage[];
}

/** Writes the stages that differ, with their approvers. @returns the keys of all of them, by their ids */
async function writeStages(
  scope: TransactionScope,
  caller: Caller,
  { workflow, present, stages }: StageWrites,
): Promise<Map<string, string>> {
  const stamp = stampOf(caller, scope.now);
  const repository = createStages(scope);
  const rows = new Map(present?.stages.map((row) => [row._id, row]));
  const presentIds = new Map(
    present === undefined ? [] : contentOf(present).stages.map(({ key, stageId }) => [key, stageId]),
  );
  const rowsOf = Map.groupBy(present?.approvers ?? [], ({ stageId }) => stageId);
  const keys = new Map<string, string>();
  const fresh = stages.filter(({ key }) => !presentIds.has(key)).length;
  const refs = fresh === 0 ? [] : await nextRefs(scope, caller.companyId, "WS", fresh);
  for (const { key, fields, approvers } of stages) {
    const row = rows.get(presentIds.get(key) ?? "");
    const stage = row
      ? rewritten(row, fields)
      : ({
          ...baseFields(stamp, numbered("WS", refs.shift() ?? "")),
          ...fields,
          _id: scope.newId(),
          workflowId: workflow._id,
          status: fields.status ?? "DRAFT",
        } satisfies WorkflowStage);
    if (row === undefined) await repository.insert([stage]);
    else if (stage !== row) await repository.replace([Object.assign(stage, touched(stamp))]);
    const own = rowsOf.get(stage._id) ?? [];
    await writeApprovers(scope, caller, stage, { rows: own, given: approvers.map(unlessKept(own)) });
    keys.set(stage._id, key);
  }
  const gone = [...rows.values()].filter(({ _id }) => !keys.has(_id));
  await repository.replace(gone.map((row) => deleted(row, stamp)));
  for (const row of gone) {
    await writeApprovers(scope, caller, row, { rows: rowsOf.get(row._id) ?? [], given: [] });
  }
  return keys;
}

/** Names the groups of approvers whose rows have others: rows that stay as they are are not written. */
function unlessKept(rows: readonly WorkflowApprover[]) {
  const groupsOf = new Map(rows.map(({ approverId, groups = [] }) => [approverId, groups.join("\n")]));
  return ({ approverId, groups = [] }: StageApprover): StageApprover =>
    groupsOf.get(approverId) === groups.join("\n") ? { approverId } : { approverId, groups };
}

/** The stage with the published fields: those that are left out return to their defaults, but the status stays. */
function rewritten(
  row: WorkflowStage,
  { name, order, approveBy, ...fields }: PublishedStage["fields"],
): WorkflowStage {
  const { quorum = null, rejectBy = null, bulk = null, sources = null, when = null } = fields;
  const { status = row.status } = fields;
  const rule = { name, order, approveBy, quorum, rejectBy, bulk };
  const after = changed(row, {
    ...rule,
    sources,
    when,
    status,
    ...ladderChanges({ ...NO_LADDER, ...fields }),
  });
  return shown(after) === shown(row) ? row : after;
}

function shown(stage: WorkflowStage): string {
  const { name, order, approveBy, quorum, rejectBy, bulk, sources, when, status } = stage;
  const rule = { name, order, approveBy, quorum, rejectBy, bulk, sources, when, status };
  return canonicalJson({ ...rule, ...ladderFieldsIn(stage) });
}
