import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";

const store = await useTestStore();
const { as, engine } = await useReplica(store, useBus());

const DURATION = "{ businessDays businessHours hours }";
const LADDER = `calendarId dueIn ${DURATION} remind ${DURATION}
  escalate { after ${DURATION} to { manager userIds users { _id name } groupId } mode levels } atEnd endAfter ${DURATION}`;
/** The same of versions and rules, which have JSON. */
const PLAIN = "calendarId dueIn remind escalate atEnd endAfter";
const PUBLISH = `mutation ($input: PublishWorkflowInput!) { publishWorkflow(input: $input) {
  workflowId version hash stages { key ${PLAIN} } } }`;
const STAGES = `query ($id: ID!) { findWorkflow(input: { _id: $id }) { stages { _id ${LADDER} } } }`;
const UPDATE = `mutation ($id: ID!, $input: UpdateWorkflowStageInput!) {
  updateWorkflowStage(id: $id, input: $input) { ${LADDER} } }`;
const DIFF = `query ($workflowId: ID!, $a: Int!, $b: Int!) {
  workflowDiff(workflowId: $workflowId, a: $a, b: $b) { path before after } }`;
const VALIDATE = `query ($workflowId: ID, $stages: [PublishWorkflowStageInput!]) {
  validateWorkflow(workflowId: $workflowId, stages: $stages) { stageKey code message } }`;
const SAVE = `mutation ($input: SaveRuleInput!) { saveRule(input: $input) {
  id people { _id } stages { ${PLAIN} } draft { stages { ${PLAIN} } } } }`;
const PUBLISH_RULE = `mutation ($id: ID!) { publishRule(id: $id) { version stages { ${PLAIN} } } }`;
const POLICY = `mutation ($input: CreateHrApprovalPolicyInput!) { createHrApprovalPolicy(input: $input) {
  _id levels { role ${LADDER} } } }`;
const RULES = `{ approvalRules(kind: Leave) { people { _id } stages { role ${PLAIN} } } }`;
const PREVIEW = `query ($input: PreviewRouteInput!) { previewRoute(input: $input) { stages { key dueAt } } }`;

const WEEK = (["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY"] as const).map((day) => ({
  day,
  from: "09:00",
  to: "17:00",
}));
const OFFICE = { name: "Office", timeZone: "Europe/Berlin", week: WEEK };

const span = (given: object) => ({ businessDays: null, businessHours: null, hours: null, ...given });
const NOTHING = {
  calendarId: null,
  dueIn: null,
  remind: [],
  escalate: null,
  atEnd: "NOTHING",
  endAfter: null,
};

/** A company with a calendar and a person whom the directory knows; its stages may have a ladder with everything. */
async function aTeam() {
  const company = aCompany();
  const admin = company.user({ privileged: true });
  const [ann, bob] = [company.user(), company.user()];
  const named = (user: typeof ann, name: string) => ({
    _id: toObjectId(user.userId),
    companyId: toObjectId(company.companyId),
    name,
  });
  await store.db.collection("users").insertMany([named(admin, "Ada"), named(ann, "Ann"), named(bob, "Bob")]);
  const { _id: calendarId } = await engine.calendars.create(admin, OFFICE);
  const ladder = {
    calendarId,
    dueIn: { businessDays: 2 },
    remind: [{ businessHours: 1.5 }, { businessDays: 1 }],
    escalate: { after: { businessDays: 3 }, to: { userIds: [bob.userId] }, mode: "REPLACE" },
    atEnd: "REJECT",
    endAfter: { hours: 200 },
  };
  const shown = {
    calendarId,
    dueIn: span({ businessDays: 2 }),
    remind: [span({ businessHours: 1.5 }), span({ businessDays: 1 })],
    escalate: {
      after: span({ businessDays: 3 }),
      to: {
        manager: null,
        userIds: [bob.userId],
        users: [{ _id: bob.userId, name: "Bob" }],
        groupId: null,
      },
      mode: "REPLACE",
      levels: 1,
    },
    atEnd: "REJECT",
    endAfter: span({ hours: 200 }),
  };
  const stage = { key: "board", name: "Board", approverIds: [ann.userId] };
  return { company, admin, ann, bob, calendarId, client: as(admin), ladder, shown, stage };
}

