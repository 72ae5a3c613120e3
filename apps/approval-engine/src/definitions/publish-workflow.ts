import type { Id } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import type { z } from "zod";

import { namedApprovers } from "../approval-settings/index.ts";
import { laddersAmong, refuseReferences, refuseTimeApproval, usersEscalatedTo } from "../ladders/index.ts";
import { baseFields, updateStamp } from "../shared/base-fields.ts";
import { type Caller, stampOf } from "../shared/caller.ts";
import { type ChangeNoteInput, notedChange } from "../shared/change-note.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import type { DraftedRule } from "../shared/reckon-change.ts";
import { recordFacts } from "../shared/record-facts.ts";
import { type RecordDependencies, withChanges, nextRefs, numberFields } from "../shared/record-use-cases.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { assertMayChangeWorkflow } from "../shared/workflows-in-force.ts";
import { type VersionApprover, type VersionStage, shownContent } from "./content.ts";
import { withContent } from "./find-rows.ts";
import type { publishWorkflowInput } from "./inputs.ts";
import { type Published, type WorkflowPublication, judgementOf, readPublication } from "./publication.ts";
import { publishContent } from "./publish-content.ts";
import { type PublishedStage, draftStages } from "./published-stages.ts";
import type { DefinitionStatus, Workflow } from "./records.ts";
import { createWorkflows } from "./repositories.ts";
import { refuseStrangers, replaceApprovers } from "./stage-approvers.ts";
import type { StageApprover } from "./stage-seats.ts";
import type { ShownVersion } from "./version-read-model.ts";
import { findNewestVersion } from "./versions.ts";
import { refuseDraftFaults } from "./workflow-contents.ts";
import type { OwnRows } from "./write-rows.ts";

/** A workflow as a whole; see the SDL's `PublishWorkflowInput`. */
export type PublishWorkflowInput = z.input<typeof publishWorkflowInput>;
/** The rest of `publishWorkflow`. */
interface PublishWorkflowOptions {
  expectedVersion?: number | null | undefined;
  changeNote?: ChangeNoteInput | null | undefined;
}

/**
 * `publishWorkflow`: saves a workflow whole, as its next version, in one transaction (contract-3, ROUTE-1). A stage with
 * the key of a present one replaces it under its id; present stages that are not given are deleted.
 *
 * @param expectedVersion - the version that the caller has seen, 0 of a new workflow; left out, any
 * @param changeNote - what is kept with the version (contract-4, HIST-2)
 * @throws DomainError `FORBIDDEN`, `INVALID_INPUT`, `WORKFLOW_NOT_FOUND`, and `CONFLICT` at another version
 */
export function createPublishWorkflow({ transact, authorize, noteChange }: RecordDependencies) {
  return async (
    caller: Caller,
    input: PublishWorkflowInput,
    { expectedVersion, ...beside }: PublishWorkflowOptions = {},
  ): Promise<ShownVersion> => {
    authorize(caller);
    const { changeNote: givenNote } = parseInput(notedChange, beside);
    const publication = readPublication(input);
    const { workflowId } = publication.given;
    const keepNote = await noteChange(caller, givenNote, async (scope) => {
      if (workflowId !== undefined) await assertMayChangeWorkflow(scope, caller, workflowId);
      await refuseDraftFaults(scope, caller.companyId, publication);
      return { workflow: draftedWorkflow(publication, workflowId ?? scope.newId()) };
    });
    return transact(async (scope) => {
      await refuseLeaver(scope, caller);
      if (workflowId !== undefined) await assertMayChangeWorkflow(scope, caller, workflowId);
      const changeNote = await keepNote(scope);
      const notedPublication = { ...publication, changeNote };
      const { version, before, after } = await publishIn(scope, caller, notedPublication, expectedVersion);
      const { companyId, userId: actorId } = caller;
      const about = { action: "publish", entity: "workflows", entityId: version.workflowId, at: scope.now };
      const details = changeNote && { details: { changeNote } };
      await recordFacts(scope, { audit: [{ companyId, actorId, ...about, before, after, ...details }] });
      return version;
    }, publication.given.workflowId);
  };
}

/** The workflow as a replay judges it. */
function draftedWorkflow({ given }: WorkflowPublication, workflowId: Id): DraftedRule {
  const { facts = [], stages } = given;
  return { ruleId: workflowId, isNew: false, workflowId, facts, stages: draftStages(stages, []) };
}

/** A version that was published, and what the audit of the command has of its workflow before and after it. */
interface PublishedVersion {
  version: ShownVersion;
  /** Absent of a new workflow. */
  before: object | undefined;
  after: object;
}

