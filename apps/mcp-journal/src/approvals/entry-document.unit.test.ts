import { approvalDocument } from "@countersign/contracts";
import { draftLines, type JournalLineInput } from "@countersign/domain/finance";
import { labelProblem } from "@countersign/domain/text";
import type { JournalEntry } from "@countersign/finance";
import { describe, expect, it } from "vitest";
import { contentHashOf } from "./content-hash.ts";
import { documentOf } from "./entry-document.ts";

const [RENT, CASH, USER] = ["a", "b", "c"].map((digit) => digit.repeat(24)) as [string, string, string];
const ACCOUNTS = new Map([
  [RENT, { number: "6100", name: "Office Rent" }],
  [CASH, { number: "1000", name: "Cash at Bank" }],
]);
const REQUESTER = { issuer: "https://id.test", userId: USER, sessionId: "s-1", agent: "claude 1.2" };

const balanced = (amount: number, first: Partial<JournalLineInput> = {}): JournalLineInput[] => [
  { accountId: RENT, debit: amount, credit: 0, remark: "March", ...first },
  { accountId: CASH, debit: 0, credit: amount },
];
function entryOf(changes: Partial<JournalEntry> = {}): JournalEntry {
  return {
    id: "d".repeat(24),
    ref: "JE-000042",
    type: "GENERAL",
    status: "SAVED",
    description: "Rent of March",
    documentDate: new Date("2027-03-01T10:00:00Z"),
    companyId: "e".repeat(24),
    createdBy: USER,
    createdAt: new Date("2027-03-01T10:00:01Z"),
    lines: draftLines(balanced(1200.5)),
    ...changes,
  };
}

/** The document, as the engine would take it. */
function documentWith(
  changes: Partial<JournalEntry> = {},
  { accounts = ACCOUNTS, requester = REQUESTER, currency = undefined as string | undefined } = {},
) {
  const document = documentOf({ entry: entryOf(changes), accounts }, requester, currency);
  return approvalDocument.parse(document);
}
const valuesOf = ({ facts = [] }: ReturnType<typeof documentWith>) =>
  Object.fromEntries(facts.map(({ key, value }) => [key, value]));

describe("what the approvers of an entry see", () => {
  it("is the entry with its lines and totals, the agent and its session, and the user [AGT-1]", () => {
    const { facts, ...others } = documentWith();
    expect(others).toEqual({ title: "JE-000042: Rent of March" });
    expect(facts).toEqual([
      { key: "entry", label: "Entry", type: "TEXT", value: "JE-000042" },
      { key: "description", label: "Description", type: "TEXT", value: "Rent of March" },
      { key: "date", label: "Date", type: "DATE", value: "2027-03-01" },
      { key: "debits", label: "Debits", type: "NUMBER", value: "1200.5" },
      { key: "credits", label: "Credits", type: "NUMBER", value: "1200.5" },
      { key: "agent", label: "Agent", type: "TEXT", value: "claude 1.2" },
      { key: "session", label: "Session", type: "TEXT", value: "s-1" },
      { key: "user", label: "User", type: "PERSON", value: USER },
      { key: "line1", label: "Line 1", type: "TEXT", value: "DEBIT 1200.5 on 6100 Office Rent: March" },
      { key: "line2", label: "Line 2", type: "TEXT", value: "CREDIT 1200.5 on 1000 Cash at Bank" },
    ]);
  });

  it("has the amount with a currency where the books name one [AGT-1]", () => {
    const document = documentWith({}, { currency: "EUR" });
    expect(document).toMatchObject({ amount: "1200.5", currency: "EUR" });
    const total = { amount: "1200.5", currency: "EUR" };
    expect(valuesOf(document)).toMatchObject({ debits: total, credits: total });
  });

  it("has totals of more digits than an amount may have as text [AGT-1]", () => {
    const lines = draftLines([
      ...balanced(123_456_789_012.5),
      ...balanced(999_999_999_999),
      ...balanced(0.123456),
    ]);
    const document = documentWith({ lines }, { currency: "EUR" });
    expect(document.amount).toBeUndefined();
    expect(valuesOf(document)).toMatchObject({ debits: "1123456789011.623456" });
  });

  it.each([
    [-1, "1969-12-31"],
    [8_640_000_000_000_000, "+275760-09-13"],
  ])("has any date that an entry may have: %d [AGT-1]", (time, shown) => {
    expect(valuesOf(documentWith({ documentDate: new Date(time) }))).toMatchObject({ date: shown });
  });

  it("has 40 facts at most, and says how many lines are not among them [AGT-1]", () => {
    const lines = Array.from({ length: 500 }, () => balanced(1)).flat();
    const document = documentWith({ lines: draftLines(lines) });
    expect(document.facts).toHaveLength(40);
    expect(document.facts?.at(-1)).toEqual({
      key: "moreLines",
      label: "More lines",
      type: "TEXT",
      value: "and 969 more lines",
    });
    const all = documentWith({ lines: draftLines(lines.slice(0, 32)) });
    expect(all.facts?.map(({ key }) => key).slice(-1)).toEqual(["line32"]);
  });

  it.each([
    "\u202e",
    "语",
    "👨\u200D👩\u200D👧",
    "\ud83d",
    '"\\',
    "a\u0301\u0301\u0301\u0301\u0301",
    "\n",
    "",
  ])("shows what others wrote on one line each, bounded, and hides nothing: %j [AGT-1] [SAFE-7]", (text) => {
    const long = text.repeat(3_000);
    const accounts = new Map([...ACCOUNTS.keys()].map((id) => [id, { number: long, name: long }]));
    const lines = Array.from({ length: 500 }, () => balanced(1, { remark: long })).flat();
    const document = documentWith(
      { description: long, lines: draftLines(lines) },
      { accounts, requester: { ...REQUESTER, agent: long, sessionId: long } },
    );
    expect(labelProblem(document.title ?? "")).toBeUndefined();
    const texts = document.facts?.flatMap((fact) => (fact.type === "TEXT" ? [fact.value] : [])) ?? [];
    expect(texts.length).toBeGreaterThan(30);
    for (const shown of texts) {
      expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      expect(labelProblem(shown)).toBeUndefined();
    }
  });
});

describe("the hash of an entry's content", () => {
  it.each<[string, Partial<JournalEntry>]>([
    ["description", { description: "Rent of April" }],
    ["date", { documentDate: new Date("2027-03-02T10:00:00Z") }],
    ["branch", { branchId: "f".repeat(24) }],
    ["author", { createdBy: RENT }],
    ["amount", { lines: draftLines(balanced(1200.500001)) }],
    ["remark", { lines: draftLines(balanced(1200.5, { remark: "April" })) }],
    ["order of lines", { lines: draftLines(balanced(1200.5).toReversed()) }],
    ["account", { lines: draftLines(balanced(1200.5, { accountId: CASH })) }],
  ])("changes with its %s [AGT-1]", (_, changes) => {
    expect(contentHashOf(entryOf(changes))).not.toBe(contentHashOf(entryOf()));
  });

  it("does not change when the entry is posted [AGT-1]", () => {
    const posted = entryOf({ status: "POSTED", postedAt: new Date() });
    expect(contentHashOf(posted)).toBe(contentHashOf(entryOf()));
  });
});