interface Published {
  publishWorkflow: { workflowId: string; version: number; hash: string; stages: object[] };
}

describe("a stage with a ladder", () => {
  it("is published, and shown by its version and its record, as it was written [TIME-3]", async () => {
    const { client, ladder, shown, stage } = await aTeam();
    const plain = { key: "ceo", name: "CEO", approverIds: stage.approverIds };
    const stages = [{ ...stage, ...ladder }, plain];
    const { publishWorkflow } = await client.get<Published>(PUBLISH, { input: { name: "Timed", stages } });
    expect(publishWorkflow.stages).toEqual([
      { key: "board", ...ladder },
      { key: "ceo", ...NOTHING },
    ]);
    const { findWorkflow } = await client.get<{ findWorkflow: { stages: object[] } }>(STAGES, {
      id: publishWorkflow.workflowId,
    });
    expect(findWorkflow.stages).toEqual([
      { _id: expect.any(String), ...shown },
      { _id: expect.any(String), ...NOTHING },
    ]);
  });

  it("has the same hash with what says the same, and as one of a release before ladders [TIME-3] [ROUTE-1]", async () => {
    const { client, stage } = await aTeam();
    const first = await client.get<Published>(PUBLISH, { input: { name: "Timed", stages: [stage] } });
    const { workflowId, hash } = first.publishWorkflow;
    const said = { remind: [], atEnd: "NOTHING", dueIn: null, escalate: null };
    const again = await client.get<Published>(PUBLISH, {
      input: { workflowId, name: "Timed", stages: [{ ...stage, ...said }] },
    });
    expect(again.publishWorkflow.hash).toBe(hash);
    const [version] = await store.db
      .collection("workflow_versions")
      .find({ workflowId: toObjectId(workflowId) })
      .toArray();
    const [stored] = version!["stages"] as object[];
    expect(Object.keys(stored!).toSorted()).toEqual(
      ["approveBy", "approvers", "key", "name", "order", "stageId"].toSorted(),
    );
  });

  it("differs from the version before by the fields that the API names [TIME-3] [ROUTE-1]", async () => {
    const { client, ladder, stage } = await aTeam();
    const first = await client.get<Published>(PUBLISH, {
      input: { name: "Timed", stages: [{ ...stage, dueIn: { hours: 8 } }] },
    });
    const { workflowId } = first.publishWorkflow;
    const { dueIn, atEnd, endAfter } = ladder;
    const stages = [{ ...stage, dueIn, atEnd, endAfter }];
    await client.get(PUBLISH, { input: { workflowId, name: "Timed", stages } });
    expect(await client.get(DIFF, { workflowId, a: 1, b: 2 })).toEqual({
      workflowDiff: [
        { path: "stages.board.dueIn", before: { hours: 8 }, after: dueIn },
        { path: "stages.board.atEnd", before: null, after: atEnd },
        { path: "stages.board.endAfter", before: null, after: endAfter },
      ],
    });
  });

  it("keeps at an update what it leaves out, and loses what is null [TIME-3]", async () => {
    const { client, admin, ladder, shown } = await aTeam();
    const { _id: workflowId } = await engine.workflows.create(admin, { name: "Rows" });
    const created = { workflowId, name: "Board", order: 1, ...ladder } as const;
    const { _id: id } = await engine.stages.create(admin, created as never);
    const update = async (input: object) =>
      (await client.get<{ updateWorkflowStage: object }>(UPDATE, { id, input })).updateWorkflowStage;
    expect(await update({ name: "The board" })).toEqual(shown);
    expect(await update({ remind: null, calendarId: null })).toEqual({
      ...shown,
      remind: [],
      calendarId: null,
    });
    const none = { dueIn: null, escalate: null, atEnd: "NOTHING", endAfter: null };
    expect(await update(none)).toEqual(NOTHING);
    const row = await store.db.collection("workflow_stages").findOne({ _id: toObjectId(id) });
    for (const field of Object.keys(NOTHING)) expect(row).not.toHaveProperty(field);
  });

  it("is judged whole at an update, with what is stored [TIME-3]", async () => {
    const { client, admin } = await aTeam();
    const { _id: workflowId } = await engine.workflows.create(admin, { name: "Rows" });
    const created = { workflowId, name: "Board", order: 1, remind: [{ hours: 4 }] };
    const { _id: id } = await engine.stages.create(admin, created);
    const escalate = { after: { hours: 3 }, to: { manager: true }, mode: "STAND_IN" };
    const { errors } = await client.ask(UPDATE, { id, input: { escalate } });
    expect(errors).toMatchObject([{ message: "escalate.after: must be later than remind.0" }]);
  });

  it("keeps people of its escalation whom the directory no longer knows [TIME-3]", async () => {
    const { client, bob, ladder, stage } = await aTeam();
    const input = { name: "Timed", stages: [{ ...stage, ...ladder }] };
    const { publishWorkflow } = await client.get<Published>(PUBLISH, { input });
    const { workflowId } = publishWorkflow;
    await store.db.collection("users").deleteOne({ _id: toObjectId(bob.userId) });
    const again = await client.get<Published>(PUBLISH, { input: { ...input, workflowId } });
    expect(again.publishWorkflow.stages).toEqual([{ key: "board", ...ladder }]);
    const { errors } = await client.ask(PUBLISH, { input });
    expect(errors).toMatchObject([{ extensions: { field: "stages.0.escalate.to.userIds.0" } }]);
  });

  it("is in a rule's draft, and in the rule once it is published [TIME-3] [CON-17]", async () => {
    const { client, ann, bob, ladder, stage } = await aTeam();
    const { key: _key, ...unnamed } = stage;
    const input = { kind: "PurchaseOrder", amountAbove: "100", stages: [{ ...unnamed, ...ladder }] };
    const { saveRule } = await client.get<{
      saveRule: { id: string; people: { _id: string }[]; draft: { stages: object[] } };
    }>(SAVE, { input });
    expect(saveRule.draft.stages).toEqual([ladder]);
    expect(saveRule.people.map(({ _id }) => _id)).toEqual([ann.userId, bob.userId]);
    const published = await client.get(PUBLISH_RULE, { id: saveRule.id });
    expect(published).toEqual({ publishRule: { version: 1, stages: [ladder] } });
  });

  it("is a level of an HR policy, and of the policy's rule [TIME-3]", async () => {
    const { client, bob, ladder, shown } = await aTeam();
    const input = { kind: "LEAVE", levels: [{ role: "HR", order: 1, ...ladder }] };
    const { createHrApprovalPolicy } = await client.get<{ createHrApprovalPolicy: { levels: object[] } }>(
      POLICY,
      { input },
    );
    expect(createHrApprovalPolicy.levels).toEqual([{ role: "HR", ...shown }]);
    expect(await client.get(RULES)).toEqual({
      approvalRules: [{ people: [{ _id: bob.userId }], stages: [{ role: "HR", ...ladder }] }],
    });
  });
});

