import { BUILT_IN_KINDS, KIND_LIMITS, createKindRegistry } from "@countersign/contracts";
import {
  WORKFLOW_APPROVAL_STATUSES,
  WORKFLOW_TASK_KINDS,
  WORKFLOW_TASK_STATUSES,
} from "@countersign/domain/approval";
import { isHrTaskKind } from "@countersign/domain/hr";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import type { Document, ObjectId } from "mongodb";
import { beforeAll, describe, expect, it } from "vitest";

import { createReadModels } from "../src/read-models.ts";
import type { Page } from "../src/shared/record-reader.ts";
import { deriveLists } from "./derive-lists.ts";
import type { Caller } from "../src/engine.ts";
import { aCompany, engineOn } from "./engine-fixture.ts";
import { costlyAmong, scansAmong, searchesOf, sortsAmong } from "./searches.ts";

const store = await useTestStore({ monitored: true });
await engineOn(store);
const readModels = createReadModels({ db: store.db, kinds: BUILT_IN_KINDS });

const company = aCompany();
const companyId = toObjectId(company.companyId);
/** Involved in half of everything; in one task; in none. */
const [busy, idle, stranger] = [company.user(), company.user(), company.user()];
const admin = company.user({ privileged: true });
const TASKS = 1_200;

const pick = <T>(values: readonly T[], n: number): T => values[n % values.length] as T;
const idOf = ({ userId }: Caller): ObjectId => toObjectId(userId);

/** Every kind in every status, archived and deleted ones among them. */
function taskOf(n: number): Document {
  const involved = [n % 2 === 0 ? busy : company.user(), ...(n === 7 ? [idle] : [])];
  const submitter = pick(involved, 0);
  return {
    _id: toObjectId(newId()),
    companyId,
    createdAt: new Date(1_700_000_000_000 + n * 1_000),
    updatedAt: new Date(),
    createdBy: idOf(submitter),
    deletedAt: n % 11 === 0 ? new Date() : null,
    archived: n % 13 === 0,
    runId: toObjectId(newId()),
    runNumber: 1,
    refId: toObjectId(newId()),
    ref: `LV-${String(n).padStart(6, "0")}`,
    title: `Leave of somebody ${n}`,
    stageName: "Board",
    orderNo: 1,
    status: pick(WORKFLOW_TASK_STATUSES, Math.floor(n / 2)),
    kind: pick(WORKFLOW_TASK_KINDS, Math.floor(n / 3)),
    approveBy: "ALL",
    submitterId: idOf(submitter),
    involvedIds: [...new Set([submitter, ...involved])].map(idOf),
    version: 0,
  };
}

const tasks = Array.from({ length: TASKS }, (_, n) => taskOf(n));

/** As many kinds as there may be, and a company that has them all. */
const added = Array.from({ length: KIND_LIMITS.kinds - WORKFLOW_TASK_KINDS.length }, (_, n) => `Kind${n}`);
const allKinds = createKindRegistry(new Map([["legal", added]]));
const manyKinds = aCompany();
const lawyer = manyKinds.user();
const tasksOfAllKinds = Array.from({ length: TASKS }, (_, n): Document => ({
  ...taskOf(n),
  companyId: toObjectId(manyKinds.companyId),
  kind: pick(allKinds.kinds, n),
  createdBy: idOf(lawyer),
  involvedIds: [idOf(lawyer)],
}));
const approvals = tasks.map((task, n): Document => {
  const { _id: taskId, createdAt, deletedAt, archived, kind, runId, status: taskStatus } = task;
  const status = pick(WORKFLOW_APPROVAL_STATUSES, Math.floor(n / 5));
  const approverId = idOf(n % 4 === 3 ? company.user() : busy);
  const _id = toObjectId(newId());
  return {
    _id,
    companyId,
    createdAt,
    deletedAt,
    archived,
    kind,
    runId,
    taskId,
    taskStatus,
    approverId,
    status,
  };
});
const notifications = Array.from({ length: 1_500 }, (_, n) => ({
  companyId,
  userId: idOf(busy),
  createdAt: new Date(n),
  deletedAt: null,
  read: n % 3 === 0,
}));

