import { RequestRefused } from "@countersign/bus";
import { RPC } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { startTestService, useTestStore } from "@countersign/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { aCompany, countAll, recordsOf } from "../../test/engine-fixture.ts";
import { type GraphqlClient, useBus, useReplica } from "../../test/graphql-fixture.ts";
import { approvalEngine } from "../service.ts";

const store = await useTestStore();
const bus = useBus();
const { as, engine } = await useReplica(store, bus);
const records = recordsOf(store);
let stop: () => Promise<void>;

const KIND = "Leave";
const company = aCompany();
const admin = company.user({ privileged: true });
const submitter = company.user();
const approver = company.user();
const colleague = company.user();
const client = as(admin);
const elsewhere = aCompany();
const foreigner = elsewhere.user({ privileged: true });
const WEEK = [{ day: "MONDAY" as const, from: "09:00", to: "17:00" }];
const OFFICE = { name: "Office", timeZone: "Europe/Berlin", week: WEEK };
const foreign = { calendarId: "", groupId: "" };
const own = { workflowId: "", stageId: "", calendarId: "", groupId: "" };

const userOf = ({ userId, companyId }: typeof admin) => ({
  _id: toObjectId(userId),
  companyId: toObjectId(companyId),
  name: "Ann",
});

beforeAll(async () => {
  const service = await startTestService(approvalEngine, store, { bus });
  stop = () => service.stop();
  const people = [admin, submitter, approver, colleague, foreigner];
  await store.db.collection("users").insertMany(people.map(userOf));
  own.workflowId = (await engine.workflows.create(admin, { name: "Plain" }))._id;
  const stage = { name: "One", order: 1, workflowId: own.workflowId, approverIds: [approver.userId] };
  own.stageId = (await engine.stages.create(admin, stage))._id;
  for (const [place, user] of [
    [own, admin],
    [foreign, foreigner],
  ] as const) {
    place.calendarId = (await engine.calendars.create(user, OFFICE))._id;
    const group = { name: "Directors", memberIds: [user.userId] };
    place.groupId = (await engine.groups.create(user, group))._id;
  }
});
afterAll(() => stop());

const STAGE = { name: "One", approverIds: [approver.userId] };
const SENT = { ...STAGE, order: 1, approveBy: "ANY" };

/** The refusal of a GraphQL request: its text, and the field that it names. */
async function refusal(user: GraphqlClient, query: string, variables: Record<string, unknown>) {
  const { errors = [], status } = await user.ask(query, variables);
  expect(status).toBe(200);
  return errors.map(({ message, extensions }) => ({ message, field: extensions["field"] }));
}

async function refusalOfRequest(request: object) {
  try {
    await bus.request(RPC.submit.subject, request);
    return [];
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    expect(error.code).toBe(400);
    return [{ message: error.message }];
  }
}

const submission = (stage: object) => ({
  companyId: company.companyId,
  refId: newId(),
  kind: KIND,
  submitterId: submitter.userId,
  dynamicStages: [{ ...SENT, ...stage }],
});

/** Each way of a stage into the engine: the path of the stage in its input, and how it refuses. */
const ENTRANCES: Record<
  string,
  { path: string; send: (ladder: object) => Promise<{ message: string; field?: unknown }[]> }
> = {
  publishWorkflow: {
    path: "stages.0.",
    send: (ladder) =>
      refusal(
        client,
        `mutation ($input: PublishWorkflowInput!) { publishWorkflow(input: $input) { version } }`,
        { input: { name: "New", stages: [{ ...STAGE, ...ladder }] } },
      ),
  },
  createWorkflowStage: {
    path: "",
    send: (ladder) =>
      refusal(
        client,
        `mutation ($input: CreateWorkflowStageInput!) { createWorkflowStage(input: $input) { _id } }`,
        { input: { ...STAGE, workflowId: own.workflowId, order: 2, ...ladder } },
      ),
  },
  updateWorkflowStage: {
    path: "",
    send: (ladder) =>
      refusal(
        client,
        `mutation ($id: ID!, $input: UpdateWorkflowStageInput!) {
          updateWorkflowStage(id: $id, input: $input) { _id } }`,
        { id: own.stageId, input: ladder },
      ),
  },
  saveRule: {
    path: "stages.0.",
    send: (ladder) =>
      refusal(client, `mutation ($input: SaveRuleInput!) { saveRule(input: $input) { id } }`, {
        input: { kind: "PurchaseOrder", amountAbove: "100", stages: [{ ...STAGE, ...ladder }] },
      }),
  },
  createHrApprovalPolicy: {
    path: "levels.0.",
    send: (ladder) =>
      refusal(
        client,
        `mutation ($input: CreateHrApprovalPolicyInput!) { createHrApprovalPolicy(input: $input) { _id } }`,
        { input: { kind: "LEAVE", levels: [{ role: "HR", order: 1, ...ladder }] } },
      ),
  },
  previewRoute: {
    path: "dynamicStages.0.",
    send: (ladder) =>
      refusal(client, `query ($input: PreviewRouteInput!) { previewRoute(input: $input) { version } }`, {
        input: { kind: KIND, dynamicStages: [{ ...STAGE, ...ladder }] },
      }),
  },
  "approval.rpc.submit": {
    path: "dynamicStages.0.",
    send: (ladder) => refusalOfRequest(submission(ladder)),
  },
};

