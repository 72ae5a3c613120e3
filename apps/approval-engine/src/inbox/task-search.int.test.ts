import { BUILT_IN_KINDS } from "@countersign/contracts";
import { useTestStore } from "@countersign/testing";
import type { Document } from "mongodb";
import { expect, it } from "vitest";

import { aCompany, engineOn, stagesOf, submitted } from "../../test/engine-fixture.ts";
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

const company = aCompany();
const [busy, idle, submitter] = [company.user(), company.user(), company.user()];
await submitted(engine, submitter, stagesOf([busy]), { ref: "LV-000007" });
await submitted(engine, submitter, stagesOf([idle]), { ref: "LV-0000071" });
await submitted(engine, submitter, stagesOf([idle, busy]), { ref: "CL-7" });
const tasks = store.db.collection("workflow_tasks");

/** Many more for one of them, as the engine would have written them. */
async function crowd(count: number): Promise<void> {
  const sample = (await tasks.findOne({ ref: "LV-000007" })) as Document;
  const copyOf = (n: number) => {
    const { _id, openRun: _open, ...copy } = sample;
    return { ...copy, ref: `LV-${String(n + 100_000)}` };
  };
  // In parts, because other suites share the store's process.
  for (let n = 0; n < count; n += 500) {
    await tasks.insertMany(Array.from({ length: 500 }, (_, i) => copyOf(n + i)));
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
  const hurried = createRunReadModel(store.db, BUILT_IN_KINDS, noGrants, fence, { searchMs: 1 });
  const page = hurried.taskPage(busy, { keyword: "no such text" });
  for (const half of [() => page.data(), () => page.total()]) {
    await expect(half()).rejects.toMatchObject({
      code: "QUERY_TOO_SLOW",
      field: "keyword",
      message: "The search takes too long: narrow it by status or kinds, or search for a reference",
    });
  }
  expect(await hurried.taskPage(busy, {}).total()).toBe(5_002);
});

it("a search of the inbox that takes too long is refused, and its cursor advised [READ-1]", async () => {
  const hurried = createRunReadModel(store.db, BUILT_IN_KINDS, noGrants, fence, { searchMs: 1 });
  const page = hurried.inboxPage(busy, { keyword: "no such text" });
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
  const { refId } = await submitted(engine, author, stagesOf([author]), { ref: decomposed });
  const stored = await tasks.find({ ref: decomposed.normalize("NFC") }).toArray();
  expect(stored.map((task) => String(task["refId"]))).toEqual([refId]);
  for (const keyword of [decomposed, decomposed.normalize("NFC"), "\u00A0J\u00F6rg 9\u3000\n"]) {
    expect((await found(author, keyword)).refs, JSON.stringify(keyword)).toEqual([
      decomposed.normalize("NFC"),
    ]);
  }
});