/** The same as a part of a transaction, by a caller who may do it; the command writes its audit. */
export async function publishIn(
  scope: TransactionScope,
  caller: Caller,
  { given, stages, kind, keepsDescription = false, changeNote }: WorkflowPublication,
  expectedVersion?: number | null,
): Promise<PublishedVersion> {
  const { companyId } = caller;
  const before =
    given.workflowId === undefined ? undefined : await findNewestVersion(scope, companyId, given.workflowId);
  if (given.workflowId !== undefined && before === undefined) {
    throw new DomainError("WORKFLOW_NOT_FOUND", text("missing.workflow"), { field: "workflowId" });
  }
  const version = before?.version ?? 0;
  if ((expectedVersion ?? version) !== version) {
    throw new DomainError("CONFLICT", text("workflow.changed"), { field: "expectedVersion" });
  }
  const namedPeople = given.stages.flatMap((stage, index) => namedApprovers(`stages.${index}.`, stage));
  const presentStages = before?.stages ?? [];
  const presentApprovers = presentStages.flatMap(({ approvers }) => approvers);
  await refuseStrangers(scope, caller, presentApprovers, namedPeople);
  const ladders = laddersAmong(
    "stages",
    stages.map(({ fields }) => fields),
  );
  await refuseReferences(scope, companyId, ladders, usersEscalatedTo(presentStages));
  await refuseTimeApproval(scope, companyId, ladders, kind);
  const presentRow = before && (await createWorkflows(scope).find(companyId, before.workflowId));
  const present = before && presentRow && withContent(presentRow, before);
  const workflow = await writeWorkflow(scope, caller, { given, present, keepsDescription });
  const { contentStages, rows } = stagesAfter(scope, presentStages, stages);
  const publishedVersion = await publishContent(scope, caller, {
    workflowId: workflow._id,
    before,
    after: { name: workflow.name, ...(workflow.facts && { facts: workflow.facts }), stages: contentStages },
    note: given.note,
    changeNote,
    judgement: judgementOf(given, stages),
    rows,
  });
  const shownVersion = shownContent(publishedVersion);
  return {
    version: shownVersion,
    before: before && present && { ...shownOf(present), version, stages: shownContent(before).stages },
    after: {
      ...shownOf(workflow),
      version: publishedVersion.version,
      stages: shownVersion.stages,
      note: given.note,
    },
  };
}

const shownOf = ({ name, description, status, facts }: Workflow) => ({ name, description, status, facts });

interface WorkflowWrite {
  given: Published;
  present: Workflow | undefined;
  keepsDescription: boolean;
}

async function writeWorkflow(
  scope: TransactionScope,
  caller: Caller,
  { given: { name, description, status, facts = [] }, present, keepsDescription }: WorkflowWrite,
): Promise<Workflow> {
  const stamp = stampOf(caller, scope.now);
  const declaredFacts = facts.length > 0 ? facts : undefined;
  const workflows = createWorkflows(scope);
  if (present !== undefined) {
    const after = withChanges(present, {
      name,
      description: keepsDescription ? undefined : (description ?? null),
      status,
      facts: declaredFacts ?? null,
    });
    await workflows.replace([Object.assign(after, updateStamp(stamp))]);
    return after;
  }
  const [ref = ""] = await nextRefs(scope, caller.companyId, "WF", 1);
  const base = { ...baseFields(stamp, numberFields("WF", ref)), _id: scope.newId() };
  const fields = { name, description, status: status ?? "DRAFT", facts: declaredFacts };
  const workflow = defined<Workflow>({ ...base, ...fields });
  await workflows.insert([workflow]);
  return workflow;
}

/** The stages after a publication: one with the key of a present one replaces it under its id. */
function stagesAfter(
  scope: Pick<TransactionScope, "newId">,
  presentStages: readonly VersionStage[],
  stages: readonly PublishedStage[],
): { contentStages: VersionStage[]; rows: OwnRows } {
  const presentByKey = new Map(presentStages.map((stage) => [stage.key, stage]));
  const statuses = new Map<string, DefinitionStatus>();
  const contentStages = stages.map(({ key, fields, status, approvers }) => {
    const { stageId = scope.newId(), approvers: presentApprovers = [] } = presentByKey.get(key) ?? {};
    if (status !== undefined) statuses.set(stageId, status);
    const users = approvers.map(unlessKept(presentApprovers));
    const replacedApprovers = replaceApprovers(scope, presentApprovers, users);
    return { key, stageId, ...fields, approvers: replacedApprovers.approvers };
  });
  return { contentStages, rows: { statuses } };
}

/** Names the groups of approvers who have others: those who stay as they are keep their rows as they are. */
function unlessKept(presentApprovers: readonly VersionApprover[]) {
  const groupsOf = new Map(
    presentApprovers.map(({ approverId, groups = [] }) => [approverId, groups.join("\n")]),
  );
  return ({ approverId, groups = [] }: StageApprover): StageApprover =>
    groupsOf.get(approverId) === groups.join("\n") ? { approverId } : { approverId, groups };
}