const later = (field: string, before: string) => `{${field}}: must be later than {${before}}`;
const escalate = (fields: object) => ({
  escalate: { after: { hours: 2 }, to: { manager: true }, mode: "STAND_IN", ...fields },
});

/** Bad ladders, the field at fault and what is said of it; fields stand in braces, without their path. */
const FAULTS: [string, () => object, string, string][] = [
  [
    "reminders that do not ascend",
    () => ({ remind: [{ hours: 2 }, { hours: 1 }] }),
    "remind.1",
    later("remind.1", "remind.0"),
  ],
  [
    "an escalation before a reminder",
    () => ({ remind: [{ businessDays: 3 }], ...escalate({ after: { businessDays: 2 } }) }),
    "escalate.after",
    later("escalate.after", "remind.0"),
  ],
  [
    "an end before its escalation",
    () => ({ ...escalate({}), atEnd: "REJECT", endAfter: { hours: 1 } }),
    "endAfter",
    later("endAfter", "escalate.after"),
  ],
  [
    "an end without a time",
    () => ({ atEnd: "REJECT" }),
    "endAfter",
    "{endAfter}: is required, or dueIn, because atEnd is REJECT",
  ],
  [
    "a duration of two units",
    () => ({ dueIn: { hours: 1, businessDays: 1 } }),
    "dueIn",
    "{dueIn}: must have exactly one of businessDays, businessHours, hours",
  ],
  [
    "a duration without a unit",
    () => ({ remind: [{}] }),
    "remind.0",
    "{remind.0}: must have exactly one of businessDays, businessHours, hours",
  ],
  [
    "a duration of no time",
    () => ({ dueIn: { hours: 0 } }),
    "dueIn.hours",
    "{dueIn.hours}: expected hours from 1/3600 (a second) to 8784",
  ],
  [
    "a duration of more than a year",
    () => ({ dueIn: { businessDays: 367 } }),
    "dueIn.businessDays",
    "{dueIn.businessDays}: expected a whole number of days from 1 to 366",
  ],
  [
    "eleven reminders",
    () => ({ remind: Array.from({ length: 11 }, (_, at) => ({ hours: at + 1 })) }),
    "remind",
    "{remind}: must have at most 10 items",
  ],
  [
    "an escalation to nobody",
    () => escalate({ to: {} }),
    "escalate.to",
    "{escalate.to}: must have exactly one of manager, userIds, groupId",
  ],
  [
    "an escalation to two",
    () => escalate({ to: { manager: true, groupId: own.groupId } }),
    "escalate.to",
    "{escalate.to}: must have exactly one of manager, userIds, groupId",
  ],
  [
    "an escalation with manager: false",
    () => escalate({ to: { manager: false } }),
    "escalate.to.manager",
    "{escalate.to.manager}: must be true",
  ],
  [
    "an escalation to no users",
    () => escalate({ to: { userIds: [] } }),
    "escalate.to.userIds",
    "{escalate.to.userIds}: must have at least 1 item",
  ],
  [
    "an escalation to 21 users",
    () => escalate({ to: { userIds: Array.from({ length: 21 }, () => newId()) } }),
    "escalate.to.userIds",
    "{escalate.to.userIds}: must have at most 20 items",
  ],
  ["four levels", () => escalate({ levels: 4 }), "escalate.levels", "{escalate.levels}: must be at most 3"],
  [
    "two levels of a group",
    () => escalate({ levels: 2, to: { groupId: own.groupId } }),
    "escalate.levels",
    "{escalate.levels}: must be 1 unless the manager is asked",
  ],
  [
    "a calendar of another company",
    () => ({ calendarId: foreign.calendarId }),
    "calendarId",
    `{calendarId}: the company has no calendar <calendarId>`,
  ],
  [
    "a group of another company",
    () => escalate({ to: { groupId: foreign.groupId } }),
    "escalate.to.groupId",
    "{escalate.to.groupId}: the company has no group <groupId>",
  ],
  [
    "a user of another company",
    () => escalate({ to: { userIds: [colleague.userId, foreigner.userId] } }),
    "escalate.to.userIds.1",
    "{escalate.to.userIds.1}: <userId> is not known in the directory",
  ],
  [
    "a calendar that is no id",
    () => ({ calendarId: "office" }),
    "calendarId",
    "{calendarId}: must be 24 hexadecimal characters",
  ],
];

