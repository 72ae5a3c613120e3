import { expect, it } from "vitest";

import { STAGE_KEY, stageKeys } from "./stage-keys.ts";

it("names stages by their place, and leaves given keys as they are [ROUTE-1]", () => {
  expect(stageKeys([{}, {}, {}])).toEqual(["stage1", "stage2", "stage3"]);
  expect(stageKeys([{ key: "stage1" }, {}, { key: "stage2" }])).toEqual(["stage1", "stage3", "stage2"]);
  expect(stageKeys([{}, { key: "stage1" }, { key: "board" }])).toEqual(["stage2", "stage1", "board"]);
  expect(stageKeys([])).toEqual([]);
});

it("takes letters and digits after a small letter, up to forty [ROUTE-1]", () => {
  for (const key of ["a", "legalReview2", "a".repeat(40)]) expect(key).toMatch(STAGE_KEY);
  for (const key of ["", "A", "1a", "a-b", "a.b", "ä", "a".repeat(41)]) expect(key).not.toMatch(STAGE_KEY);
});
