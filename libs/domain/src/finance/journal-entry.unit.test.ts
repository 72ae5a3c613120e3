import { describe, expect, it } from "vitest";

import {
  type JournalLineInput,
  MAX_JOURNAL_LINES,
  type PostableEntry,
  assertPostable,
  assertSameCompany,
  draftLines,
  journalRef,
  totalsOf,
  unknownAccountIds,
} from "./journal-entry.ts";

const debit = (amount: number, accountId = "cash"): JournalLineInput => ({
  accountId,
  debit: amount,
  credit: 0,
});
const credit = (amount: number, accountId = "sales"): JournalLineInput => ({
  accountId,
  debit: 0,
  credit: amount,
});

describe("draftLines", () => {
  it("makes exact lines, DEBIT when there is a debit, otherwise CREDIT [MJ-ENTRY-06] [MJ-ENTRY-07] [MJ-ENTRY-10]", () => {
    const lines = draftLines([{ ...debit(0.3), remark: "tip" }, credit(0.1), credit(0.2), credit(0)]);
    expect(lines).toEqual([
      { accountId: "cash", type: "DEBIT", debit: 300_000n, credit: 0n, remark: "tip" },
      { accountId: "sales", type: "CREDIT", debit: 0n, credit: 100_000n },
      { accountId: "sales", type: "CREDIT", debit: 0n, credit: 200_000n },
      { accountId: "sales", type: "CREDIT", debit: 0n, credit: 0n },
    ]);
    expect(lines[1]).not.toHaveProperty("remark");
    expect(totalsOf(lines)).toEqual({ debit: 300_000n, credit: 300_000n });
  });

  it.each<[string, JournalLineInput[], string]>([
    ["a negative debit [MJ-CREATE-04]", [debit(-1), credit(1)], "Transaction amounts cannot be negative"],
    ["a negative credit [MJ-CREATE-04]", [debit(1), credit(-1)], "Transaction amounts cannot be negative"],
    [
      "both on a line [MJ-CREATE-05]",
      [{ accountId: "cash", debit: 1, credit: 1 }, credit(0)],
      "A transaction line cannot have both debit and credit",
    ],
    ["unequal sums [MJ-CREATE-06]", [debit(10.5), credit(10)], "Debits (10.5) must equal credits (10)"],
    [
      "sums beyond a double's precision [MJ-CREATE-06] [MJ-AMOUNT-03]",
      [debit(1e12), debit(1e12), debit(0.000001), credit(1e12), credit(1e12)],
      "Debits (2000000000000.000001) must equal credits (2000000000000)",
    ],
    [
      "the negative rule before the line rule, over all lines [MJ-CREATE-11]",
      [{ accountId: "cash", debit: 1, credit: 1 }, credit(-1)],
      "Transaction amounts cannot be negative",
    ],
    [
      "the line rule before the balance, over all lines [MJ-CREATE-11]",
      [debit(5), credit(1), { accountId: "cash", debit: 2, credit: 2 }],
      "A transaction line cannot have both debit and credit",
    ],
  ])("%s: refused with the exact text", (_title, lines, message) => {
    expect(() => draftLines(lines)).toThrow(expect.objectContaining({ code: "INVALID_INPUT", message }));
  });

  it.each([0, 1, MAX_JOURNAL_LINES + 1])("refuses %s lines [MJ-CREATE-03] [MJ-LIMIT-01]", (count) => {
    const lines = Array.from({ length: count }, () => debit(0));
    expect(() => draftLines(lines)).toThrow(
      expect.objectContaining({
        field: "transactions",
        message: `A journal entry must have 2 to ${MAX_JOURNAL_LINES} lines`,
      }),
    );
  });

  it("names the malformed amount [MJ-AMOUNT-02]", () => {
    expect(() => draftLines([debit(1), credit(1e13)])).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT", field: "transactions.1.credit" }),
    );
  });

  it("names the line at fault [MJ-CREATE-04]", () => {
    expect(() => draftLines([debit(1), credit(-1)])).toThrow(
      expect.objectContaining({ field: "transactions.1" }),
    );
  });
});

describe("assertPostable", () => {
  const entry: PostableEntry = {
    companyId: "acme",
    status: "SAVED",
    lines: draftLines([debit(1, "cash"), credit(1, "sales")]),
  };
  const known = new Set(["cash", "sales"]);

  it("lets a saved, balanced entry of the company with known accounts pass [MJ-STATE-02]", () => {
    expect(() => assertPostable("id", entry, "acme", known)).not.toThrow();
  });

  const unbalanced = [...entry.lines, ...entry.lines.slice(0, 1)];
  it.each<[string, PostableEntry | undefined, ReadonlySet<string>, string, string]>([
    ["a missing entry [MJ-POST-03]", undefined, known, "NOT_FOUND", "Journal entry id not found"],
    [
      "another company's, posted, unbalanced, accounts unknown [MJ-POST-02] [MJ-POST-07]",
      { companyId: "other", status: "POSTED", lines: unbalanced },
      new Set(),
      "FORBIDDEN",
      "Access denied: entry does not belong to this company",
    ],
    [
      "a posted one, unbalanced, accounts unknown [MJ-POST-04] [MJ-STATE-03] [MJ-POST-07]",
      { companyId: "acme", status: "POSTED", lines: unbalanced },
      new Set(),
      "CONFLICT",
      "Entry id is already posted",
    ],
    [
      "one with an unknown account, unbalanced [MJ-POST-05] [MJ-POST-07]",
      { companyId: "acme", status: "SAVED", lines: unbalanced },
      new Set(["cash"]),
      "NOT_FOUND",
      "Account sales not found",
    ],
    [
      "an unbalanced one [MJ-POST-06]",
      { companyId: "acme", status: "SAVED", lines: unbalanced },
      known,
      "INVALID_INPUT",
      "Debits (2) must equal credits (1)",
    ],
  ])("%s: refused", (_title, given, accounts, code, message) => {
    expect(() => assertPostable("id", given, "acme", accounts)).toThrow(
      expect.objectContaining({ code, message }),
    );
  });
});

describe("the tenant fence", () => {
  it("compares the entry's company with the one given [MJ-GET-03] [MJ-FENCE-01]", () => {
    expect(() => assertSameCompany({ companyId: "acme" }, "acme")).not.toThrow();
    expect(() => assertSameCompany({ companyId: "acme" }, "other")).toThrow(
      "Access denied: entry does not belong to this company",
    );
  });
});

describe("unknownAccountIds", () => {
  it("names each unknown account once, in the order of the lines [MJ-CREATE-14]", () => {
    const lines = ["b", "a", "cash", "b"].map((accountId) => ({ accountId }));
    expect(unknownAccountIds(lines, new Set(["cash"]))).toEqual(["b", "a"]);
  });
});

describe("journalRef", () => {
  it.each([
    [1, "JE-000001"],
    [42, "JE-000042"],
    [999_999, "JE-999999"],
    [1_000_000, "JE-1000000"],
  ])("of entry %s is %s [MJ-ENTRY-09]", (number, ref) => {
    expect(journalRef(number)).toBe(ref);
  });
});
