import { engineIndexes } from "@countersign/approval-engine/engine";
import { isHrTaskKind } from "@countersign/domain/hr";
import { createNumbers, createUnitOfWork, ensureIndexes, toHex, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { verifyTrails } from "../../ops/audit/audit-command.ts";
import {
  DEMO_COMPANY,
  DEMO_DRAFTED_RULE,
  DEMO_LARGE_REQUISITIONS,
  DEMO_PEOPLE,
  DEMO_TEAM,
} from "./demo-company.ts";
import { demoEngine } from "./demo-engine.ts";
import { readWork } from "./read-work.ts";
import { DEMO_ADMIN } from "./seed-approvals.ts";
import { prepareHistory, seedDemoCompany } from "./seed-demo-company.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const WAITING = { status: "AWAITING_APPROVAL", archived: false };
const HR_COLLECTIONS = ["leaves", "claims", "loans", "advances"];

const store = await useTestStore();
const now = new Date("2027-01-15T08:00:00Z");
const companyId = toObjectId(DEMO_COMPANY.id);
beforeAll(async () => {
  await seedDemoCompany(store, now, { openWork: true });
  const ended = AbortSignal.abort(new Error("ended"));
  const first = await prepareHistory(store);
  await expect(first!(ended)).rejects.toThrow("ended");
  await ensureIndexes(store, engineIndexes());
  // As after the next start: people use what waits before what lies behind it is there.
  await decideNewest();
  const second = await prepareHistory(store);
  await second!();
});

const tasks = () => store.db.collection("workflow_tasks");
const runs = () => store.db.collection("workflow_runs");

const DECIDED_MEANWHILE = "Decided before the history was there";

/** The head of department approves a document that waits for her. */
async function decideNewest(): Promise<void> {
  const engine = demoEngine({ store, unitOfWork: createUnitOfWork(store, (scope) => scope) }, () => now);
  const { userId, name, privileged } = DEMO_PEOPLE.head;
  const [task] = await askedOf(userId);
  const caller = { companyId: DEMO_COMPANY.id, userId, name, privileged };
  await engine.decideApproval(caller, {
    taskId: toHex(task!._id),
    status: "APPROVED",
    remark: DECIDED_MEANWHILE,
  });
}

/** The tasks that wait for a person, in the place of others included. */
const askedOf = async (userId: string) =>
  tasks()
    .find({ ...WAITING, askedIds: toObjectId(userId) })
    .toArray();

describe("what waits in the demo company [RUN-START-07]", () => {
  it.each([
    [DEMO_PEOPLE.employee, 0],
    [DEMO_PEOPLE.manager, 40],
    // Of eight one was decided meanwhile.
    [DEMO_PEOPLE.head, 7],
    [DEMO_PEOPLE.hr, 5],
    [DEMO_PEOPLE.admin, 2],
  ])("is $name's as the first hour has it", async ({ userId }, count) => {
    expect(await askedOf(userId)).toHaveLength(count);
  });

  it("is the administrator's too where she stands in for human resources; the next approvers are there", async () => {
    const { hr, admin } = DEMO_PEOPLE;
    const [away, ...others] = await store.db.collection("approval_substitutions").find().toArray();
    expect(others).toEqual([]);
    expect([toHex(away!["principalId"]), toHex(away!["substituteId"])]).toEqual([hr.userId, admin.userId]);
    expect(away!["from"].getTime()).toBeLessThan(now.getTime());
    expect(away!["until"].getTime()).toBeGreaterThan(now.getTime());
    const forHr = await askedOf(hr.userId);
    expect(forHr.filter(({ kind }) => away!["kinds"].includes(kind))).toHaveLength(2);
  });

  it("follows the rules that the page of rules shows, of every kind that has any [FIRST-5]", async () => {
    const waiting = await tasks().find(WAITING).toArray();
    const kinds = [...new Set(waiting.map(({ kind }) => String(kind)))];
    expect(kinds).toEqual(expect.arrayContaining(["PurchaseOrder", "PurchaseRequisition", "SalesQuotation"]));
    const policies = await store.db.collection("hr_approval_policies").distinct("kind", { companyId });
    const engine = demoEngine({ store, unitOfWork: createUnitOfWork(store, (scope) => scope) }, () => now);
    for (const { kind, document, ref, submitterId, workflowId } of waiting) {
      if (isHrTaskKind(kind)) {
        expect(policies, ref).toContain(kind.toUpperCase());
        continue;
      }
      const { title, amount, currency } = document;
      const described = { kind, document: { title, amount, currency }, submitterId: toHex(submitterId) };
      const rule = (await engine.matchingRule(DEMO_ADMIN, described))?.rule;
      expect([rule?.state, rule?.workflowId], ref).toEqual(["IN_FORCE", toHex(workflowId)]);
    }
  });

  it("went by the company's rules, one of which changed, and a draft of which would have asked others [HIST-1] [HIST-3]", async () => {
    const engine = demoEngine({ store, unitOfWork: createUnitOfWork(store, (scope) => scope) }, () => now);
    const { kind, name, changedDaysAgo } = { ...DEMO_DRAFTED_RULE, ...DEMO_LARGE_REQUISITIONS };
    const rules = await engine.listRules(DEMO_ADMIN, kind);
    const changes = await engine.ruleHistory(DEMO_ADMIN, {
      kind,
      ruleId: rules.find((rule) => rule.name === name)!.id,
    });
    expect(changes.map(({ version, differences }) => [version, differences.map(({ path }) => path)])).toEqual(
      [
        [2, ["amountAbove"]],
        [1, []],
      ],
    );
    expect(changes[0]?.at).toEqual(new Date(now.getTime() - changedDaysAgo * DAY_MS));
    const drafted = rules.find(({ state }) => state === "DRAFT")!;
    const { order, amountAbove, currency, stages } = drafted.draft!;
    const replayed = await engine.replayRules(DEMO_ADMIN, {
      kind,
      draft: {
        id: drafted.id,
        kind,
        order,
        amountAbove,
        currency,
        stages: stages.map(({ name: stageName, approveBy, quorum, approvers = [], sources = [] }) => ({
          name: stageName,
          approveBy,
          quorum: quorum ?? null,
          approvers: [...approvers, ...sources],
        })),
      },
    });
    expect(replayed.documents).toBeGreaterThan(20);
    expect(replayed.changed).toBeGreaterThan(5);
    expect(replayed.unknown).toBe(0);
  });

  it("is due by a calendar with the holidays of this year and the next", async () => {
    const calendar = await store.db.collection("approval_calendars").findOne({ companyId });
    const days = calendar!["days"] as { date: string; closed: boolean; name: string }[];
    expect(new Set(days.map(({ date }) => date.slice(0, 4)))).toEqual(new Set(["2027", "2028"]));
    expect(days).toContainEqual({ date: "2027-12-25", closed: true, name: "Christmas Day" });
    const settings = await store.db.collection("approval_settings").findOne({ _id: companyId });
    expect(settings).toMatchObject({ calendarId: toHex(calendar!._id) });
  });

  it("is of every kind, some of it old, some of it sent back", async () => {
    const waiting = await askedOf(DEMO_PEOPLE.manager.userId);
    expect(new Set(waiting.map(({ kind }) => kind)).size).toBe(8);
    const old = waiting.filter(({ askedAt }) => now.getTime() - askedAt.getTime() > 20 * DAY_MS);
    expect(old.length).toBeGreaterThan(4);
    const refIds = waiting.map(({ refId }) => refId);
    const events = store.db.collection("workflow_events");
    const sentBack = await events.distinct("refId", { refId: { $in: refIds }, event: "REJECTED" });
    expect(sentBack).toHaveLength(4);
    const currencies = new Set(waiting.flatMap(({ document }) => document?.currency ?? []));
    expect(currencies).toEqual(new Set(["EUR", "GBP", "JPY", "USD"]));
  });

  it("is nobody's in one stage, whose approver has left", async () => {
    const stuck = await tasks()
      .find({ ...WAITING, unassigned: true })
      .toArray();
    expect(stuck.map(({ stageName }) => stageName)).toEqual(["Risk officer"]);
    const left = await store.db.collection("users").find({ active: false }).toArray();
    expect(left.map(({ name }) => name)).toEqual([DEMO_TEAM.risk.name]);
  });
});

describe("the history of the demo company", () => {
  it("has documents that ended in every way", async () => {
    const states = (await runs().find({ companyId }).toArray()).map(({ state }) => String(state));
    const count = (wanted: string) => states.filter((state) => state === wanted).length;
    const ended = count("APPROVED") + count("REJECTED") + count("RECALLED");
    expect(ended).toBe(readWork("finished-work.csv", now).length);
    expect(ended).toBeGreaterThan(60);
    expect(count("REJECTED")).toBeGreaterThan(8);
    expect(count("RECALLED")).toBe(4);
  });

  it.each([DEMO_PEOPLE.manager, DEMO_PEOPLE.head, DEMO_PEOPLE.hr, DEMO_PEOPLE.admin])(
    "has verdicts of $name, with approvals and rejections",
    async ({ userId }) => {
      const decided = await store.db
        .collection("workflow_approvals")
        .find({ deciderId: toObjectId(userId) })
        .toArray();
      expect(new Set(decided.map(({ status }) => status))).toEqual(new Set(["APPROVED", "REJECTED"]));
    },
  );

  it("has documents of the employee that need her, are in progress and are done", async () => {
    const own = await runs()
      .find({ submitterId: toObjectId(DEMO_PEOPLE.employee.userId) })
      .toArray();
    const tabs = new Set(own.map(({ tab }) => tab));
    expect(tabs).toEqual(new Set(["IN_PROGRESS", "REJECTED", "DONE"]));
    const needed = own.filter(
      ({ tab, endedAt }) => tab === "REJECTED" && now.getTime() - endedAt.getTime() < 30 * DAY_MS,
    );
    expect(needed.length).toBeGreaterThan(0);
  });

  it("lies before the start, over three months", async () => {
    const all = await tasks().find({ companyId }).toArray();
    const times = all.map(({ createdAt }) => createdAt.getTime());
    expect(Math.max(...times)).toBeLessThan(now.getTime());
    expect(now.getTime() - Math.min(...times)).toBeGreaterThan(85 * DAY_MS);
  });

  it("keeps what people decided before it was there, and takes numbers that nobody else has", async () => {
    const approvals = store.db.collection("workflow_approvals");
    expect(await approvals.countDocuments({ remark: DECIDED_MEANWHILE, status: "APPROVED" })).toBe(1);
    const refs = (await runs().find({ companyId }).toArray()).map(({ ref }) => String(ref));
    expect(new Set(refs).size).toBe(refs.length);
    const leaves = refs.filter((ref) => ref.startsWith("LV-")).map((ref) => Number(ref.slice(3)));
    const [next] = await createNumbers(store).next(DEMO_COMPANY.id, "Leave");
    expect(next).toBe(Math.max(...leaves) + 1);
  });

  it("leaves trails that audit:verify finds sound", async () => {
    const printed: string[] = [];
    const trails = { companyIds: [], anchors: new Map() };
    expect(await verifyTrails(store, trails, (text) => printed.push(text))).toBe(true);
    expect(printed.join("\n")).toContain("sound");
  });

  it("has the records of its HR documents say what their approvals say", async () => {
    const expected = { APPROVED: "APPROVED", REJECTED: "REJECTED", RECALLED: "DRAFT" } as const;
    for (const collection of HR_COLLECTIONS) {
      const records = await store.db.collection(collection).find().toArray();
      expect(records.length, collection).toBeGreaterThan(2);
      for (const { _id, ref, status, claimedUntil, disbursement } of records) {
        const run = await runs().findOne({ refId: _id });
        const state = run!["state"] as keyof typeof expected;
        expect(status, ref).toBe(expected[state] ?? "PENDING");
        expect(claimedUntil, ref).toBeUndefined();
        const isPaid = status === "APPROVED" && (collection === "loans" || collection === "advances");
        expect(disbursement?.state, ref).toBe(isPaid ? "POSTED" : undefined);
      }
    }
  });
});

it("publishes no message of what happened then", async () => {
  const messages = await store.db.collection("outbox").find().toArray();
  const decided = await runs().findOne({ "tasks.approvals.remark": DECIDED_MEANWHILE });
  const published = messages.filter(({ key }) => key !== toHex(decided!["refId"]));
  expect(published.map(({ subject }) => subject)).toEqual(["company.created"]);
});

it("is seeded once", async () => {
  const before = await tasks().countDocuments();
  expect(await seedDemoCompany(store, now, { openWork: true })).toBe(false);
  expect(await prepareHistory(store)).toBeUndefined();
  expect(await tasks().countDocuments()).toBe(before);
});

describe("a store in which somebody has submitted a document", async () => {
  const used = await useTestStore();

  it("gets the demo company without history", async () => {
    const theirs = used.db.collection("workflow_runs");
    await theirs.insertOne({ state: "theirs" });
    expect(await seedDemoCompany(used, now, { openWork: true })).toBe(true);
    expect(await theirs.distinct("state")).toEqual(["theirs"]);
    expect(await prepareHistory(used)).toBeUndefined();
  });
});