describe("validateWorkflow", () => {
  it("warns of short durations and of people who have left, stored or not [TIME-3]", async () => {
    const { client, bob, ladder, stage } = await aTeam();
    await store.db
      .collection("users")
      .updateOne({ _id: toObjectId(bob.userId) }, { $set: { active: false } });
    const stages = [{ ...stage, ...ladder, remind: [{ hours: 0.1 }] }];
    const findings = [
      {
        stageKey: "board",
        code: "SHORT_DURATION",
        message: 'Stage "Board": less than 15 minutes: remind.0',
      },
      { stageKey: "board", code: "ESCALATION_LEFT", message: 'Stage "Board" escalates to Bob, who has left' },
      {
        stageKey: null,
        code: "NO_HOLIDAYS",
        message: 'The calendar "Office" has no closed day in the coming 12 months',
      },
    ];
    expect(await client.get(VALIDATE, { stages })).toEqual({ validateWorkflow: findings });
    const { publishWorkflow } = await client.get<Published>(PUBLISH, { input: { name: "Timed", stages } });
    const { workflowId } = publishWorkflow;
    expect(await client.get(VALIDATE, { workflowId })).toEqual({ validateWorkflow: findings });
  });

  it("refuses a draft whose rungs do not ascend, as publishing it would [TIME-3]", async () => {
    const { client, stage } = await aTeam();
    const stages = [{ ...stage, remind: [{ hours: 2 }, { hours: 1 }] }];
    const { errors } = await client.ask(VALIDATE, { stages });
    expect(errors).toMatchObject([{ extensions: { field: "stages.0.remind.1" } }]);
  });
});

