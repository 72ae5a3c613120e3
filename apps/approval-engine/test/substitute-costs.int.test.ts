import { BUILT_IN_KINDS } from "@countersign/contracts";
import { WORKFLOW_TASK_KINDS } from "@countersign/domain/approval";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import type { Document } from "mongodb";
import { beforeAll, describe, expect, it } from "vitest";

import type { Caller } from "../src/engine.ts";
import { createReadModels } from "../src/read-models.ts";
import { deriveLists } from "./derive-lists.ts";
import { daysFrom } from "./days-from.ts";
import { aCompany, engineOn } from "./engine-fixture.ts";
import { costlyAmong, scansAmong, searchesOf, sortsAmong } from "./searches.ts";

const store = await useTestStore({ monitored: true });
const engine = await engineOn(store);
const readModels = createReadModels({ db: store.db, kinds: BUILT_IN_KINDS });

const company = aCompany();
const companyId = toObjectId(company.companyId);
/** Stands in for 50 of 60 people; for the last ten of them for two kinds only. */
const helen = company.user();
const people = Array.from({ length: 60 }, () => company.user());
const PRINCIPALS = 50;
const ALL_KINDS = 40;
const SOME: string[] = ["Leave", "Loan"];
const TASKS = 2_400;

const idOf = ({ userId }: Caller) => toObjectId(userId);

/** One approver's task, active or not. */
function taskOf(n: number): { task: Document; row: Document; approver: number } {
  const approver = n % people.length;
  const base = {
    companyId,
    createdAt: new Date(1_700_000_000_000 + n * 1_000),
    updatedAt: new Date(),
    deletedAt: null,
    archived: false,
    kind: WORKFLOW_TASK_KINDS[n % 7],
  };
  const [_id, status] = [toObjectId(newId()), n % 3 === 0 ? "APPROVED" : "AWAITING_APPROVAL"];
  const approverId = idOf(people[approver] as Caller);
  const submitter = n % 50 === 0 ? helen : company.user();
  const task = {
    ...base,
    _id,
    status,
    title: `Task ${n}`,
    stageName: "Board",
    submitterId: idOf(submitter),
    createdBy: idOf(submitter),
    involvedIds: [idOf(submitter), approverId],
    runId: toObjectId(newId()),
    refId: toObjectId(newId()),
    version: 0,
  };
  const { runId } = task;
  const row = {
    ...base,
    _id: toObjectId(newId()),
    runId,
    taskId: _id,
    taskStatus: status,
    status,
    approverId,
  };
  return { task, row, approver };
}
const made = Array.from({ length: TASKS }, (_, n) => taskOf(n));

beforeAll(async () => {
  await store.db.collection("workflow_tasks").insertMany(made.map(({ task }) => task));
  await store.db.collection("workflow_approvals").insertMany(made.map(({ row }) => row));
  await deriveLists(store.db);
  for (const [n, principal] of people.slice(0, PRINCIPALS).entries()) {
    const kinds = n < ALL_KINDS ? [] : SOME;
    await engine.createSubstitution(principal, { substituteId: helen.userId, kinds, ...daysFrom(0) });
  }
});

interface Filter {
  status?: "AWAITING_APPROVAL" | "APPROVED" | "PENDING";
  kinds?: string[];
  skip?: number;
}

const shownBy = ({ status, kinds }: Filter) =>
  made
    .filter(({ task, approver }) => {
      if (status !== undefined && task["status"] !== status) return false;
      if (kinds !== undefined && !kinds.includes(task["kind"])) return false;
      if (task["submitterId"].equals(idOf(helen))) return true;
      const covered = approver < ALL_KINDS || (approver < PRINCIPALS && SOME.includes(task["kind"]));
      return task["status"] === "AWAITING_APPROVAL" && covered;
    })
    .map(({ task }) => String(task["_id"]))
    .toReversed();

/** Reads a page and its total; answers which of its searches cost more than they show. */
async function read(filter: Filter): Promise<Document[]> {
  const expected = shownBy(filter);
  const searches = await searchesOf(store, async () => {
    const page = readModels.runs.taskPage(helen, filter);
    const { skip = 0 } = filter;
    expect((await page.data()).map(({ _id }) => _id)).toEqual(expected.slice(skip, skip + 20));
    expect(await page.total()).toBe(expected.length);
  });
  expect(searches.length).toBeGreaterThan(2);
  expect(searches.filter(({ hint, filter: by }) => hint === undefined && !("_id" in by))).toEqual([]);
  expect(await scansAmong(store, searches)).toEqual([]);
  return costlyAmong(store, searches);
}

