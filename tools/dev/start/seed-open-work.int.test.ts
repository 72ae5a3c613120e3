import { toHex, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { verifyTrails } from "../../ops/audit/audit-command.ts";
import { DEMO_COMPANY, DEMO_PEOPLE, DEMO_TEAM } from "./demo-company.ts";
import { FINISHED_DOCUMENTS, finishedHrWork } from "./finished-work.ts";
import { seedDemoCompany } from "./seed-demo-company.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const WAITING = { status: "AWAITING_APPROVAL", archived: false };
const HR_COLLECTIONS = ["leaves", "claims", "loans", "advances"];

const store = await useTestStore();
const now = new Date("2027-01-15T08:00:00Z");
const companyId = toObjectId(DEMO_COMPANY.id);
beforeAll(async () => {
  await seedDemoCompany(store, now, { openWork: true });
});

const tasks = () => store.db.collection("workflow_tasks");
const runs = () => store.db.collection("run_search");

/** The tasks that wait for a person, in the place of others included. */
const askedOf = async (userId: string) =>
  tasks()
    .find({ ...WAITING, askedIds: toObjectId(userId) })
    .toArray();

describe("what waits in the demo company [RUN-START-07]", () => {
  it.each([
    [DEMO_PEOPLE.employee, 0],
    [DEMO_PEOPLE.manager, 36],
    [DEMO_PEOPLE.head, 8],
    [DEMO_PEOPLE.hr, 2],
    [DEMO_PEOPLE.admin, 2],
  ])("is $name's as the README has it", async ({ userId }, count) => {
    expect(await askedOf(userId)).toHaveLength(count);
  });

  it("is the manager's too where he stands in for the head of department", async () => {
    const { head, manager } = DEMO_PEOPLE;
    const [away, ...others] = await store.db.collection("approval_substitutions").find().toArray();
    expect(others).toEqual([]);
    expect([toHex(away!["principalId"]), toHex(away!["substituteId"])]).toEqual([
      head.userId,
      manager.userId,
    ]);
    expect(away!["from"].getTime()).toBeLessThan(now.getTime());
    expect(away!["until"].getTime()).toBeGreaterThan(now.getTime());
    const forHead = await askedOf(head.userId);
    expect(forHead.filter(({ kind }) => away!["kinds"].includes(kind))).toHaveLength(4);
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
    expect(ended).toBe(FINISHED_DOCUMENTS.length + finishedHrWork(now).length);
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
  const messages = await store.db.collection("outbox").distinct("subject");
  expect(messages).toEqual(["company.created"]);
});

it("is seeded once", async () => {
  const before = await tasks().countDocuments();
  expect(await seedDemoCompany(store, now, { openWork: true })).toBe(false);
  expect(await tasks().countDocuments()).toBe(before);
});

describe("a store in which somebody has submitted a document", async () => {
  const used = await useTestStore();

  it("gets the demo company without history", async () => {
    const tasks = used.db.collection("workflow_tasks");
    await tasks.insertOne({ ref: "theirs" });
    expect(await seedDemoCompany(used, now, { openWork: true })).toBe(true);
    expect(await tasks.distinct("ref")).toEqual(["theirs"]);
  });
});