/** Of two stages the first is left out. */
const due = (dueAt: string) => [
  { key: "board", dueAt: null },
  { key: "ceo", dueAt },
];

describe("previewRoute", () => {
  const at = "2040-03-02T10:00:00.000Z";
  const dueIn = { businessDays: 1 };

  it("says when the stage that is asked first is due, by its calendar, and of later ones nothing [TIME-3] [ROUTE-2]", async () => {
    const { client, calendarId, stage } = await aTeam();
    const other = { ...stage, key: "ceo", dueIn: { hours: 1 } };
    const dues = async (first: object) => {
      const dynamicStages = [{ ...stage, ...first }, other];
      const { previewRoute } = await client.get<{ previewRoute: { stages: { dueAt: string | null }[] } }>(
        PREVIEW,
        { input: { kind: "Leave", at, dynamicStages } },
      );
      return previewRoute.stages.map(({ dueAt }) => dueAt);
    };
    // 2040-03-02 is a Friday: the working day after it is Monday.
    expect(await dues({ dueIn, calendarId })).toEqual(["2040-03-05T16:00:00.000Z", null]);
    expect(await dues({ dueIn })).toEqual(["2040-03-03T10:00:00.000Z", null]);
    expect(await dues({})).toEqual([null, null]);
  });

  it("passes over stages that are left out, and reckons by the calendar of kind or company [TIME-1] [TIME-3]", async () => {
    const { client, admin, calendarId, stage } = await aTeam();
    const dynamicStages = [
      { ...stage, when: "document.amount > 100.0", dueIn: { hours: 1 } },
      { ...stage, key: "ceo", dueIn },
    ];
    const document = { title: "Trip", amount: "50.00", currency: "EUR" };
    const preview = async () => {
      const { previewRoute } = await client.get<{ previewRoute: { stages: object[] } }>(PREVIEW, {
        input: { kind: "Leave", at, dynamicStages, document },
      });
      return previewRoute.stages;
    };
    expect(await preview()).toEqual(due("2040-03-03T10:00:00.000Z"));
    await engine.updateApprovalSettings(admin, { calendarId });
    expect(await preview()).toEqual(due("2040-03-05T16:00:00.000Z"));
  });
});

it("refuses calendars that were deleted, and goes on without them where they were named before [TIME-3]", async () => {
  const { client, admin, calendarId, stage } = await aTeam();
  const stages = [{ ...stage, calendarId, dueIn: { businessDays: 1 } }];
  const { publishWorkflow } = await client.get<Published>(PUBLISH, { input: { name: "Timed", stages } });
  await engine.calendars.remove(admin, calendarId);
  const { workflowId } = publishWorkflow;
  const { validateWorkflow } = await client.get<{ validateWorkflow: object[] }>(VALIDATE, { workflowId });
  expect(validateWorkflow).toMatchObject([{ stageKey: "board", code: "CALENDAR_MISSING" }]);
  const submission = { refId: newId(), kind: "Leave", submitterId: admin.userId, workflowId } as const;
  await expect(engine.submitDocument({ ...admin, isService: true }, submission)).resolves.toMatchObject({
    workflowId,
  });
  const { errors } = await client.ask(PUBLISH, { input: { workflowId, name: "Timed", stages } });
  expect(errors).toMatchObject([{ extensions: { field: "stages.0.calendarId" } }]);
});