describe("the inbox of a substitute of 50 people", () => {
  it.each<Filter>([
    {},
    { skip: 30 },
    { status: "AWAITING_APPROVAL" },
    { status: "APPROVED" },
    { status: "AWAITING_APPROVAL", kinds: ["Leave"] },
    { status: "AWAITING_APPROVAL", kinds: ["Claim", "SalesOrder"] },
    { status: "PENDING", kinds: ["Leave"] },
    { kinds: ["Leave"] },
    { kinds: ["Claim", "Loan"], skip: 30 },
    { kinds: WORKFLOW_TASK_KINDS.slice(4) },
    { kinds: WORKFLOW_TASK_KINDS.slice(1), skip: 30 },
    { status: "AWAITING_APPROVAL", kinds: WORKFLOW_TASK_KINDS.slice(1) },
    { kinds: [...WORKFLOW_TASK_KINDS] },
  ])("reads no more than it shows: %j [PPL-3] [CT-COLL-10]", async (filter) => {
    expect(await read(filter)).toEqual([]);
  });

  it.each<Filter>([{ kinds: WORKFLOW_TASK_KINDS.slice(1) }, { status: "AWAITING_APPROVAL" }])(
    "is downloaded in its order, which the store's indexes have: %j [PPL-3] [CT-COLL-10]",
    async (filter) => {
      const searches = await searchesOf(store, async () => {
        const ids = (await Array.fromAsync(readModels.runs.streamTasks(helen, filter))).map(({ _id }) => _id);
        expect(ids).toEqual(shownBy(filter));
      });
      expect(await scansAmong(store, searches)).toEqual([]);
      const ofTasks = searches.filter(({ find }) => find === "workflow_tasks");
      expect(ofTasks).not.toEqual([]);
      expect(await sortsAmong(store, ofTasks)).toEqual([]);
    },
  );

  it.each([undefined, ["Leave"], WORKFLOW_TASK_KINDS.slice(0, 3), WORKFLOW_TASK_KINDS.slice(1)])(
    "shows what waits, of the kinds %j, in the order in which it was asked [PPL-3] [CON-10] [READ-2]",
    async (kinds) => {
      const own = idOf(helen);
      const expected = shownBy({ status: "AWAITING_APPROVAL", ...(kinds && { kinds }) }).filter(
        (id) => !made.some(({ task }) => String(task["_id"]) === id && task["submitterId"].equals(own)),
      );
      const shown: string[] = [];
      let total = 0;
      const searches = await searchesOf(store, async () => {
        let after: string | null = null;
        for (let page = 0; page < 3; page += 1) {
          const one = readModels.runs.inboxPage(helen, { kinds, take: 20, after });
          shown.push(...(await one.data()).map(({ _id }) => _id));
          total = await one.total();
          after = await one.next();
        }
      });
      expect(shown).toEqual(expected.slice(0, 60));
      expect(total).toBe(expected.length);
      expect(await scansAmong(store, searches)).toEqual([]);
      const pages = searches.filter(({ find, aggregate }) => (find ?? aggregate) === "workflow_runs");
      expect(pages.length).toBeGreaterThan(2);
      expect(await sortsAmong(store, pages)).toEqual([]);
    },
  );

  it("and the waiting rows of HR documents read no more than they show [PPL-3] [CT-COLL-10]", async () => {
    const hr = new Set(["Leave", "Claim", "Loan", "Advance"]);
    const expected = made
      .filter(({ task, approver }) => {
        const covered = approver < ALL_KINDS || (approver < PRINCIPALS && SOME.includes(task["kind"]));
        return hr.has(task["kind"]) && task["status"] === "AWAITING_APPROVAL" && covered;
      })
      .map(({ row }) => String(row["_id"]))
      .toReversed();
    expect(expected.length).toBeGreaterThan(500);
    const searches = await searchesOf(store, async () => {
      const shown = await readModels.hr.listPending(helen);
      expect(shown.map(({ _id }) => _id)).toEqual(expected.slice(0, 500));
    });
    expect(await scansAmong(store, searches)).toEqual([]);
    expect(await costlyAmong(store, searches)).toEqual([]);
  });
});
