import { toObjectId } from "@countersign/mongo";
import { describe, expect, it } from "vitest";
import { bookFault, type EntryFacts } from "./books.ts";

const [RENT, CASH] = [toObjectId("a".repeat(24)), toObjectId("b".repeat(24))];
const LINES = [
  { accountId: RENT, debit: 5, credit: 0 },
  { accountId: CASH, debit: 0, credit: 5 },
];
const SAVED: EntryFacts = {
  status: "SAVED",
  lines: LINES,
  legs: [],
  postings: 0,
  completions: 0,
  changed: false,
};
const POSTED: EntryFacts = {
  ...SAVED,
  status: "POSTED",
  legs: LINES.toReversed(),
  postings: 1,
  completions: 1,
};

describe("the books agree", () => {
  it.each<[string, EntryFacts]>([
    ["a draft that nobody approved", SAVED],
    ["an entry that was approved and posted", POSTED],
    ["a draft that was approved and is another one now", { ...SAVED, completions: 1, changed: true }],
  ])("with %s [AGT-1]", (_, facts) => {
    expect(bookFault(facts)).toBeUndefined();
  });
});

describe("the books disagree", () => {
  it.each<[string, EntryFacts, string]>([
    ["was posted without approval", { ...POSTED, completions: 0 }, "is posted and was never approved"],
    [
      "was posted though it was changed",
      { ...POSTED, changed: true },
      "is posted and was changed after it was submitted",
    ],
    ["was approved and not posted", { ...SAVED, completions: 1 }, "was approved and is not posted"],
    ["is missing", { ...SAVED, status: "missing", completions: 1 }, "was approved and is not posted"],
    ["has no legs", { ...POSTED, legs: [] }, "has the legs none instead of"],
    ["has legs twice", { ...POSTED, legs: [...LINES, ...LINES] }, "has the legs"],
    ["has another leg", { ...POSTED, legs: [LINES[0]!, { ...LINES[1]!, credit: 6 }] }, "has the legs"],
    ["has legs as a draft", { ...SAVED, legs: LINES }, "has the legs"],
    ["was posted twice", { ...POSTED, postings: 2 }, "was posted 2 times by the audit trail"],
    ["was posted without a trace", { ...POSTED, postings: 0 }, "was posted 0 times by the audit trail"],
  ])("with an entry that %s [AGT-1]", (_, facts, fault) => {
    expect(bookFault(facts)).toContain(fault);
  });
});
