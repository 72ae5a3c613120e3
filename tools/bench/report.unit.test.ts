import { expect, it } from "vitest";
import { findFaultOfLoad } from "./report.ts";

it("is written on a machine that does nothing else, and on no other [RUN-BENCH-01]", () => {
  expect(findFaultOfLoad(1)).toBeUndefined();
  expect(findFaultOfLoad(1.25)).toBe(
    "the machine's load is 1.25, and must be at most 1: wait until it does nothing else",
  );
});
