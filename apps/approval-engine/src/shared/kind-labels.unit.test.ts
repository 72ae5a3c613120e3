import { BUILT_IN_KINDS } from "@countersign/contracts";
import { describe, expect, it } from "vitest";

import { kindLabels, labelOfKind, labelsOfKind } from "./kind-labels.ts";

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

  it("has one in each configured language, the English one first [CON-19]", () => {
    const labels = kindLabels.parse(
      "Nda=Non-disclosure agreement | de: Geheimhaltung | fr-CH: Confidentialité; A=B: C",
    );
    expect(labelsOfKind("Nda", labels)).toEqual([
      { language: "en", text: "Non-disclosure agreement" },
      { language: "de", text: "Geheimhaltung" },
      { language: "fr-ch", text: "Confidentialité" },
    ]);
    expect(labelsOfKind("A", labels)).toEqual([{ language: "en", text: "B: C" }]);
    expect(labelsOfKind("JournalEntry", labels)).toEqual([{ language: "en", text: "Journal entry" }]);
  });

  const FORM = "expected <Kind>=<label>; <Kind>=<label> | de: <label> for each kind, once";
  it.each([
    ["Nda", `${FORM}: a label must not be empty`],
    ["Nda=", `${FORM}: a label must not be empty`],
    ["Nda=A | Geheimhaltung", `${FORM}: a label must not be empty`],
    ["Nda=A | de:", `${FORM}: a label must not be empty`],
    ["Nda=A | de: B | DE: C", FORM],
    ["Nda=A=B", FORM],
    ["Nda=A;Nda=B", FORM],
    [`Nda=${"A".repeat(61)}`, `${FORM}: a label must have at most 60 characters`],
    ["Nda=A\nB", `${FORM}: a label must not contain control characters`],
    ["Nda=A\u202eB", expect.stringContaining(`${FORM}: a label `)],
  ])("is refused: %j [DOC-1]", (text, fault) => {
    expect(kindLabels.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([fault]);
  });
});
