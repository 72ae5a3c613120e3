import { toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const { as, engine } = await useReplica(store, useBus());

interface Shown {
  _id: string;
  ref: string;
  askedAt: string;
}
interface Page {
  total: number;
  totalIsLowerBound: boolean;
  next: string | null;
  data: Shown[];
}

const INBOX = `query Inbox($input: InboxPageInput) {
  inboxPage(input: $input) { next total totalIsLowerBound data { _id ref askedAt document { title } } } }`;

const pageOf = async (caller: Caller, input: object = {}): Promise<Page> =>
  (await as(caller).get<{ inboxPage: Page }>(INBOX, { input })).inboxPage;
const refsOf = ({ data }: Page) => data.map(({ ref }) => ref);

/** The references of all pages, one after the other. */
async function refsOfAll(caller: Caller, input: object, between = async () => {}): Promise<string[]> {
  const refs: string[] = [];
  let after: string | null = null;
  do {
    const page: Page = await pageOf(caller, { ...input, after });
    refs.push(...refsOf(page));
    after = page.next;
    await between();
  } while (after !== null);
  return refs;
}

const decide = (caller: Caller, taskId: string | undefined, status: "APPROVED" | "REJECTED") =>
  engine.decideApproval(caller, { taskId: taskId ?? "", status });

/** Milan with seven waiting leaves, LV-1 to LV-7, of which the newest was submitted last. */
async function seven() {
  const company = aCompany();
  const [milan, nora, admin] = [company.user(), company.user(), company.user({ privileged: true })];
  const runs = [];
  for (let n = 1; n <= 7; n += 1) {
    runs.push(await submitNew(engine, nora, stagesOf([milan]), { ref: `LV-${n}` }));
  }
  return { company, milan, nora, admin, runs };
}

describe("the inbox", () => {
  it("shows first what was asked last, also where that was submitted long before [CON-10]", async () => {
    const company = aCompany();
    const [milan, helen, nora] = [company.user(), company.user(), company.user()];
    const early = await submitNew(engine, nora, stagesOf([helen], [milan]), { ref: "EARLY" });
    await submitNew(engine, nora, stagesOf([milan]), { ref: "LATE" });
    expect(refsOf(await pageOf(milan))).toEqual(["LATE"]);
    await decide(helen, early.tasks[0]?._id, "APPROVED");
    const { data } = await pageOf(milan);
    expect(data.map(({ ref }) => ref)).toEqual(["EARLY", "LATE"]);
    expect(data.map(({ askedAt }) => Date.parse(askedAt))).toEqual([expect.any(Number), expect.any(Number)]);
    expect(Date.parse(data[0]!.askedAt)).toBeGreaterThan(Date.parse(data[1]!.askedAt));
  });

  it("counts a return as asked anew, and a change of seats not [CON-10]", async () => {
    const { milan, nora, admin, company } = await seven();
    const helen = company.user();
    const people = [milan, helen, nora].map(({ userId, companyId }) => ({
      _id: toObjectId(userId),
      companyId: toObjectId(companyId),
      name: userId,
    }));
    await store.db.collection<object>("users").insertMany(people);
    const returned = await submitNew(engine, nora, stagesOf([milan], [helen]), { ref: "BACK" });
    await decide(milan, returned.tasks[0]?._id, "APPROVED");
    await submitNew(engine, nora, stagesOf([milan]), { ref: "BETWEEN" });
    await decide(helen, returned.tasks[1]?._id, "REJECTED");
    expect(refsOf(await pageOf(milan)).slice(0, 2)).toEqual(["BACK", "BETWEEN"]);

    const oldest = (await pageOf(milan)).data.at(-1)!;
    const seat = { taskId: oldest._id, fromUserId: milan.userId, toUserId: helen.userId, reason: "Away" };
    await engine.seats.reassign(admin, seat);
    expect((await pageOf(helen)).data).toEqual([oldest]);
  });

  it.each([
    [
      "what was asked last first",
      { order: "ASKED" },
      ["LV-7", "LV-6", "LV-5", "LV-4", "LV-3", "LV-2", "LV-1"],
    ],
    [
      "what was asked first first",
      { order: "OLDEST" },
      ["LV-1", "LV-2", "LV-3", "LV-4", "LV-5", "LV-6", "LV-7"],
    ],
  ])("is read to its end in pages, %s [CON-10]", async (_what, input, refs) => {
    const { milan } = await seven();
    expect(await refsOfAll(milan, { ...input, take: 2 })).toEqual(refs);
    expect(await refsOfAll(milan, { ...input, take: 7 })).toEqual(refs);
    expect(await refsOfAll(milan, { ...input, take: 3, kinds: ["Leave"] })).toEqual(refs);
  });

  it("goes on without gap or repetition although tasks are decided and come meanwhile [CON-10]", async () => {
    const { milan, nora, runs } = await seven();
    let n = 0;
    const refs = await refsOfAll(milan, { take: 2 }, async () => {
      // The newest one that was shown leaves, and a newer one comes.
      await decide(milan, runs[6 - n]?.tasks[0]?._id, "APPROVED");
      n += 1;
      await submitNew(engine, nora, stagesOf([milan]), { ref: `NEW-${n}` });
    });
    expect(refs).toEqual(["LV-7", "LV-6", "LV-5", "LV-4", "LV-3", "LV-2", "LV-1"]);
  });

  it("sorts by amount within each currency, and what has none last [CON-10]", async () => {
    const company = aCompany();
    const [milan, nora] = [company.user(), company.user()];
    const documents = [
      ["A", "9.5", "EUR"],
      ["B", "100", "EUR"],
      ["C", "-3", "EUR"],
      ["D", "7", "USD"],
      ["E"],
      ["F", "100.00", "EUR"],
      ["G"],
    ] as const;
    for (const [ref, amount, currency] of documents) {
      const document = { title: ref, ...(amount && { amount, currency }) };
      await submitNew(engine, nora, stagesOf([milan]), { ref, document });
    }
    const sorted = ["D", "F", "B", "A", "C", "G", "E"];
    expect(refsOf(await pageOf(milan, { order: "AMOUNT" }))).toEqual(sorted);
    for (const take of [1, 2, 3]) {
      expect(await refsOfAll(milan, { order: "AMOUNT", take })).toEqual(sorted);
    }
  });

  it("pages what a keyword finds too", async () => {
    const { milan } = await seven();
    expect(await refsOfAll(milan, { keyword: "lv-", take: 3 })).toHaveLength(7);
  });

  it.each([
    ["nonsense", { after: "nonsense" }, "is no place of this list: take it from the page before"],
    [
      "a place of another order",
      { order: "AMOUNT" },
      "is no place of this list: take it from the page before",
    ],
    ["a place beside skip", { skip: 0 }, "cannot be given with skip"],
  ])("refuses %s, and names after", async (_what, input, message) => {
    const { milan } = await seven();
    const { next } = await pageOf(milan, { take: 1 });
    const { errors } = await as(milan).ask(INBOX, { input: { after: next, ...input } });
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining(message) as string,
        extensions: { code: "BAD_USER_INPUT", field: "after" },
      },
    ]);
  });
});
