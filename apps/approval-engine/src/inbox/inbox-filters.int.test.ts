import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { daysFrom } from "../../test/days-from.ts";
import { type Submitted, aCompany, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const { as, engine } = await useReplica(store, useBus());

const INBOX = `query Inbox($input: InboxPageInput) { inboxPage(input: $input) { next total
  data { refId changedSinceSeen document { title } } groups { key label count sums { currency amount } } } }`;

interface Inbox {
  data: { refId: string; changedSinceSeen: boolean; document: { title: string } | null }[];
  groups:
    | { key: string; label: string; count: number; sums: { currency: string; amount: string }[] }[]
    | null;
  next: string | null;
  total: number;
}
const inboxOf = async (caller: Caller, input: object = {}) =>
  (await as(caller).get<{ inboxPage: Inbox }>(INBOX, { input })).inboxPage;
const titlesOf = ({ data }: Inbox) => data.map(({ document }) => document?.title);

const company = aCompany();
const [nora, ivo, milan, helen] = [company.user(), company.user(), company.user(), company.user()];
const admin = company.user({ privileged: true });
await store.db.collection("users").insertOne({
  _id: toObjectId(nora.userId),
  companyId: toObjectId(company.companyId),
  name: "Nora Lind",
});

const supplier = { key: "supplier", label: "Supplier", type: "TEXT" } as const;
const DOCUMENTS = [
  { by: nora, kind: "Leave", document: { title: "Holiday" } },
  { by: nora, kind: "Claim", document: { title: "Taxi", amount: "80.5", currency: "EUR" } },
  { by: ivo, kind: "Claim", document: { title: "Hotel", amount: "1200.25", currency: "EUR" } },
  {
    by: ivo,
    kind: "PurchaseOrder",
    document: {
      title: "Desks",
      amount: "4817.35",
      currency: "EUR",
      facts: [{ ...supplier, value: "Müller & Söhne" }],
    },
  },
  { by: nora, kind: "PurchaseOrder", document: { title: "Chairs", amount: "2500", currency: "USD" } },
] as const;
const made: Submitted[] = [];
for (const { by, ...fields } of DOCUMENTS) {
  made.push(
    await submitNew(engine, by, stagesOf([milan]), { ...fields, document: { ...fields.document } } as never),
  );
}

describe("the inbox", () => {
  it.each([
    ["everything", {}, ["Chairs", "Desks", "Hotel", "Taxi", "Holiday"]],
    ["a currency", { currency: "EUR" }, ["Desks", "Hotel", "Taxi"]],
    ["at least an amount", { currency: "EUR", amountFrom: "1200.25" }, ["Desks", "Hotel"]],
    ["at most an amount", { currency: "EUR", amountTo: "1200.25" }, ["Hotel", "Taxi"]],
    ["at least an amount, whatever its currency", { amountFrom: "1200.25" }, ["Chairs", "Desks", "Hotel"]],
    ["at most an amount, whatever its currency", { amountTo: "2500" }, ["Chairs", "Hotel", "Taxi"]],
    ["amounts in their order", { currency: "EUR", amountTo: "1200.25", order: "AMOUNT" }, ["Hotel", "Taxi"]],
    ["a submitter", { submitterIds: [ivo.userId] }, ["Desks", "Hotel"]],
    [
      "submitters and a kind",
      { submitterIds: [ivo.userId, nora.userId], kinds: ["Claim"] },
      ["Hotel", "Taxi"],
    ],
    ["nobody's documents", { submitterIds: [helen.userId] }, []],
    ["a supplier", { keyword: "söhne" }, ["Desks"]],
    ["an amount, as it is typed", { keyword: "4.817,35" }, ["Desks"]],
    ["a part of a title", { keyword: "air" }, ["Chairs"]],
    ["the name of a submitter", { keyword: "lind" }, ["Chairs", "Taxi", "Holiday"]],
    ["what was asked since the end of time", { askedAfter: "2199-01-01T00:00:00Z" }, []],
    ["what was asked since 1999", { askedAfter: "1999-01-01T00:00:00Z", kinds: ["Leave"] }, ["Holiday"]],
    ["a group of a kind", { groupBy: "KIND", group: "Claim" }, ["Hotel", "Taxi"]],
    ["a group and a kind beside it", { groupBy: "KIND", group: "Claim", kinds: ["Leave"] }, []],
    ["a group of a submitter", { groupBy: "SUBMITTER", group: ivo.userId }, ["Desks", "Hotel"]],
    ["a band of amounts", { groupBy: "AMOUNT", group: "EUR:1000" }, ["Desks", "Hotel"]],
    ["the lowest band", { groupBy: "AMOUNT", group: "EUR:0" }, ["Taxi"]],
    ["what has no amount", { groupBy: "AMOUNT", group: "none" }, ["Holiday"]],
  ])("is narrowed by %s [CON-13] [CON-21]", async (_what, input, titles) => {
    const page = await inboxOf(milan, input);
    expect(titlesOf(page)).toEqual(titles);
    expect(page.total).toBe(titles.length);
    expect(page.next).toBeNull();
    expect(titlesOf(await inboxOf(admin, input))).toEqual([]);
  });

  it.each([
    [{ currency: "EURO" }, "currency"],
    [{ amountTo: "many", currency: "EUR" }, "amountTo"],
    [{ submitterIds: ["nora"] }, "submitterIds.0"],
    [{ forUserIds: Array.from({ length: 21 }, () => newId()) }, "forUserIds"],
    [{ group: "Claim" }, "group"],
    [{ groupBy: "KIND", group: "Nothing" }, "group"],
    [{ groupBy: "SUBMITTER", group: "nora" }, "group"],
    [{ groupBy: "AMOUNT", group: "EUR:17" }, "group"],
  ])("refuses %j by name [CON-13]", async (input, field) => {
    const { errors } = await as(milan).ask(INBOX, { input });
    expect(errors).toMatchObject([{ extensions: { field } }]);
  });

  it("is grouped with counts and exact sums, whatever group is shown [CON-13]", async () => {
    const groupsOf = async (input: object) =>
      (await inboxOf(milan, input)).groups?.map(({ key, label, count, sums }) => [
        key,
        label,
        count,
        sums.map(({ currency, amount }) => `${currency} ${amount}`).join(", "),
      ]);
    expect((await inboxOf(milan)).groups).toBeNull();
    const byKind = [
      ["Claim", "Claim", 2, "EUR 1280.75"],
      ["PurchaseOrder", "PurchaseOrder", 2, "EUR 4817.35, USD 2500"],
      ["Leave", "Leave", 1, ""],
    ];
    expect(await groupsOf({ groupBy: "KIND" })).toEqual(byKind);
    expect(await groupsOf({ groupBy: "KIND", group: "Leave" })).toEqual(byKind);
    expect(await groupsOf({ groupBy: "KIND", take: 1 })).toEqual(byKind);
    expect(await groupsOf({ groupBy: "SUBMITTER" })).toEqual([
      [nora.userId, "Nora Lind", 3, "EUR 80.5, USD 2500"],
      [ivo.userId, ivo.userId, 2, "EUR 6017.60"],
    ]);
    expect(await groupsOf({ groupBy: "AMOUNT", submitterIds: [ivo.userId, nora.userId] })).toEqual([
      ["EUR:1000", "EUR 1,000 to 10,000", 2, "EUR 6017.60"],
      ["EUR:0", "EUR below 1,000", 1, "EUR 80.5"],
      ["USD:1000", "USD 1,000 to 10,000", 1, "USD 2500"],
      ["none", "No amount", 1, ""],
    ]);
    expect(await groupsOf({ groupBy: "KIND", keyword: "desk" })).toEqual([
      ["PurchaseOrder", "PurchaseOrder", 1, "EUR 4817.35"],
    ]);
  });

  it("shows what waits for whom: the reader's own seats, and those of people whom they represent [CON-13]", async () => {
    const elsewhere = aCompany();
    const [one, two, three] = [elsewhere.user(), elsewhere.user(), elsewhere.user()];
    const ownSubmission = await submitNew(engine, elsewhere.user(), stagesOf([one]));
    const others = await submitNew(engine, elsewhere.user(), stagesOf([two]));
    const third = await submitNew(engine, elsewhere.user(), stagesOf([three]));
    for (const principal of [two, three]) {
      await engine.createSubstitution(principal, { substituteId: one.userId, ...daysFrom(0) });
    }
    const refIdsFor = async (...people: Caller[]) => {
      const page = await inboxOf(one, { forUserIds: people.map(({ userId }) => userId) });
      expect(page.total).toBe(page.data.length);
      return page.data.map(({ refId }) => refId);
    };
    expect(await refIdsFor(one)).toEqual([ownSubmission.refId]);
    expect(await refIdsFor(two)).toEqual([others.refId]);
    expect(await refIdsFor(one, three)).toEqual([third.refId, ownSubmission.refId]);
    expect(await refIdsFor(elsewhere.user())).toEqual([]);
  });

  it("has pages that follow each other under every filter [CON-13] [READ-2]", async () => {
    const many = aCompany();
    const [reader, submitter, other] = [many.user(), many.user(), many.user()];
    for (let n = 0; n < 12; n += 1) {
      const document = { title: `${n}`, amount: `${n % 4}`, currency: "EUR" };
      await submitNew(engine, n % 2 === 0 ? submitter : other, stagesOf([reader]), { document });
    }
    for (const order of ["ASKED", "OLDEST", "AMOUNT"]) {
      const input = { order, submitterIds: [submitter.userId] };
      const all = titlesOf(await inboxOf(reader, input));
      expect(all).toHaveLength(6);
      const found: unknown[] = [];
      for (let after: string | null = null, page = 0; page === 0 || after !== null; page += 1) {
        const shown: Inbox = await inboxOf(reader, { ...input, take: 4, after });
        found.push(...titlesOf(shown));
        after = shown.next;
      }
      expect(found).toEqual(all);
    }
  });
});

const SEE = `mutation See($input: MarkSeenInput!) { markSeen(input: $input) }`;
const see = (caller: Caller, refId: string, revision: number) =>
  as(caller).ask(SEE, { input: { refId, revision } });

/** The titles of what changed since the reader looked, as filter and field say alike. */
const changedFor = async (caller: Caller) => {
  const page = await inboxOf(caller);
  const narrowed = titlesOf(await inboxOf(caller, { changed: true }));
  expect(page.data.filter((one) => one.changedSinceSeen).map(({ document }) => document?.title)).toEqual(
    narrowed,
  );
  return narrowed;
};

it("leaves what is decided by itself out, of the list and of its total [CON-21]", async () => {
  const ownCompany = aCompany();
  const [submitter, approver] = [ownCompany.user(), ownCompany.user()];
  const alone = stagesOf([approver]);
  for (const stage of alone) Object.assign(stage, { bulk: false });
  await submitNew(engine, submitter, alone, { document: { title: "Lawyer" } });
  await submitNew(engine, submitter, stagesOf([approver]), { document: { title: "Desks" } });
  for (const [bulk, title] of [
    [true, "Desks"],
    [false, "Lawyer"],
  ] as const) {
    const page = await inboxOf(approver, { bulk });
    expect([titlesOf(page), page.total]).toEqual([[title], 1]);
  }
});

describe("a document that changed since its reader looked", () => {
  it("is marked as changed for that reader alone, until they look again [CON-13]", async () => {
    const ownCompany = aCompany();
    const [submitter, one, two] = [ownCompany.user(), ownCompany.user(), ownCompany.user()];
    await engine.updateApprovalSettings(ownCompany.user({ privileged: true }), { onAmend: "KEEP_VERDICTS" });
    const { refId } = await submitNew(engine, submitter, stagesOf([one, two]), {
      document: { title: "Desks" },
    });
    await submitNew(engine, submitter, stagesOf([one, two]), { document: { title: "Chairs" } });
    const amend = (title: string) => engine.amendDocument(submitter, { refId, document: { title } });
    expect(await changedFor(one)).toEqual([]);
    await see(one, refId, 1);
    expect(await changedFor(one)).toEqual([]);
    await amend("Tables");
    expect(await changedFor(one)).toEqual(["Tables"]);
    expect(await changedFor(two)).toEqual([]);
    // A client that still shows the first revision.
    await see(one, refId, 1);
    expect(await changedFor(one)).toEqual(["Tables"]);
    await see(one, refId, 2);
    expect(await changedFor(one)).toEqual([]);
    await see(two, refId, 99);
    await amend("Benches");
    expect(await changedFor(two)).toEqual(["Benches"]);
  });

  it("is marked only by those who may see it [CON-13]", async () => {
    const [{ refId } = { refId: "" }] = made;
    const missing = [{ message: "Document not found", extensions: { code: "NOT_FOUND", field: "refId" } }];
    for (const stranger of [helen, { ...milan, companyId: aCompany().companyId }]) {
      expect((await see(stranger, refId, 1)).errors).toMatchObject(missing);
    }
    expect((await see(admin, refId, 1)).data).toEqual({ markSeen: true });
    expect((await see(milan, refId, 0)).errors).toMatchObject([{ extensions: { field: "revision" } }]);
  });
});
