import { documentKinds } from "@countersign/contracts";
import { type Store, newId, toObjectId } from "@countersign/mongo";

import type { Filter } from "mongodb";

import type { Caller, Engine } from "../src/engine.ts";
import type { RunRecord } from "../src/runs/index.ts";
import { aCompany, stagesOf, submitNew } from "./engine-fixture.ts";

const approve = (by: Engine, caller: Caller, taskId: string) =>
  by.decideApproval(caller, { taskId, status: "APPROVED" });

/** Kinds of engines that take all these commands. */
export const ONE_RUN_KINDS = documentKinds.parse("agents:ToolCall");

/** A document, and a command on its run. */
export interface OneRunScene {
  refId: string;
  runId: string;
  act: (by: Engine) => Promise<unknown>;
}

/** A command that begins a run, which is found by these fields. */
export interface SubmissionScene extends Pick<OneRunScene, "act"> {
  run: Filter<RunRecord>;
}

/** A document with a ladder whose first stage waits for two people, one of whom has snoozed it. */
async function timedDocument(engine: Engine, { db }: Pick<Store, "db">) {
  const company = aCompany();
  const [submitter, firstApprover, secondApprover, thirdApprover, outsider] = Array.from({ length: 5 }, () =>
    company.user(),
  ) as [Caller, Caller, Caller, Caller, Caller];
  const ladder = { dueIn: { hours: 4 }, remind: [{ hours: 1 }] };
  const stages = stagesOf({ approvers: [firstApprover, secondApprover], approveBy: "ALL" }, [thirdApprover]);
  const { refId, runId, tasks } = await submitNew(
    engine,
    submitter,
    stages.map((stage) => Object.assign(stage, ladder)),
  );
  const taskIds = tasks.map(({ _id }) => _id);
  const [taskId = ""] = taskIds;
  const until = new Date(Date.now() + 3_600_000);
  await engine.snoozeTask(secondApprover, { taskId, until });
  const seats = db.collection("workflow_approvals");
  const seatIdOf = async ({ userId }: Caller): Promise<string> => {
    const seat = await seats.findOne({ taskId: toObjectId(taskId), approverId: toObjectId(userId) });
    return String(seat?._id);
  };
  const people = {
    submitter,
    one: firstApprover,
    two: secondApprover,
    other: outsider,
    admin: company.user({ privileged: true }),
  };
  return { company, ...people, seatIdOf, refId, runId, taskIds, taskId, reason: "Away" };
}
type TimedDocument = Awaited<ReturnType<typeof timedDocument>>;

/** Commands that write one run, as each of them is given on a document; some need something done before. */
const COMMANDS: Record<
  string,
  (
    document: TimedDocument,
    engine: Engine,
    store: Pick<Store, "db">,
  ) => Promise<OneRunScene["act"]> | OneRunScene["act"]
> = {
  "a verdict":
    ({ one, taskId }) =>
    (by) =>
      approve(by, one, taskId),
  "a nudge":
    ({ submitter, refId }) =>
    (by) =>
      by.nudge(submitter, { refId }),
  "a recall":
    ({ admin, refId, reason }) =>
    (by) =>
      by.recallDocument(admin, { refId, reason }),
  "a seat handed on":
    ({ two, other, taskId, reason }) =>
    (by) =>
      by.seats.reassign(two, { taskId, toUserId: other.userId, reason }),
  "an added approver":
    ({ admin, other, taskId, reason }) =>
    (by) =>
      by.seats.addApprover(admin, { taskId, userId: other.userId, position: "PARALLEL", reason }),
  "a withdrawn verdict": async ({ one, taskId }, engine) => {
    await approve(engine, one, taskId);
    return (by) => by.seats.withdraw(one, { taskId });
  },
  "a cancellation":
    ({ submitter, refId }) =>
    (by) =>
      by.cancelDocument(submitter, { refId }),
  "an added row":
    ({ admin, other, taskId }) =>
    (by) =>
      by.approvals.create(admin, { taskId, approverId: other.userId }),
  "a changed row":
    ({ one, seatIdOf }) =>
    async (by) =>
      by.approvals.update(one, await seatIdOf(one), { remark: "Looks right so far" }),
  "a deleted row":
    ({ admin, two, seatIdOf }) =>
    async (by) =>
      by.approvals.remove(admin, await seatIdOf(two)),
  "a changed task":
    ({ submitter, taskId }) =>
    (by) =>
      by.tasks.update(submitter, taskId, { title: "Another title" }),
  "a deleted task": async ({ submitter, admin, refId, taskId }, engine) => {
    await engine.cancelDocument(submitter, { refId });
    return (by) => by.tasks.remove(admin, taskId);
  },
  "a reminder": async ({ taskId }, _engine, { db }) => {
    const reminder = { taskId: toObjectId(taskId), action: "REMIND" };
    const due = { at: HOUR_AGO(), claimedUntil: HOUR_AGO() };
    const row = await db
      .collection("approval_timers")
      .findOneAndUpdate(reminder, { $set: due }, { returnDocument: "after" });
    return (by) => by.fireTimer(row as never);
  },
  "an amendment": async ({ submitter, admin, refId }, engine) => {
    await engine.updateApprovalSettings(admin, { onAmend: "ASK_AGAIN" });
    return (by) => by.amendDocument(submitter, { refId, document: { title: "Changed" } });
  },
  "a durable amendment": async ({ company: { companyId }, submitter, admin, refId }, engine) => {
    await engine.updateApprovalSettings(admin, { onAmend: "ASK_AGAIN" });
    const data = { companyId, refId, actorId: submitter.userId, document: { title: "Changed" } };
    const command = { specversion: "1.0" as const, id: newId(), source: "/test", data };
    return (by) => by.handleAmendCommand({ ...command, type: "approval.command.amend" });
  },
  "a leaver": async ({ company: { companyId }, two: { userId } }, _engine, { db }) => {
    const leaver = { _id: toObjectId(userId), companyId: toObjectId(companyId), name: "Two" };
    await db.collection("users").insertOne({ ...leaver, active: false });
    return (by) => by.releaseLeaver(companyId, userId);
  },
};