/** A text with the fields at their path, and the ids of the other company. */
const spelled = (text: string, path: string) =>
  text
    .replaceAll(/\{([^}]+)\}/gu, (_, field: string) => `${path}${field}`)
    .replace("<calendarId>", foreign.calendarId)
    .replace("<groupId>", foreign.groupId)
    .replace("<userId>", foreigner.userId);

describe.each(Object.entries(ENTRANCES))("%s", (_, { path, send }) => {
  it.each(FAULTS)(
    "refuses %s, names the field, and writes nothing [TIME-3]",
    async (_, ladder, field, text) => {
      const before = await countAll(store);
      const [refused, ...others] = await send(ladder());
      expect(refused?.message).toBe(spelled(text, path));
      expect(others).toEqual([]);
      if ("field" in refused!) expect(refused.field).toBe(`${path}${field}`);
      expect(await countAll(store)).toBe(before);
    },
  );
});

describe("approval by time", () => {
  const approves = { dueIn: { businessDays: 2 }, atEnd: "APPROVE" } as const;

  it.each(Object.entries(ENTRANCES))(
    "is refused by %s while the setting names no kind [TIME-3]",
    async (entrance, { path, send }) => {
      const field = `${path}atEnd`;
      const kinds: Record<string, string> = { saveRule: "PurchaseOrder", createHrApprovalPolicy: KIND };
      const kind = kinds[entrance] ?? (path.startsWith("dynamic") ? KIND : undefined);
      const [refused] = await send(approves);
      expect(refused?.message).toBe(
        kind === undefined
          ? `${field}: must not be APPROVE: the setting allowTimeApproval names no kind of document`
          : `${field}: must not be APPROVE for ${kind}: the setting allowTimeApproval does not name this kind`,
      );
    },
  );

  it("is refused for the kinds alone that the setting does not name [TIME-3]", async () => {
    const other = aCompany();
    const boss = other.user({ privileged: true });
    const person = other.user();
    const ask = as(boss);
    await engine.updateApprovalSettings(boss, { allowTimeApproval: ["Claim"] });
    const stages = [{ name: "One", approverIds: [person.userId], ...approves }];
    const rule = (kind: string) =>
      refusal(ask, `mutation ($input: SaveRuleInput!) { saveRule(input: $input) { id } }`, {
        input: { kind, amountAbove: "100", stages },
      });
    expect(await rule("PurchaseOrder")).toMatchObject([{ field: "stages.0.atEnd" }]);
    const policy = (kind: string) =>
      refusal(
        ask,
        `mutation ($input: CreateHrApprovalPolicyInput!) { createHrApprovalPolicy(input: $input) { _id } }`,
        { input: { kind, levels: [{ role: "HR", order: 1, ...approves }] } },
      );
    expect(await policy("LEAVE")).toMatchObject([{ field: "levels.0.atEnd" }]);
    expect(await policy("CLAIM")).toEqual([]);
    // A workflow knows no kind: a submission does.
    const { workflowId } = await engine.publishWorkflow(boss, { name: "Timed", stages });
    const submit = (kind: string) =>
      engine.submitDocument(
        { ...person, isService: true },
        { refId: newId(), kind, submitterId: person.userId, workflowId },
      );
    await expect(submit("Leave")).rejects.toMatchObject({ code: "INVALID_INPUT", field: "workflowId" });
    await expect(submit("Claim")).resolves.toMatchObject({ workflowId });
    await engine.updateApprovalSettings(boss, { allowTimeApproval: null });
    await expect(submit("Claim")).rejects.toMatchObject({ code: "INVALID_INPUT", field: "workflowId" });
  });

  it("is refused when a draft is published that was saved while it was allowed [TIME-3]", async () => {
    const boss = aCompany().user({ privileged: true });
    await engine.updateApprovalSettings(boss, { allowTimeApproval: ["PurchaseOrder"] });
    const stages = [{ name: "One", approverIds: [approver.userId], ...approves }];
    const { id } = await engine.saveRule(boss, { kind: "PurchaseOrder", amountAbove: "100", stages });
    await engine.updateApprovalSettings(boss, { allowTimeApproval: ["Leave"] });
    await expect(engine.publishRule(boss, { id })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      field: "stages.0.atEnd",
    });
  });
});

it("refuses a durable submission with its text, and starts no run [TIME-3]", async () => {
  const data = submission({ remind: [{ hours: 2 }, { hours: 1 }] });
  const id = newId();
  await engine.handleSubmitCommand({
    specversion: "1.0",
    id,
    source: "/test",
    type: "approval.command.submit",
    data: data as never,
  });
  const sent = await records.outbox(data.refId);
  expect(sent.map(({ data: { data: answer } }) => answer.error)).toEqual([
    "dynamicStages.0.remind.1: must be later than dynamicStages.0.remind.0",
  ]);
  expect(await records.tasks(data.refId)).toEqual([]);
});
