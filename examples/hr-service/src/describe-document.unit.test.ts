import { approvalDocument, parseContract } from "@countersign/contracts";
import { expect, it } from "vitest";

import { describeDocument } from "./describe-document.ts";

it.each([
  ["2027-03-01", "2027-03-05", "Leave, 5 days", "5"],
  ["2027-03-01", "2027-03-01", "Leave, 1 day", "1"],
  // The clocks change in between.
  ["2027-03-27", "2027-03-29", "Leave, 3 days", "3"],
  ["2028-02-28", "2028-03-01", "Leave, 3 days", "3"],
])("a leave from %s to %s is called %s [DOC-2]", (from, to, title, days) => {
  expect(describeDocument({ from, to }, "EUR")).toEqual({
    title,
    facts: [
      { key: "from", label: "From", type: "DATE", value: from },
      { key: "to", label: "To", type: "DATE", value: to },
      { key: "days", label: "Days", type: "NUMBER", value: days },
    ],
  });
});

const CLAIM = { amount: 120.5, spentOn: "2027-02-01", description: "Train to the fair" };
const LOAN = { amount: 1_500, months: 1, purpose: "Bicycle" };
const ADVANCE = { amount: 300, reason: "Rent" };

it.each([
  [CLAIM, "Expense claim", "120.5", ["spentOn", "description"]],
  [LOAN, "Loan over 1 month", "1500", ["months", "purpose"]],
  [ADVANCE, "Salary advance", "300", ["reason"]],
])(
  "%j has its amount in the currency, or as a number without one [DOC-2]",
  (details, title, amount, keys) => {
    const known = describeDocument(details, "EUR");
    expect(known).toMatchObject({ title, amount, currency: "EUR" });
    expect(known.facts?.map(({ key }) => key)).toEqual(keys);
    const unknown = describeDocument(details, undefined);
    expect(unknown).not.toHaveProperty("amount");
    expect(unknown.facts?.[0]).toEqual({ key: "amount", label: "Amount", type: "NUMBER", value: amount });
    expect(unknown.facts?.slice(1)).toEqual(known.facts);
  },
);

it("no input of the service is too long for a document", () => {
  const reason = "あ".repeat(2_000);
  const documents = [
    describeDocument({ from: "2027-01-01", to: "9999-12-31", reason }, "EUR"),
    describeDocument({ ...CLAIM, amount: 1e12, description: reason }, undefined),
    describeDocument({ ...LOAN, amount: 1234567890.123456, purpose: reason }, "JPY"),
  ];
  for (const document of documents) expect(parseContract(approvalDocument, document)).toEqual(document);
});
