import { BUILT_IN_KINDS } from "@countersign/contracts";
import { describe, expect, it } from "vitest";

import { kindLabels, labelOfKind } from "./labels.ts";

describe("the name of a kind for people", () => {
  it("is the words of the kind [AE-XLSX-03] [DOC-1]", () => {
    expect(BUILT_IN_KINDS.kinds.map((kind) => labelOfKind(kind, new Map()))).toEqual([
      "Purchase requisition",
      "Purchase order",
      "Sales quotation",
      "Sales order",
      "Leave",
      "Claim",
      "Loan",
      "Advance",
    ]);
  });

  it.each([
    ["JournalEntry", "Journal entry"],
    ["NDA", "NDA"],
    ["NDAReview", "NDA review"],
    ["ReviewOfNDA", "Review of NDA"],
    ["Form16Change", "Form16 change"],
    ["X", "X"],
  ])("of %s is %s [DOC-1]", (kind, name) => {
    expect(labelOfKind(kind, new Map())).toBe(name);
  });

  it("is the configured one where there is one [DOC-1]", () => {
    const labels = kindLabels.parse(" Nda = Non-disclosure agreement; Contract=Contract, signed ;");
    expect(["Nda", "Contract", "Leave"].map((kind) => labelOfKind(kind, labels))).toEqual([
      "Non-disclosure agreement",
      "Contract, signed",
      "Leave",
    ]);
  });

  const FORM = "expected <Kind>=<label>; <Kind>=<label> for each kind, once";
  it.each([
    ["Nda", `${FORM}: a label must not be empty`],
    ["Nda=", `${FORM}: a label must not be empty`],
    ["Nda=A=B", FORM],
    ["Nda=A;Nda=B", FORM],
    [`Nda=${"A".repeat(61)}`, `${FORM}: a label must have at most 60 characters`],
    ["Nda=A\nB", `${FORM}: a label must not contain control characters`],
    ["Nda=A\u202eB", expect.stringContaining(`${FORM}: a label `)],
  ])("is refused: %j [DOC-1]", (text, fault) => {
    expect(kindLabels.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([fault]);
  });
});
