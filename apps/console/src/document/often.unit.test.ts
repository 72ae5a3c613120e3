import { expect, it } from "vitest";

import { oftenReasons } from "./often.ts";

it("offers the reasons that were given at least twice, the most frequent first", () => {
  const remarks = ["Too dear", "No budget ", "No budget", "Once", "Too dear", "Too dear", null, "", ""];
  expect(oftenReasons([...remarks, "x".repeat(61), "x".repeat(61)])).toEqual(["Too dear", "No budget"]);
});
