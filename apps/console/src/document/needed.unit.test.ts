import { expect, it } from "vitest";
import { neededText } from "./needed.ts";

const words = (code: string) => code;
const stageOf = (status: string, seats: number, needed = seats) => ({
  status,
  approveBy: "COUNT",
  tally: { needed, reached: 0 },
  approvals: Array.from({ length: seats }, () => ({ leftOut: null })),
});

it.each([
  ["needed.later", stageOf("PENDING", 0)],
  ["needed.nobody", stageOf("AWAITING_APPROVAL", 0)],
  ["needed.alone", stageOf("AWAITING_APPROVAL", 1)],
  ["needed.one", stageOf("AWAITING_APPROVAL", 3, 1)],
  ["needed.some", stageOf("AWAITING_APPROVAL", 3, 2)],
  ["needed.all", stageOf("AWAITING_APPROVAL", 3)],
])("says %s of a stage", (text, stage) => {
  expect(neededText(words, stage)).toBe(text);
});
