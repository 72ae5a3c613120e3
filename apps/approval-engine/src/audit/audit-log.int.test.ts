import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { daysFrom } from "../../test/days-from.ts";
import { aCompany, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const { as, engine } = await useReplica(store, useBus());

const PAGE = `query Trail($input: AuditLogPageInput) { auditLogPage(input: $input) { next total totalIsLowerBound
  data { _id action entity at refId ref title stageName forUser { name } text } } }`;

interface Trail {
  data: {
    _id: string;
    action: string;
    entity: string;
    at: string;
    refId: string | null;
    ref: string | null;
    title: string | null;
    stageName: string | null;
    forUser: { name: string } | null;
    text: string;
  }[];
  next: string | null;
  total: number;
  totalIsLowerBound: boolean;
}
const trailOf = async (caller: Caller, input: object = {}) =>
  (await as(caller).get<{ auditLogPage: Trail }>(PAGE, { input })).auditLogPage;
const actionsOf = ({ data }: Trail) => data.map(({ action, entity }) => `${action} ${entity}`);

const idsOf = async (caller: Caller, input: object) =>
  (await trailOf(caller, input)).data.map(({ _id }) => _id);

const company = aCompany();
const [nora, milan, helen, ivo] = [company.user(), company.user(), company.user(), company.user()];
const admin = company.user({ privileged: true });
const auditor = company.user({ isAuditor: true });
await store.db.collection("users").insertMany(
  [milan, helen, ivo].map(({ userId, companyId }, n) => ({
    _id: toObjectId(userId),
    companyId: toObjectId(companyId),
    name: ["Milan", "Helen", "Ivo"][n],
  })),
);
const named = [
  { approvers: [milan], name: "Lead" },
  { approvers: [ivo], name: "Board" },
];
const document = { title: "Desks" };
const desks = await submitNew(engine, nora, stagesOf(...named), { ref: "PO-7", document });
await submitNew(engine, nora, stagesOf([milan]), { ref: "PO/77" });
await engine.createSubstitution(milan, { substituteId: helen.userId, ...daysFrom(0) });
await engine.decideApproval(helen, { taskId: desks.tasks[0]!._id, status: "APPROVED" });
await engine.decideApproval(ivo, { taskId: desks.tasks[1]!._id, status: "REJECTED" });
const added = await engine.approvals.create(admin, { taskId: desks.tasks[0]!._id, approverId: ivo.userId });

describe("the audit trail", () => {
  it("says which document a change is about, its stage, and in whose place a verdict was given [CON-18]", async () => {
    const about = { refId: desks.refId, ref: "PO-7", title: "Desks" };
    const { data } = await trailOf(admin, { ref: "po-7" });
    expect(data).toMatchObject([
      { action: "create", entity: "workflow_approvals", ...about, stageName: "Lead", forUser: null },
      { action: "changeStatus", entity: "workflow_tasks", ...about, stageName: "Board", forUser: null },
      { action: "changeStatus", ...about, stageName: "Lead", forUser: { name: "Milan" } },
      { action: "submit", entity: "document", ...about, stageName: null, forUser: null },
    ]);
    const substitution = (await trailOf(admin, { entity: "approval_substitutions" })).data;
    expect(substitution).toMatchObject([
      { action: "create", refId: null, ref: null, title: null, stageName: null },
    ]);
    expect(added.taskId).toBe(desks.tasks[0]!._id);
  });

  it("tells a change in a sentence, with the reader's words for stages, records and actions [CON-18] [HIST-3]", async () => {
    const group = { name: "Lawyers", memberIds: [milan.userId] };
    await engine.groups.create(admin, group);
    const textsOf = async (input: object) => (await trailOf(admin, input)).data.map(({ text }) => text);
    expect(await textsOf({ ref: "po-7" })).toEqual([
      `${admin.userId} created Approval “PO-7 Desks”`,
      "Ivo rejected Board of PO-7 Desks",
      "Helen approved Lead of PO-7 Desks for Milan",
      `${nora.userId} submitted PO-7 Desks`,
    ]);
    const chairs = await submitNew(engine, nora, stagesOf([milan]), { ref: "PO-8" });
    const [askedTask] = chairs.tasks;
    await engine.requestChanges(milan, { taskId: askedTask!._id, text: "How many?" });
    expect((await textsOf({ ref: "PO-8" }))[0]).toBe(
      `Milan asked for changes of PO-8 at ${askedTask!.stageName}`,
    );
    expect(await textsOf({ entity: "user_groups" })).toEqual([`${admin.userId} created Group “Lawyers”`]);
    await store.db.collection("audit_logs").insertOne({
      companyId: toObjectId(company.companyId),
      action: "setState",
      entity: "journal_entry",
      entityId: toObjectId(newId()),
      at: new Date(),
    });
    expect(await textsOf({ entity: "journal_entry" })).toEqual(["Set state by The platform: Journal entry"]);
  });

  it.each([
    ["a number", { ref: "PO/77" }, ["submit document"]],
    ["a number that nothing has", { ref: "PO/777" }, []],
    ["a number and an action", { ref: "PO-7", action: "submit" }, ["submit document"]],
    [
      "a person and days",
      { actorId: helen.userId, from: "2020-01-01T00:00:00Z" },
      ["changeStatus workflow_tasks"],
    ],
    [
      "a record and days",
      { entity: "document", entityId: desks.refId, until: "2199-01-01T00:00:00Z" },
      ["submit document"],
    ],
    ["the past", { until: "2020-01-01T00:00:00Z" }, []],
    ["the future", { from: "2199-01-01T00:00:00Z" }, []],
  ])("is found by %s [CON-18]", async (_what, input, actions) => {
    for (const caller of [admin, auditor]) {
      const page = await trailOf(caller, input);
      expect(actionsOf(page)).toEqual(actions);
      expect([page.total, page.totalIsLowerBound, page.next]).toEqual([actions.length, false, null]);
    }
    expect((await trailOf(aCompany().user({ privileged: true }), input)).data).toEqual([]);
  });

  it("has pages that follow each other, by number too, also of changes at the same time [CON-18]", async () => {
    await store.db
      .collection("audit_logs")
      .updateMany(
        { companyId: toObjectId(company.companyId), action: "changeStatus" },
        { $set: { at: new Date() } },
      );
    for (const input of [{}, { ref: "PO-7" }, { from: "2020-01-01T00:00:00Z", action: "changeStatus" }]) {
      const all = await idsOf(admin, { ...input, take: 100 });
      expect(all.length).toBeGreaterThan(1);
      const found: string[] = [];
      for (let after: string | null = null, page = 0; page === 0 || after !== null; page += 1) {
        const shown: Trail = await trailOf(admin, { ...input, take: 1, after });
        found.push(...shown.data.map(({ _id }) => _id));
        after = shown.next;
      }
      expect(found).toEqual(all);
    }
  });

  it.each([
    ["a number", { ref: "PO-7" }],
    ["a time", { until: "2100-01-01T00:00:00Z" }],
    ["a time that is yet to come", { from: "2100-01-01T00:00:00Z" }],
    ["a person", { actorId: helen.userId }],
    ["an action", { action: "create" }],
    ["a person and an action", { actorId: ivo.userId, action: "changeStatus" }],
    ["a person and a kind of record", { actorId: ivo.userId, entity: "workflow_approvals" }],
  ])("leaves out the first records of those that match %s [CON-18] [READ-2]", async (_what, filter) => {
    const all = await trailOf(admin, { ...filter, take: 100 });
    const ids = all.data.map(({ _id }) => _id);
    const rest = await trailOf(admin, { ...filter, skip: 1, take: 100 });
    expect(rest.data.map(({ _id }) => _id)).toEqual(ids.slice(1));
    expect([all.total, rest.total]).toEqual([ids.length, ids.length]);
    const paged: string[] = [];
    let after: string | null = null;
    do {
      const page: Trail = await trailOf(admin, { ...filter, take: 1, after });
      paged.push(...page.data.map(({ _id }) => _id));
      after = page.next;
    } while (after !== null);
    expect(paged).toEqual(ids);
  });

  it("is for privileged users and auditors [CON-18]", async () => {
    for (const caller of [nora, milan]) {
      expect((await as(caller).ask(PAGE, { input: {} })).errors).toMatchObject([
        { message: "Only a privileged user may read the audit trail", extensions: { code: "FORBIDDEN" } },
      ]);
    }
  });

  it.each([
    [{ after: "here" }, "after"],
    [{ after: Buffer.from(JSON.stringify({ at: 1, id: newId() })).toString("base64url"), skip: 1 }, "after"],
    [{ ref: "" }, "ref"],
  ])("refuses %j by name [CON-18]", async (input, field) => {
    const { errors } = await as(admin).ask(PAGE, { input });
    expect(errors).toMatchObject([{ extensions: { field } }]);
  });
});