/** Of one record, but for two; all at the same time, so that only the id orders them. */
const audits = Array.from({ length: TASKS }, (_, n) => ({
  _id: toObjectId(newId()),
  companyId,
  at: new Date(0),
  actorId: idOf(busy),
  action: "update",
  entity: n === 7 ? "rare" : "workflows",
  entityId: toObjectId(n === 8 ? newId() : "a".repeat(24)),
  before: null,
  after: null,
}));
const eventsOfOne = Array.from({ length: TASKS }, () => ({
  _id: toObjectId(newId()),
  companyId,
  createdAt: new Date(0),
  deletedAt: null,
  refId: tasks[0]!["refId"],
  runId: tasks[0]!["runId"],
  event: "APPROVED",
}));

beforeAll(async () => {
  await store.db.collection("audit_logs").insertMany(audits);
  await store.db.collection("workflow_events").insertMany(eventsOfOne);
  await store.db.collection("workflow_tasks").insertMany([...tasks, ...tasksOfAllKinds]);
  await store.db.collection("workflow_approvals").insertMany(approvals);
  await store.db.collection("workflow_notifications").insertMany(notifications);
  await deriveLists(store.db);
});

const newest = (documents: Document[]): string[] =>
  documents
    .filter(({ deletedAt }) => deletedAt === null)
    .toSorted((a, b) => b["createdAt"] - a["createdAt"])
    .map(({ _id }) => String(_id));

const has = (ids: ObjectId[], user: Caller) => ids.some((id) => id.equals(idOf(user)));
const inboxOf = (caller: Caller) =>
  tasks.filter(({ archived, involvedIds }) => !archived && (caller.privileged || has(involvedIds, caller)));
const submissionsOf = (caller: Caller) => tasks.filter(({ createdBy }) => has([createdBy], caller));

/** The content of a page, its expected content, and those of its reads that cost too much. */
async function read(page: () => Page<{ _id: string }>, expected: Document[], skip = 0) {
  let shown: { total: number; data: string[] } | undefined;
  const searches = await searchesOf(store, async () => {
    const both = page();
    const [data, total] = await Promise.all([both.data(), both.total()]);
    shown = { total, data: data.map(({ _id }) => _id) };
  });
  const ids = newest(expected);
  expect(shown).toEqual({ total: ids.length, data: ids.slice(skip, skip + 20) });
  expect(searches.length).toBeGreaterThan(1);
  // Only a look-up by id has nothing to choose.
  expect(searches.filter(({ hint, filter }) => hint === undefined && !("_id" in filter))).toEqual([]);
  expect(await scansAmong(store, searches)).toEqual([]);
  return costlyAmong(store, searches);
}

const FILTERS: { status?: (typeof WORKFLOW_TASK_STATUSES)[number]; kinds?: string[]; skip?: number }[] = [
  {},
  { skip: 30 },
  ...WORKFLOW_TASK_STATUSES.map((status) => ({ status })),
  { kinds: ["Leave"] },
  { kinds: ["Leave", "Claim", "PurchaseOrder"] },
  { status: "APPROVED", kinds: ["Leave", "Claim"] },
  { status: "AWAITING_APPROVAL", kinds: ["Loan"] },
];
const matching = (documents: Document[], { status, kinds }: (typeof FILTERS)[number]) =>
  documents.filter(
    (task) =>
      (status === undefined || task["status"] === status) &&
      (kinds === undefined || kinds.includes(task["kind"])),
  );