const HOUR_AGO = () => new Date(Date.now() - 3_600_000);

/** A request of an agent. */
async function agentRequest(engine: Engine, { db }: Pick<Store, "db">) {
  const company = aCompany();
  const agent = company.user({ isAgent: true });
  const { _id: refId, runId } = await engine.requestApproval(agent, {
    kind: "ToolCall",
    title: "Delete the customer records of 2019",
    approvers: [company.user().userId],
    idempotencyKey: newId(),
  });
  const row = await db.collection("agent_requests").findOne({ _id: toObjectId(refId) });
  const tasks = await db
    .collection("workflow_tasks")
    .find({ refId: toObjectId(refId) })
    .toArray();
  return { agent, refId, runId, row, taskIds: tasks.map(({ _id }) => String(_id)) };
}
type RequestOfAgent = Awaited<ReturnType<typeof agentRequest>>;

/** Commands on the run of an agent's request. */
const OF_REQUESTS: Record<string, (request: RequestOfAgent) => OneRunScene["act"]> = {
  "a withdrawn request":
    ({ agent, refId: id }) =>
    (by) =>
      by.withdrawRequest(agent, { id }),
  "an expired request":
    ({ row }) =>
    (by) =>
      by.expireRequest(row as never),
};

/** A document for each of the commands. */
export async function oneRunScenes(
  engine: Engine,
  store: Pick<Store, "db">,
): Promise<Record<string, OneRunScene>> {
  const scenes: Record<string, OneRunScene> = {};
  for (const [name, commandOn] of Object.entries(COMMANDS)) {
    const document = await timedDocument(engine, store);
    scenes[name] = { ...document, act: await commandOn(document, engine, store) };
  }
  for (const [name, commandOn] of Object.entries(OF_REQUESTS)) {
    const request = await agentRequest(engine, store);
    scenes[name] = { ...request, act: commandOn(request) };
  }
  return scenes;
}

/** A submission of a document with a ladder on two stages. */
function aSubmission() {
  const company = aCompany();
  const { companyId } = company;
  const submitter = company.user();
  const stages = stagesOf([company.user()], [company.user()]);
  const ladder = { dueIn: { hours: 4 }, remind: [{ hours: 1 }] };
  const submission = {
    refId: newId(),
    kind: "Leave" as const,
    submitterId: submitter.userId,
    dynamicStages: stages.map((stage) => Object.assign(stage, ladder)),
  };
  return { company, companyId, submitter, submission };
}
type FreshSubmission = ReturnType<typeof aSubmission>;

const TABLES = [
  {
    key: "lines",
    label: "Lines",
    columns: [{ key: "item", label: "Item", type: "TEXT" as const }],
    rows: [["Paper"], ["Ink"]],
  },
];

/** Commands that begin a run, as each of them is given. */
const SUBMISSIONS: Record<
  string,
  (fresh: FreshSubmission, engine: Engine) => Promise<OneRunScene["act"]> | OneRunScene["act"]
> = {
  "a submission":
    ({ submitter, submission }) =>
    (by) =>
      by.submitDocument(submitter, submission),
  "a submission with a key":
    ({ submitter, submission }) =>
    (by) =>
      by.submitDocument(submitter, { ...submission, idempotencyKey: "once" }),
  "a described submission with tables":
    ({ submitter, submission }) =>
    (by) =>
      by.submitDocument(submitter, { ...submission, document: { title: "Paper", tables: TABLES } }),
  "a further submission": async ({ submitter, submission }, engine) => {
    await engine.submitDocument(submitter, { ...submission, document: { title: "First" } });
    await engine.cancelDocument(submitter, submission);
    return (by) => by.submitDocument(submitter, { ...submission, document: { title: "Second" } });
  },
  "a submission in the place of a person's run": async ({ submitter, submission }, engine) => {
    await engine.submitDocument(submitter, submission);
    return (by) => by.submitDocument({ ...submitter, isService: true }, submission);
  },
  "a durable submission": ({ companyId, submission }) => {
    const data = { ...submission, companyId };
    const command = { specversion: "1.0" as const, id: newId(), source: "/test", data };
    return (by) => by.handleSubmitCommand({ ...command, type: "approval.command.submit" });
  },
  "a submission over HTTP": ({ companyId, submission }) => {
    const request = { owner: "hr", companyId, key: "once" };
    return (by) => by.submitForOwner(request, { ...submission, companyId });
  },
};

/** A submission of each kind. */
export async function submissionScenes(engine: Engine): Promise<Record<string, SubmissionScene>> {
  const scenes: Record<string, SubmissionScene> = {};
  for (const [name, submissionOf] of Object.entries(SUBMISSIONS)) {
    const fresh = aSubmission();
    const act = await submissionOf(fresh, engine);
    scenes[name] = { run: { refId: toObjectId(fresh.submission.refId) }, act };
  }
  const agent = aCompany().user({ isAgent: true });
  const request = {
    kind: "ToolCall",
    title: "Delete the customer records of 2019",
    approvers: [newId()],
    idempotencyKey: newId(),
  };
  scenes["a request of an agent"] = {
    run: { submitterId: toObjectId(agent.userId) },
    act: (by) => by.requestApproval(agent, request),
  };
  return scenes;
}
