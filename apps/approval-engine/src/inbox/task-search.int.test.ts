import { BUILT_IN_KINDS } from "@countersign/contracts";
import { connectStore, newId, toObjectId } from "@countersign/mongo";
import { useStoreProxy, useTestStore } from "@countersign/testing";
import type { Document } from "mongodb";
import { afterAll, expect, it } from "vitest";

import { aCompany, engineOn, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { costlyAmong, searchesOf } from "../../test/searches.ts";
import type { Caller } from "../engine.ts";
import { createApprovalSettingsReadModel } from "../approval-settings/index.ts";
import { createRunFence } from "./run-fence.ts";
import { createRunReadModel } from "./run-read-model.ts";

const store = await useTestStore({ monitored: true });
const engine = await engineOn(store);
const noGrants = async () => [];
const settings = createApprovalSettingsReadModel(store.db, {});
const fence = createRunFence(store.db, { settings, grantsOf: noGrants });
const runs = createRunReadModel(store.db, BUILT_IN_KINDS, noGrants, fence);

/** The same store through a proxy, which ends searches. */
const proxy = await useStoreProxy(store.uri);
const slowed = await connectStore({ uri: proxy.uri, dbName: store.dbName, appName: "slowed" });
afterAll(() => slowed.close());
const late = createRunReadModel(slowed.db, BUILT_IN_KINDS, noGrants, fence);

/** Ends searches of a collection that have a limit, as a server does when their time is over. */
const endSearchesOf = (collection: string) =>
  proxy.failCommands(({ find, aggregate, count, maxTimeMS }) =>
    [find, aggregate, count].includes(collection) && Number(maxTimeMS) > 0
      ? { code: 50, codeName: "MaxTimeMSExpired", errmsg: "operation exceeded time limit" }
      : undefined,
  );

const company = aCompany();
const [busy, idle, submitter] = [company.user(), company.user(), company.user()];
await submitNew(engine, submitter, stagesOf([busy]), { ref: "LV-000007" });
await submitNew(engine, submitter, stagesOf([idle]), { ref: "LV-0000071" });
await submitNew(engine, submitter, stagesOf([idle, busy]), { ref: "CL-7" });
const tasks = store.db.collection("workflow_tasks");
const records = store.db.collection("workflow_runs");

/** Many more for one of them, as the engine would have written them. */
async function crowd(count: number): Promise<void> {
  const sample = (await tasks.findOne({ ref: "LV-000007" })) as Document;
  const sampleRun = (await records.findOne({ _id: sample["runId"] })) as Document;
  const copyOf = (n: number) => {
    const { _id, ...copy } = sample;
    return { ...copy, ref: `LV-${String(n + 100_000)}` };
  };
  const copyOfRun = (n: number) => {
    const { _id, ...copy } = sampleRun;
    const [task] = sampleRun["tasks"] as [Document];
    const own = { _id: toObjectId(newId()), ref: `LV-${String(n + 100_000)}` };
    return { ...copy, refId: toObjectId(newId()), tasks: [{ ...task, ...own }] };
  };
  // In parts, because other suites share the store's process.
  for (let n = 0; n < count; n += 500) {
    await tasks.insertMany(Array.from({ length: 500 }, (_, i) => copyOf(n + i)));
    await records.insertMany(Array.from({ length: 500 }, (_, i) => copyOfRun(n + i)));
  }
}
await crowd(5_000);

async function found(caller: Caller, keyword: string) {
  let refs: unknown[] = [];
  const searches = await searchesOf(store, async () => {
    const page = runs.taskPage(caller, { keyword });
    const [data, total] = await Promise.all([page.data(), page.total()]);
    refs = data.map(({ ref }) => ref);
    expect(total).toBe(refs.length);
  });
  return { refs, costly: await costlyAmong(store, searches) };
}

it("a whole reference is found by its index, in either case, and nothing else then [AE-INBOX-06]", async () => {
  for (const keyword of ["LV-000007", "lv-000007"]) {
    expect(await found(busy, keyword)).toEqual({ refs: ["LV-000007"], costly: [] });
  }
});

it("a reference outside the caller's lists is searched within them like any other text", async () => {
  expect(await found(idle, "LV-000007")).toEqual({ refs: ["LV-0000071"], costly: [] });
  expect(await found(company.user(), "LV-000007")).toEqual({ refs: [], costly: [] });
});

it("a keyword costs no more than the caller's own list, however much the company has", async () => {
  expect(await found(idle, "l-7")).toEqual({ refs: ["CL-7"], costly: [] });
  const mine = runs.submissionPage(idle, { keyword: "7" });
  expect([await mine.data(), await mine.total()]).toEqual([[], 0]);
});

it("a search that takes too long is refused with advice [OPS-7]", async () => {
  endSearchesOf("workflow_tasks");
  const page = late.taskPage(busy, { keyword: "no such text" });
  for (const half of [() => page.data(), () => page.total()]) {
    await expect(half()).rejects.toMatchObject({
      code: "QUERY_TOO_SLOW",
      field: "keyword",
      message: "The search takes too long: narrow it by status or kinds, or search for a reference",
    });
  }
  proxy.accept();
  expect(await late.taskPage(busy, {}).total()).toBe(5_002);
});

it("a search of the inbox that takes too long is refused, and its cursor advised [READ-1]", async () => {
  endSearchesOf("workflow_runs");
  const page = late.inboxPage(busy, { keyword: "no such text" });
  for (const half of [() => page.data(), () => page.total(), () => page.next()]) {
    await expect(half()).rejects.toMatchObject({
      code: "QUERY_TOO_SLOW",
      field: "keyword",
      message:
        "The search takes too long: narrow it by kinds, search for a reference, or page by after instead of skip",
    });
  }
});

it("what was written decomposed, or pasted with blanks, is found as people read it [FIX-7]", async () => {
  const author = company.user();
  const decomposed = "Fu\u0308r Jo\u0308rg 9";
  const { refId } = await submitNew(engine, author, stagesOf([author]), { ref: decomposed });
  const stored = await tasks.find({ ref: decomposed.normalize("NFC") }).toArray();
  expect(stored.map((task) => String(task["refId"]))).toEqual([refId]);
  for (const keyword of [decomposed, decomposed.normalize("NFC"), "\u00A0J\u00F6rg 9\u3000\n"]) {
    expect((await found(author, keyword)).refs, JSON.stringify(keyword)).toEqual([
      decomposed.normalize("NFC"),
    ]);
  }
});
