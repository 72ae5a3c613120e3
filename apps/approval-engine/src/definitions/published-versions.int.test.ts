import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  integer,
  oneof,
  record,
  uniqueArray,
} from "fast-check";
import { expect, it } from "vitest";

import { changeTasks } from "../../test/change-tasks.ts";
import { aCompany, engineOn, recordsOf } from "../../test/engine-fixture.ts";
import type { Caller } from "../engine.ts";
import type { WorkflowTask } from "../runs/index.ts";
import type { PublishWorkflowInput } from "./publish-workflow.ts";

const store = await useTestStore();
const engine = await engineOn(store, { settingsDefaults: { returnUsesCurrentDefinition: false } });
const records = recordsOf(store);
const versionsOf = (workflowId: string) =>
  store.db
    .collection("workflow_versions")
    .find({ workflowId: toObjectId(workflowId) }, { sort: { version: 1 } })
    .toArray();

const FACTS = [
  { key: "lead", type: "PERSON" },
  { key: "costCentre", type: "TEXT" },
] as const;
const PEOPLE = 4;

/** A stage as the properties draw it: at least one user, so that it can be decided whatever its sources yield. */
const drawnStage = record({
  name: constantFrom("Legal", "Board", "Archive"),
  users: uniqueArray(integer({ min: 0, max: PEOPLE - 1 }), { minLength: 1 }),
  labels: constantFrom([], ["law"], ["law", "board"]),
  sources: uniqueArray(
    constantFrom(
      { submitterManager: { levels: 1 } },
      { submitterManager: { untilLimit: true } },
      { departmentHead: { of: "SUBMITTER" } },
      { departmentHead: { of: "costCentre" } },
      { fact: "lead" },
    ),
    { maxLength: 2 },
  ),
  when: constantFrom(undefined, "document.amount > 100.0", "document.facts.costCentre == 'north'"),
  rejectBy: constantFrom("VETO", "UNREACHABLE"),
});
type DrawnStage = typeof drawnStage extends Arbitrary<infer Stage> ? Stage : never;
const drawnWorkflow = array(drawnStage, { minLength: 2, maxLength: 4 });

/** A change of a workflow while documents follow it. */
const drawnChange = oneof(
  drawnWorkflow.map((stages) => ({ type: "publish", stages }) as const),
  drawnStage.map((stage) => ({ type: "row", stage }) as const),
  constant({ type: "deleteStage" } as const),
  constant({ type: "deleteWorkflow" } as const),
);

function inputOf(stages: readonly DrawnStage[], people: readonly Caller[]): PublishWorkflowInput {
  return {
    name: "Contracts",
    facts: [...FACTS],
    stages: stages.map((stage, index) => ({ key: `s${index}`, ...stageInputOf(stage, people) })),
  };
}

function stageInputOf(
  { name, users, labels, sources, when, rejectBy }: DrawnStage,
  people: readonly Caller[],
) {
  const named = users.map((index) => ({ approverId: people[index]!.userId, groups: labels }));
  const derived = sources.map((source) => ({ source, groups: labels }));
  return { name, approvers: [...named, ...derived], when, rejectBy } as const;
}

type Change = typeof drawnChange extends Arbitrary<infer Drawn> ? Drawn : never;

interface Applied {
  admin: Caller;
  people: Caller[];
  workflowId: string;
  stageId: string;
}

async function apply(change: Change, { admin, people, workflowId, stageId }: Applied): Promise<unknown> {
  if (change.type === "publish") {
    return engine.publishWorkflow(admin, { ...inputOf(change.stages, people), workflowId });
  }
  if (change.type === "row") {
    return engine.stages.update(admin, stageId, { ...stageInputOf(change.stage, people), when: null });
  }
  return change.type === "deleteStage"
    ? engine.stages.remove(admin, stageId)
    : engine.workflows.remove(admin, workflowId);
}