describe("a page and its total read no more than they show, and are exact [CT-COLL-10]", () => {
  it.each([
    ["who is involved in half of everything", busy],
    ["who is involved in one task", idle],
    ["who is involved in none", stranger],
    ["a privileged user", admin],
  ])("in the inbox of %s, by every filter", async (_name, caller) => {
    for (const filter of FILTERS) {
      const page = () => readModels.runs.taskPage(caller, filter);
      expect(await read(page, matching(inboxOf(caller), filter), filter.skip)).toEqual([]);
    }
  });

  it("in the inbox with its documents, which the same command looks up", async () => {
    for (const caller of [busy, idle, admin]) {
      for (const filter of FILTERS) {
        const page = () => {
          const inbox = readModels.runs.taskPage(caller, filter);
          return { data: () => inbox.withDocuments(), total: () => inbox.total() };
        };
        expect(await read(page, matching(inboxOf(caller), filter), filter.skip)).toEqual([]);
      }
    }
  });

  it("in the tasks that involve one user, seen by a privileged user and by that user", async () => {
    for (const caller of [admin, busy]) {
      const page = () => readModels.runs.taskPage(caller, { involvedUserId: busy.userId });
      expect(await read(page, inboxOf(busy))).toEqual([]);
    }
  });

  it("in the submissions of a user who made half of everything, and of one who made nothing", async () => {
    for (const caller of [busy, stranger]) {
      for (const archived of [undefined, true, false]) {
        for (const filter of FILTERS) {
          const page = () => readModels.runs.submissionPage(caller, { ...filter, archived });
          const mine = submissionsOf(caller).filter(
            (task) => archived === undefined || task["archived"] === archived,
          );
          expect(await read(page, matching(mine, filter), filter.skip)).toEqual([]);
        }
      }
    }
  });

  it("in the inbox and the submissions of a company with 40 kinds, by up to 20 of them [DOC-1]", async () => {
    const { runs } = createReadModels({ db: store.db, kinds: allKinds });
    const kinds = allKinds.kinds.slice(-20);
    for (const filter of [...FILTERS, { kinds }, { kinds, status: "APPROVED" as const }]) {
      const listed = tasksOfAllKinds.filter(({ archived }) => !archived);
      const page = () => runs.taskPage(lawyer, filter);
      expect(await read(page, matching(listed, filter), filter.skip)).toEqual([]);
      for (const archived of [undefined, true, false]) {
        const own = tasksOfAllKinds.filter((task) => archived === undefined || task["archived"] === archived);
        const submissions = () => runs.submissionPage(lawyer, { ...filter, archived });
        expect(await read(submissions, matching(own, filter), filter.skip)).toEqual([]);
      }
    }
    expect(() => runs.taskPage(lawyer, { kinds: allKinds.kinds.slice(-21) })).toThrow("<=20 items");
  });

  it("in the approvals of HR documents, of all and of one approver", async () => {
    const hr = approvals.filter(({ kind }) => isHrTaskKind(kind));
    for (const approverId of [undefined, busy.userId, stranger.userId]) {
      const ofOne = hr.filter(
        (row) => approverId === undefined || row["approverId"].equals(toObjectId(approverId)),
      );
      const page = (filter: object) => () =>
        readModels.hr.approvalPage(company.user({ privileged: true }), { ...filter, approverId });
      expect(await read(page({}), ofOne)).toEqual([]);
      expect(
        await read(
          page({ kind: "LEAVE" }),
          ofOne.filter(({ kind }) => kind === "Leave"),
        ),
      ).toEqual([]);
      expect(
        await read(
          page({ status: "PENDING" }),
          ofOne.filter(({ taskStatus }) => ["PENDING", "AWAITING_APPROVAL"].includes(taskStatus)),
        ),
      ).toEqual([]);
    }
  });
});

async function costOf(work: () => Promise<unknown>): Promise<Document[]> {
  const searches = await searchesOf(store, work);
  expect(searches).not.toEqual([]);
  expect(await scansAmong(store, searches)).toEqual([]);
  return costlyAmong(store, searches);
}

