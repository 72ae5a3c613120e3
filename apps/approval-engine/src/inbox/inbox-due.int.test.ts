import { toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { changeTasks } from "../../test/change-tasks.ts";
import { aCompany, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
/** Saturday evening in Berlin. */
const NOW = new Date("2026-11-28T18:00:00Z");
const { as, engine } = await useReplica(store, useBus(), { clock: () => NOW });

interface Page {
  total: number;
  next: string | null;
  data: { ref: string; dueAt: string | null; overdue: boolean }[];
  groups:
    | { key: string; label: string; count: number; sums: { currency: string; amount: string }[] }[]
    | null;
}

const INBOX = `query Inbox($input: InboxPageInput) { inboxPage(input: $input) { next total
  data { ref dueAt overdue } groups { key label count sums { currency amount } } } }`;

const pageOf = async (caller: Caller, input: object = {}): Promise<Page> =>
  (await as(caller).get<{ inboxPage: Page }>(INBOX, { input })).inboxPage;
const refsOf = ({ data }: Page) => data.map(({ ref }) => ref);

async function refsOfAll(caller: Caller, input: object): Promise<string[]> {
  const refs: string[] = [];
  let after: string | null = null;
  do {
    const page: Page = await pageOf(caller, { ...input, after });
    refs.push(...refsOf(page));
    after = page.next;
  } while (after !== null);
  return refs;
}

/** Documents by their number: when they are due, and their amount in euros. */
const DUE: Record<string, [dueAt?: string | undefined, amount?: string]> = {
  NONE_1: [],
  SUNDAY: ["2026-11-29T12:00:00Z", "5"],
  LATE_2: ["2026-11-28T17:59:59Z", "10.5"],
  NONE_2: [undefined, "7"],
  MIDNIGHT: ["2026-11-30T00:00:00Z", "1"],
  LATE_1: ["2026-11-20T12:00:00Z", "100"],
  JANUARY: ["2027-01-10T12:00:00Z"],
};
const IN_ORDER = ["LATE_1", "LATE_2", "SUNDAY", "MIDNIGHT", "JANUARY", "NONE_2", "NONE_1"];

const company = aCompany();
const [milan, nora, hamid] = [company.user(), company.user(), company.user()];
await store.db.collection("users").insertOne({
  _id: toObjectId(hamid.userId),
  companyId: toObjectId(company.companyId),
  name: "Hamid",
  timeZone: "Europe/Berlin",
});
for (const [ref, [dueAt, amount]] of Object.entries(DUE)) {
  const document = { title: ref, ...(amount !== undefined && { amount, currency: "EUR" }) };
  const { refId } = await submitNew(engine, nora, stagesOf([milan, hamid]), { ref, document });
  if (dueAt !== undefined) {
    await changeTasks(store, { refId: toObjectId(refId) }, (task) => ({ ...task, dueAt: new Date(dueAt) }));
  }
}

describe("the inbox by due time", () => {
  it("says of each task when it is due, and whether it is late [TIME-4]", async () => {
    const { data } = await pageOf(milan, { order: "DUE" });
    expect(data.slice(1, 3)).toEqual([
      { ref: "LATE_2", dueAt: "2026-11-28T17:59:59.000Z", overdue: true },
      { ref: "SUNDAY", dueAt: "2026-11-29T12:00:00.000Z", overdue: false },
    ]);
    expect(data.at(-1)).toEqual({ ref: "NONE_1", dueAt: null, overdue: false });
  });

  it("says of what was decided that it is not late [TIME-4]", async () => {
    const { refId } = await submitNew(engine, nora, stagesOf([company.user(), nora]), { ref: "DONE" });
    await changeTasks(store, { refId: toObjectId(refId) }, (task) => ({ ...task, dueAt: new Date(0) }));
    const read = `query One($refId: ID!) { findOneWorkflowTask(input: { refId: $refId }) { overdue } }`;
    const isLate = async () =>
      (await as(nora).get<{ findOneWorkflowTask: { overdue: boolean } }>(read, { refId })).findOneWorkflowTask
        .overdue;
    expect(await isLate()).toBe(true);
    await engine.cancelDocument(nora, { refId });
    expect(await isLate()).toBe(false);
  });

  it.each([1, 2, 3, 5, 7, 20])(
    "shows what is due first, and what has no due time last, in pages of %i [TIME-4]",
    async (take) => {
      expect(await refsOfAll(milan, { order: "DUE", take })).toEqual(IN_ORDER);
      expect(await refsOfAll(milan, { order: "DUE", take, kinds: ["Leave"] })).toEqual(IN_ORDER);
    },
  );

  it.each([0, 2, 4, 5, 6, 7])("leaves out the first %i in the same order [TIME-4]", async (skip) => {
    const page = await pageOf(milan, { order: "DUE", skip, take: 2 });
    expect(refsOf(page)).toEqual(IN_ORDER.slice(skip, skip + 2));
    expect(page.total).toBe(7);
  });

  it.each([
    ["late", { overdue: true, order: "DUE" }, ["LATE_1", "LATE_2"]],
    ["late, of some kinds", { overdue: true, order: "DUE", kinds: ["Leave"] }, ["LATE_1", "LATE_2"]],
    ["late, newest asked first", { overdue: true }, ["LATE_1", "LATE_2"]],
    ["not late", { overdue: false, order: "DUE" }, IN_ORDER.slice(2)],
    ["late and of an amount", { overdue: true, currency: "EUR", amountTo: "50" }, ["LATE_2"]],
  ])("is narrowed to what is %s [TIME-4]", async (_what, input, refs) => {
    expect(await refsOfAll(milan, { ...input, take: 1 })).toEqual(refs);
    const page = await pageOf(milan, input);
    expect([page.total, page.next]).toEqual([refs.length, null]);
  });

  it("is grouped by what is late, due this week and later, with sums [TIME-4] [CON-13]", async () => {
    const { groups } = await pageOf(milan, { groupBy: "DUE" });
    expect(groups).toEqual([
      { key: "LATE", label: "Late", count: 2, sums: [{ currency: "EUR", amount: "110.5" }] },
      { key: "THIS_WEEK", label: "This week", count: 2, sums: [{ currency: "EUR", amount: "6" }] },
      { key: "LATER", label: "Later", count: 3, sums: [{ currency: "EUR", amount: "7" }] },
    ]);
  });

  it.each([
    ["UTC, where the directory knows no zone", milan, ["SUNDAY", "MIDNIGHT"]],
    ["the zone of the directory", hamid, ["SUNDAY"]],
  ])("ends the week at midnight in %s [TIME-4]", async (_zone, reader, refs) => {
    const ofGroup = async (group: string, order: string) =>
      refsOfAll(reader, { groupBy: "DUE", group, order, take: 2 });
    expect(await ofGroup("LATE", "DUE")).toEqual(["LATE_1", "LATE_2"]);
    expect(await ofGroup("THIS_WEEK", "DUE")).toEqual(refs);
    expect(await ofGroup("LATER", "DUE")).toEqual(IN_ORDER.slice(2 + refs.length));
    expect((await ofGroup("LATER", "ASKED")).toSorted()).toEqual(IN_ORDER.slice(2 + refs.length).toSorted());
  });

  it.each([
    ["a place of another order", { order: "DUE", after: "eyJvcmRlciI6Ik9MREVTVCJ9" }, "after"],
    ["a group that it does not have", { groupBy: "DUE", group: "SOON" }, "group"],
  ])("refuses %s [TIME-4]", async (_what, input, field) => {
    const { errors } = await as(milan).ask(INBOX, { input });
    expect(errors?.[0]).toMatchObject({ extensions: { code: "BAD_USER_INPUT", field } });
  });
});