/** The content of a task that comes from its version. */
const stageOf = (task: WorkflowTask | undefined) => {
  const { stageName, orderNo, approveBy, rejectBy, stageId, sources, workflowVersion } = task ?? {};
  return { stageName, orderNo, approveBy, rejectBy, stageId, sources, workflowVersion };
};
const seatsOf = async (taskId: string) =>
  (await records.approvals(taskId)).map(({ approverId, groups }) => ({ approverId, groups }));

/** The run as it is stored: its tasks, and the seats of each. */
async function storedRun(refId: string) {
  const tasks = await records.tasks(refId);
  return { tasks, seats: await Promise.all(tasks.map(async ({ _id }) => records.approvals(_id))) };
}

/** A document that follows version 1 of a drawn workflow. */
async function aRun(stages: readonly DrawnStage[]) {
  const company = aCompany();
  const [admin, submitter] = [company.user({ privileged: true }), company.user()];
  const people = Array.from({ length: PEOPLE }, () => company.user());
  const { workflowId, stages: published } = await engine.publishWorkflow(admin, inputOf(stages, people));
  const { refId, tasks } = await engine.submitDocument(submitter, {
    workflowId,
    refId: newId(),
    kind: "Leave",
    submitterId: submitter.userId,
  });
  const [first = "", second = ""] = tasks.map(({ _id }) => _id);
  const stageIds = published.map(({ stageId }) => stageId);
  return { admin, people, workflowId, refId, first, second, stageIds };
}

/** Changes the workflow. @returns how many changes were not refused, as those of what an earlier one has deleted are */
async function applyAll(changes: readonly Change[], applied: Applied): Promise<number> {
  let count = 0;
  for (const change of changes) {
    await apply(change, applied).then(
      () => (count += 1),
      ({ message }: Error) => expect(message).toMatch(/not found$/u),
    );
  }
  return count;
}

it("a published version never changes a run: stages, sources, conditions and returns stay [ROUTE-1] [SRC-1] [ROUTE-3]", async () => {
  const changesOfIt = array(drawnChange, { minLength: 1, maxLength: 4 });
  const property = asyncProperty(drawnWorkflow, changesOfIt, async (stages, changes) => {
    const { admin, people, workflowId, refId, first, second, stageIds } = await aRun(stages);
    const [version] = await versionsOf(workflowId);
    const before = await storedRun(refId);
    const changed = { admin, people, workflowId, stageId: stageIds.at(-1) ?? "" };
    expect(await applyAll(changes, changed)).toBeGreaterThan(0);
    const until = expect.any(Date) as Date;
    expect((await versionsOf(workflowId))[0]).toEqual({ ...version, until });
    expect(await storedRun(refId)).toEqual(before);

    const [one, two] = stages;
    await engine.decideApproval(people[one!.users[0]!]!, { taskId: first, status: "APPROVED" });
    // As a stage that the run does not have: it comes from the version.
    await changeTasks(store, { refId: toObjectId(refId) }, (task) =>
      task._id === first ? { ...task, archived: true } : task,
    );
    await rejectAll(two!, people, second, stageIds[0] ?? "");
    const tasks = await records.tasks(refId);
    const fresh = tasks.find(({ status }) => status === "AWAITING_APPROVAL");
    expect(stageOf(fresh)).toEqual(stageOf(tasks.find(({ _id }) => _id === first)));
    expect(await seatsOf(fresh?._id ?? "")).toEqual(await seatsOf(first));
  });
  await assert(property, { numRuns: 15 });
});

/** Rejects a stage by as many of its users as its rule needs. */
async function rejectAll(
  { users, rejectBy }: DrawnStage,
  people: Caller[],
  taskId: string,
  returnToStageId: string,
) {
  const rejecting = rejectBy === "VETO" ? users.slice(0, 1) : users;
  for (const index of rejecting) {
    await engine.decideApproval(people[index]!, { taskId, status: "REJECTED", returnToStageId });
  }
}