describe("lists and summaries without pages read no more than they show [CT-COLL-10]", () => {
  it("the waiting rows of an approver who has rows in every status", async () => {
    let ids: string[] = [];
    const costly = await costOf(async () => {
      ids = (await readModels.hr.listPending(busy)).map(({ _id }) => _id);
    });
    const waiting = approvals.filter(
      ({ kind, taskStatus, status, approverId, archived }) =>
        isHrTaskKind(kind) &&
        taskStatus === "AWAITING_APPROVAL" &&
        ["AWAITING_APPROVAL", "PENDING"].includes(status) &&
        has([approverId], busy) &&
        !archived,
    );
    expect(ids).toEqual(newest(waiting));
    expect(costly).toEqual([]);
  });

  it("the counts of waiting tasks, by kind", async () => {
    let counts: { kind: string; count: number }[] = [];
    const costly = await costOf(async () => {
      counts = await readModels.runs.pendingCounts(company.companyId);
    });
    const waiting = matching(inboxOf(admin), { status: "AWAITING_APPROVAL" });
    expect(counts).toEqual(
      WORKFLOW_TASK_KINDS.map((kind) => ({
        kind,
        count: newest(waiting.filter((task) => task["kind"] === kind)).length,
      })),
    );
    expect(costly).toEqual([]);
  });

  it.each([undefined, true, false])("the newest notifications, read: %s", async (wanted) => {
    let found: Date[] = [];
    const costly = await costOf(async () => {
      found = (await readModels.notifications.listMine(busy, wanted)).map(({ createdAt }) => createdAt);
    });
    const expected = notifications.filter(({ read: isRead }) => wanted === undefined || isRead === wanted);
    expect(found).toEqual(
      expected
        .toReversed()
        .slice(0, 500)
        .map(({ createdAt }) => createdAt),
    );
    expect(costly).toEqual([]);
  });

  it.each([
    ["all", {}, TASKS],
    ["those of an entity", { entity: "workflows" }, TASKS - 1],
    ["those of a rare entity", { entity: "rare" }, 1],
    ["those of none", { entity: "nothing" }, 0],
    ["those of a record", { entity: "workflows", entityId: "a".repeat(24) }, TASKS - 2],
    ["those of no record", { entity: "workflows", entityId: newId() }, 0],
  ])("the audit trail: %s", async (_name, filter, count) => {
    const admin = company.user({ privileged: true });
    let shown: [number, number] | undefined;
    const work = async () => {
      const page = readModels.audit.page(admin, filter);
      shown = [(await page.data()).length, await page.total()];
    };
    expect(await costOf(work)).toEqual([]);
    expect(await sortsAmong(store, await searchesOf(store, work))).toEqual([]);
    expect(shown).toEqual([Math.min(count, 20), count]);
  });

  it("the newest events of a document", async () => {
    let found = 0;
    const work = async () => {
      found = (await readModels.runs.listEvents(admin, String(tasks[0]!["refId"]))).length;
    };
    expect(await costOf(work)).toEqual([]);
    expect(await sortsAmong(store, await searchesOf(store, work))).toEqual([]);
    expect(found).toBe(1_000);
  });

  it("a download, which shows them all", async () => {
    const ids: string[] = [];
    const costly = await costOf(async () => {
      for await (const { _id } of readModels.runs.streamTasks(busy, { status: "APPROVED" })) ids.push(_id);
    });
    expect(ids).toEqual(newest(matching(inboxOf(busy), { status: "APPROVED" })));
    expect(costly).toEqual([]);
  });
});

it("finds the reads that cost too much: null, groups, an index that sorts all it finds, and a walk for a few", async () => {
  const collection = store.db.collection("workflow_tasks");
  const listed = { listedFor: idOf(busy), companyId };
  const COSTLY = [
    () => collection.countDocuments(listed),
    () => collection.count({ ...listed, deletedAt: null }),
    () => collection.count({ companyId, deletedAt: null, archived: false }),
    () => collection.aggregate([{ $match: listed }, { $group: { _id: "$kind" } }]).toArray(),
    () => collection.find(listed, { sort: { title: 1 }, limit: 20 }).toArray(),
    () => collection.find({ companyId, title: "nothing" }, { sort: { createdAt: -1 }, limit: 20 }).toArray(),
  ];
  for (const read of COSTLY) {
    expect(await costlyAmong(store, await searchesOf(store, read)), String(read)).toHaveLength(1);
  }
});
