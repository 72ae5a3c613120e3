import { expect, it } from "vitest";

import { changedFields } from "./changed-fields.ts";

it("shows the fields that differ, each before and after", () => {
  const before = { name: "Legal", order: 1, groups: ["a"], gone: true };
  const after = { name: "Legal", order: 2, groups: ["a", "b"], fresh: null };
  expect(changedFields(before, after)).toEqual([
    { name: "order", before: "1", after: "2" },
    { name: "groups", before: '["a"]', after: '["a","b"]' },
    { name: "gone", before: "true", after: undefined },
    { name: "fresh", before: undefined, after: "null" },
  ]);
});

it("shows every field of what is new or deleted, and none of nothing", () => {
  expect(changedFields(null, { a: 1 })).toEqual([{ name: "a", before: undefined, after: "1" }]);
  expect(changedFields({ a: 1 }, undefined)).toEqual([{ name: "a", before: "1", after: undefined }]);
  expect(changedFields(null, null)).toEqual([]);
});
