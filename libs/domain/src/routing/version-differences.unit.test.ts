import { expect, it } from "vitest";

import { versionDifferences } from "./version-differences.ts";

const legal = { key: "legal", name: "Legal", order: 1, approveBy: "ANY", approvers: [{ approverId: "ann" }] };
const board = { key: "board", name: "Board", order: 2, approveBy: "ALL", approvers: [] };

it("finds none between equal versions, in whatever order their fields are [ROUTE-1]", () => {
  const again = Object.fromEntries(Object.entries(legal).toReversed()) as typeof legal;
  expect(versionDifferences({ name: "A", stages: [legal] }, { name: "A", stages: [again] })).toEqual([]);
});

it("names each field by the stage's key, and a stage that came or went by the key alone [ROUTE-1]", () => {
  const counted = { ...legal, approveBy: "COUNT", quorum: 2, approvers: [{ approverId: "ben" }] };
  const fresh = { ...board, key: "archive" };
  const [before, after] = [
    { name: "A", stages: [legal, board] },
    { name: "B", stages: [counted, fresh] },
  ];
  expect(versionDifferences(before, after)).toEqual([
    { path: "name", before: "A", after: "B" },
    { path: "stages.legal.approveBy", before: "ANY", after: "COUNT" },
    { path: "stages.legal.approvers", before: [{ approverId: "ann" }], after: [{ approverId: "ben" }] },
    { path: "stages.legal.quorum", before: null, after: 2 },
    { path: "stages.board", before: board, after: null },
    { path: "stages.archive", before: null, after: fresh },
  ]);
  expect(versionDifferences(after, before)).toHaveLength(6);
});

it("names facts by their keys, and conditions and sources as fields of their stage [ROUTE-1] [SRC-1] [ROUTE-3]", () => {
  const [lead, price] = [
    { key: "lead", type: "PERSON" },
    { key: "price", type: "MONEY" },
  ];
  const sources = [{ source: { fact: "lead" } }];
  const before = { name: "A", facts: [lead], stages: [{ ...legal, when: "document.amount > 10" }] };
  const after = { name: "A", facts: [{ ...lead, required: true }, price], stages: [{ ...legal, sources }] };
  expect(versionDifferences(before, after)).toEqual([
    { path: "facts.lead", before: lead, after: { ...lead, required: true } },
    { path: "facts.price", before: null, after: price },
    { path: "stages.legal.when", before: "document.amount > 10", after: null },
    { path: "stages.legal.sources", before: null, after: sources },
  ]);
  expect(versionDifferences({ ...before, facts: undefined }, { ...before, facts: [] })).toEqual([]);
});
