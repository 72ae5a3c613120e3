import type { ApprovalDocument } from "@countersign/contracts";
import { toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { daysFrom } from "../../test/days-from.ts";
import { aCompany, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import { aLoan } from "../../test/staffed-company.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const { as, engine } = await useReplica(store, useBus());

const SEARCH = `query Search($input: DocumentSearchInput) { documentSearch(input: $input) { next data {
  refId runId ref kind title amount currency submitter { name } state stageName holders { _id } submittedAt endedAt
  found { label value } } } }`;

interface Hit {
  refId: string;
  runId: string;
  title: string | null;
  state: string;
  stageName: string | null;
  holders: { _id: string }[];
  endedAt: string | null;
  found: { label: string; value: string } | null;
}

interface HitPage {
  data: Hit[];
  next: string | null;
}

async function pageOf(caller: Caller, input: object): Promise<HitPage> {
  return (await as(caller).get<{ documentSearch: HitPage }>(SEARCH, { input })).documentSearch;
}
const search = async (caller: Caller, input: object = {}) => (await pageOf(caller, input)).data;
const runsOf = async (caller: Caller) => (await search(caller)).map(({ runId, state }) => [runId, state]);
const refIdsOf = async (caller: Caller, input: object = {}) =>
  (await search(caller, input)).map(({ refId }) => refId);

describe("the documents that people find", () => {
  it("are those they take part in; privileged users and auditors find all, and other companies none [CON-14]", async () => {
    const { company, refId, clerk, manager, beneficiary, admin } = await aLoan(engine, store);
    const auditor = company.user({ isAuditor: true });
    for (const caller of [clerk, manager, beneficiary, admin, auditor]) {
      expect(await refIdsOf(caller)).toEqual([refId]);
    }
    const elsewhere = aCompany();
    for (const stranger of [
      company.user(),
      { ...clerk, companyId: elsewhere.companyId },
      elsewhere.user({ privileged: true }),
    ]) {
      expect(await refIdsOf(stranger)).toEqual([]);
    }
  });

  it.each([
    ["北京华为数字技术有限公司", "数字技术"],
    ["株式会社山田製作所", "山田"],
    ["บริษัทสยามจำกัด", "สยาม"],
    ["Café Straße", "cafe strasse"],
    ["İstanbul Ofis", "istanbul"],
  ])("with the title %s are found by %s, in the inbox too [CON-14]", async (title, text) => {
    const company = aCompany();
    const [nora, milan] = [company.user(), company.user()];
    const { refId } = await submitNew(engine, nora, stagesOf([milan]), { document: { title } });
    await submitNew(engine, nora, stagesOf([milan]), { document: { title: "山北 Strase" } });
    expect(await refIdsOf(milan, { text })).toEqual([refId]);
    const inbox = await as(milan).get<{ inboxPage: { data: { refId: string }[] } }>(
      "query Inbox($input: InboxPageInput) { inboxPage(input: $input) { data { refId } } }",
      { input: { keyword: text } },
    );
    expect(inbox.inboxPage.data).toEqual([{ refId }]);
  });

  it("are found by approvers of later stages, and by those who decided, after the end too [CON-14]", async () => {
    const company = aCompany();
    const [nora, milan, helen, ivo] = [company.user(), company.user(), company.user(), company.user()];
    const { refId, tasks } = await submitNew(engine, nora, stagesOf([milan, ivo], [helen]));
    expect(await refIdsOf(helen)).toEqual([refId]);
    await engine.decideApproval(milan, { taskId: tasks[0]!._id, status: "APPROVED" });
    await engine.decideApproval(helen, { taskId: tasks[1]!._id, status: "APPROVED" });
    expect(await refIdsOf(milan, { decidedByMe: true })).toEqual([refId]);
    expect(await refIdsOf(helen, { decidedByMe: true, states: ["APPROVED"] })).toEqual([refId]);
    expect(await refIdsOf(ivo, { decidedByMe: true })).toEqual([]);
    expect(await refIdsOf(nora, { submittedByMe: true })).toEqual([refId]);
    expect(await refIdsOf(milan, { submittedByMe: true })).toEqual([]);
  });

  it("are found by substitutes as long as somebody whom they represent is asked [CON-14]", async () => {
    const company = aCompany();
    const [nora, milan, helen, ivo] = [company.user(), company.user(), company.user(), company.user()];
    const { refId, tasks } = await submitNew(engine, nora, stagesOf([milan], [ivo]));
    const away = { substituteId: helen.userId, ...daysFrom(0), kinds: ["Leave"] };
    const { _id } = await engine.createSubstitution(milan, away);
    expect(await refIdsOf(helen)).toEqual([refId]);
    await engine.revokeSubstitution(milan, _id);
    expect(await refIdsOf(helen)).toEqual([]);
    await engine.createSubstitution(milan, { ...away, kinds: ["Claim"] });
    expect(await refIdsOf(helen)).toEqual([]);
    await engine.createSubstitution(milan, away);
    await engine.decideApproval(helen, { taskId: tasks[0]!._id, status: "APPROVED" });
    expect(await refIdsOf(helen, { decidedByMe: true })).toEqual([refId]);
  });

  it("are found by the names of those who take part, also with other words, and among decisions [CON-22]", async () => {
    const company = aCompany();
    const [nora, milan, helen] = [company.user(), company.user(), company.user()];
    const names = [
      [nora, "Nora Lind"],
      [milan, "Milan Großkopf"],
      [helen, "Helen Ortiz"],
    ] as const;
    const users = store.db.collection("users");
    await users.insertMany(
      names.map(([{ userId }, name]) => ({
        _id: toObjectId(userId),
        companyId: toObjectId(company.companyId),
        name,
      })),
    );
    const { refId, tasks } = await submitNew(engine, nora, stagesOf([milan]), {
      document: { title: "Vans" },
    });
    const { refId: another } = await submitNew(engine, nora, stagesOf([helen]), {
      document: { title: "Desks" },
    });
    expect(await refIdsOf(nora, { text: "großk" })).toEqual([refId]);
    expect(await refIdsOf(nora, { text: "milan vans" })).toEqual([refId]);
    expect(await refIdsOf(nora, { text: "milan desks" })).toEqual([]);
    expect(await refIdsOf(nora, { text: "nora helen" })).toEqual([another]);
    // Whoever may not see a document does not find it by a name either.
    expect(await refIdsOf(helen, { text: "milan" })).toEqual([]);
    await engine.decideApproval(milan, { taskId: tasks[0]!._id, status: "APPROVED" });
    const decidedWith = async (text: string) => {
      const { decidedPage } = await as(milan).get<{ decidedPage: { data: { document: Hit }[] } }>(
        "query Decided($input: DecidedPageInput) { decidedPage(input: $input) { data { document { refId } } } }",
        { input: { text } },
      );
      return decidedPage.data.map(({ document }) => document.refId);
    };
    expect(await decidedWith("lind")).toEqual([refId]);
    expect(await decidedWith("ortiz")).toEqual([]);
    await users.updateOne({ _id: toObjectId(milan.userId) }, { $set: { active: false } });
    expect(await refIdsOf(nora, { text: "milan" })).toEqual([refId]);
  });

  it("come once, with the newest run that its reader may see [CON-14]", async () => {
    const company = aCompany();
    const [nora, milan, helen] = [company.user(), company.user(), company.user()];
    const admin = company.user({ privileged: true });
    const first = await submitNew(engine, nora, stagesOf([milan]));
    await engine.decideApproval(milan, { taskId: first.tasks[0]!._id, status: "REJECTED" });
    const { refId } = first;
    const second = await submitNew(engine, nora, stagesOf([helen]), { refId });
    const [old, current] = [
      [first.runId, "REJECTED"],
      [second.runId, "IN_PROGRESS"],
    ];
    expect(await runsOf(milan)).toEqual([old]);
    for (const caller of [nora, helen, admin]) expect(await runsOf(caller)).toEqual([current]);
    const taskId = second.tasks[0]!._id;
    await engine.seats.addApprover(admin, { taskId, userId: milan.userId, position: "PARALLEL" });
    expect(await runsOf(milan)).toEqual([current]);
    await engine.seats.reassign(milan, { taskId, toUserId: company.user().userId, reason: "Ill" });
    expect(await runsOf(milan)).toEqual([old]);
  });

  it("show where they are and with whom, and how they ended [CON-14]", async () => {
    const company = aCompany();
    const [nora, milan, helen] = [company.user(), company.user(), company.user()];
    const { tasks } = await submitNew(
      engine,
      nora,
      stagesOf({ approvers: [milan], name: "Lead" }, { approvers: [helen], name: "Board" }),
    );
    const shown = async () => {
      const [{ state, stageName, holders, endedAt } = {} as Hit] = await search(nora);
      return [state, stageName, holders.map(({ _id }) => _id), endedAt !== null];
    };
    expect(await shown()).toEqual(["IN_PROGRESS", "Lead", [milan.userId], false]);
    await engine.decideApproval(milan, { taskId: tasks[0]!._id, status: "APPROVED" });
    expect(await shown()).toEqual(["IN_PROGRESS", "Board", [helen.userId], false]);
    await engine.decideApproval(helen, { taskId: tasks[1]!._id, status: "APPROVED" });
    expect(await shown()).toEqual(["APPROVED", null, [], true]);
  });
});

/** A document with facts of every type that is found. */
const DESK: ApprovalDocument = {
  title: "Standing desks",
  amount: "4817.35",
  currency: "EUR",
  facts: [
    { key: "supplier", label: "Supplier", type: "TEXT", value: "Müller & Söhne" },
    { key: "pieces", label: "Pieces", type: "NUMBER", value: "12" },
    { key: "freight", label: "Freight", type: "MONEY", value: { amount: "1250.50", currency: "USD" } },
    { key: "delivery", label: "Delivery", type: "DATE", value: "2027-03-01" },
    { key: "buyer", label: "Buyer", type: "PERSON", value: "0123456789abcdef01234567" },
  ],
};

describe("a document with facts", async () => {
  const company = aCompany();
  const [nora, milan] = [company.user(), company.user()];
  const other = await submitNew(engine, nora, stagesOf([milan]), {
    document: { title: "Chairs" },
    kind: "Claim",
  });
  const { refId } = await submitNew(engine, nora, stagesOf([milan]), { ref: "PO-000123", document: DESK });

  it.each([
    ["its number", { text: "PO-000123" }],
    ["the beginning of its number", { text: "po-0001" }],
    ["its whole number", { number: "po-000123" }],
    ["its title", { text: "desks standing" }],
    ["a supplier, as they are written or typed", { text: "MU\u0308LLER" }],
    ["its amount", { text: "4,817.35" }],
    ["the amount of a fact", { text: "1.250,5" }],
    ["a date", { text: "01.03.2027" }],
    ["several of these", { text: "desks müller 4817" }],
    ["a range of amounts", { currency: "EUR", amountFrom: "4000", amountTo: "4817.35" }],
    ["a range of amounts, whatever the currency", { amountFrom: "4000", amountTo: "4817.35" }],
    ["a currency", { currency: "EUR" }],
    ["its kind and state", { kinds: ["Leave"], states: ["IN_PROGRESS"] }],
    ["a person and a word", { personId: milan.userId, text: "desk" }],
  ])("is found by %s [CON-14] [CON-21]", async (_what, input) => {
    for (const caller of [nora, company.user({ privileged: true })]) {
      expect(await refIdsOf(caller, input)).toEqual([refId]);
    }
  });

  it.each([
    ["the middle of a word", { text: "tanding" }],
    ["another amount", { text: "4817.36" }],
    ["another word beside its own", { text: "desks chairs" }],
    ["the id of a person in a fact", { text: "0123456789abcdef01234567" }],
    ["punctuation", { text: "&&&" }],
    ["a greater amount", { currency: "EUR", amountFrom: "4817.36" }],
    ["a greater amount, whatever the currency", { amountFrom: "4817.36" }],
    ["another currency", { currency: "USD", amountFrom: "1" }],
    ["a part of its number", { number: "PO-0001" }],
    ["a person who takes no part", { personId: "0123456789abcdef01234567" }],
    ["a time before it", { submittedUntil: "2026-01-01T00:00:00Z" }],
    ["a time after it", { text: "desks", submittedFrom: "2199-01-01T00:00:00Z" }],
  ])("is not found by %s [CON-14]", async (_what, input) => {
    expect(await refIdsOf(nora, input)).toEqual([]);
  });

  it("says by which fact it was found, unless number, title or amount have the words [CON-14]", async () => {
    const factOf = async (text: string) => (await search(nora, { text }))[0]?.found;
    expect(await factOf("desks söhne")).toEqual({ label: "Supplier", value: "Müller & Söhne" });
    expect(await factOf("1,250.50")).toEqual({ label: "Freight", value: "1250.50 USD" });
    expect(await factOf("desks 4817.35")).toBeNull();
    expect((await search(nora)).map(({ found }) => found)).toEqual([null, null]);
  });

  it("is found by its new words once it was changed, and no more by the old ones [CON-14]", async () => {
    const admin = company.user({ privileged: true });
    await engine.updateApprovalSettings(admin, { onAmend: "KEEP_VERDICTS" });
    await engine.amendDocument(nora, { refId: other.refId, document: { title: "Benches" } });
    expect(await refIdsOf(nora, { text: "bench" })).toEqual([other.refId]);
    expect(await refIdsOf(nora, { text: "chairs" })).toEqual([]);
    expect(await search(nora, { text: "benches" })).toMatchObject([{ title: "Benches" }]);
  });

  it.each([
    [{ currency: "euro" }, "currency", "must be the code of a currency"],
    [{ amountTo: "1e3", currency: "EUR" }, "amountTo", "must be a decimal number"],
    [{ take: 51 }, "take", "must be at most 50"],
    [{ after: "somewhere" }, "after", "is no place of this list"],
    [{ text: "x".repeat(201) }, "text", "200"],
    [{ personId: "nora" }, "personId", "24"],
  ])("refuses %j by name [CON-14]", async (input, field, fault) => {
    const { errors } = await as(nora).ask(SEARCH, { input });
    expect(errors).toMatchObject([
      { message: expect.stringContaining(fault), extensions: { code: "BAD_USER_INPUT", field } },
    ]);
  });
});

describe("pages of documents", () => {
  it("follow each other without a gap, also where many were submitted at once and few match [CON-14]", async () => {
    const company = aCompany();
    const nora = company.user();
    const refIds: string[] = [];
    for (let n = 0; n < 30; n += 1) {
      const kind = n % 3 === 0 ? "Claim" : "Leave";
      refIds.push((await submitNew(engine, nora, stagesOf([company.user()]), { kind })).refId);
    }
    const companyId = toObjectId(company.companyId);
    await store.db
      .collection("workflow_runs")
      .updateMany({ companyId }, { $set: { submittedAt: new Date(1_800_000_000_000) } });
    for (const input of [{}, { kinds: ["Claim"] }, { personId: nora.userId }]) {
      const found: string[] = [];
      for (let after: string | null = null, page = 0; page === 0 || after !== null; page += 1) {
        const shown = await pageOf(nora, { ...input, take: 5, after });
        expect(shown.data).toHaveLength(5);
        found.push(...shown.data.map(({ refId }) => refId));
        after = shown.next;
      }
      const matching = "kinds" in input ? refIds.filter((_, n) => n % 3 === 0) : refIds;
      expect(found).toEqual(matching.toReversed());
    }
  });
});
