import { describe, expect, it } from "vitest";

import { changesBetween } from "./document-changes.ts";
import { type Described, describedOf } from "./table.ts";

const file = (name: string, url: string, sha256?: string) => ({ name, url, ...(sha256 && { sha256 }) });
const days = (type: "TEXT" | "NUMBER"): Described => ({
  facts: [{ key: "days", label: "Days", type, value: "3" }],
});
const withRow = (...cells: string[]) =>
  describedOf({
    tables: [
      {
        key: "lines",
        label: "Lines",
        columns: [{ key: "remark", label: "Remark", type: "TEXT" }],
        rows: cells.map((cell) => [cell]),
      },
    ],
  });
const SHA = "0f".repeat(32);

const OFFER: Described = {
  title: "12 chairs",
  amount: "2388.00",
  currency: "EUR",
  facts: [
    { key: "supplier", label: "Supplier", type: "TEXT", value: "Northwind" },
    { key: "budget", label: "Budget", type: "MONEY", value: { amount: "3000", currency: "EUR" } },
    { key: "urgent", label: "Urgent", type: "BOOLEAN", value: false },
  ],
  attachments: [file("offer.pdf", "https://example.com/1", SHA)],
};

describe("what changed between two revisions of a document", () => {
  it("is nothing where only the order differs [DOC-2]", () => {
    expect(changesBetween(OFFER, OFFER)).toEqual([]);
    expect(changesBetween(OFFER, { ...OFFER, facts: OFFER.facts?.toReversed() })).toEqual([]);
    expect(changesBetween({}, {})).toEqual([]);
  });

  it("names each place with its values before and after, in the order of the later one [DOC-2]", () => {
    const { title: _gone, ...rest } = OFFER;
    const later: Described = {
      ...rest,
      amount: "2500",
      url: "https://example.com",
      facts: [
        { key: "supplier", label: "Vendor", type: "TEXT", value: "Northwind" },
        { key: "budget", label: "Budget", type: "MONEY", value: { amount: "3000", currency: "USD" } },
        { key: "delivery", label: "Delivery", type: "DATE", value: "2027-04-15" },
      ],
    };
    expect(changesBetween(OFFER, later)).toEqual([
      { field: "amount", before: "2388.00", after: "2500" },
      { field: "url", after: "https://example.com" },
      { field: "facts.supplier", label: "Vendor", before: "Northwind", after: "Northwind" },
      {
        field: "facts.budget",
        label: "Budget",
        before: { amount: "3000", currency: "EUR" },
        after: { amount: "3000", currency: "USD" },
      },
      { field: "facts.delivery", label: "Delivery", after: "2027-04-15" },
      { field: "title", before: "12 chairs" },
      { field: "facts.urgent", label: "Urgent", before: false },
    ]);
  });

  it("tells a fact of another type from an equal text", () => {
    expect(changesBetween(days("TEXT"), days("NUMBER"))).toHaveLength(1);
  });

  it("compares files by name, those of one name together [DOC-2]", () => {
    const before = {
      attachments: [file("a", "https://example.com/1", SHA), file("b", "https://example.com/2")],
    };
    const after = { attachments: [file("a", "https://example.com/1"), file("a", "https://example.com/3")] };
    expect(changesBetween(before, after)).toEqual([
      {
        field: "attachments.a",
        label: "a",
        before: `https://example.com/1 ${SHA}`,
        after: "https://example.com/1\nhttps://example.com/3",
      },
      { field: "attachments.b", label: "b", before: "https://example.com/2" },
    ]);
  });

  it("say when a table has changed, with as many rows too [DOC-6]", () => {
    expect(changesBetween(withRow("Rent"), withRow("Rent"))).toEqual([]);
    expect(changesBetween(withRow("Rent"), withRow("Fees"))).toEqual([
      { field: "tables.lines", label: "Lines", before: "1 row", after: "1 row" },
    ]);
    expect(changesBetween({}, withRow("Rent", "Fees"))).toEqual([
      { field: "tables.lines", label: "Lines", after: "2 rows" },
    ]);
  });
});
