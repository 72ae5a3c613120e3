import { expect, it } from "vitest";

import { nextOrder } from "./next-order.ts";

it("moves a stage past its neighbour, and not past the end of the list", () => {
  expect(nextOrder([1, 2, 3], 2, -1)).toBe(1.5);
  expect(nextOrder([1, 2, 3], 1, -1)).toBe(0);
  expect(nextOrder([1, 2, 3], 0, 1)).toBe(2.5);
  expect(nextOrder([1, 2, 3], 1, 1)).toBe(4);
  expect(nextOrder([1, 2, 3], 0, -1)).toBeUndefined();
  expect(nextOrder([1, 2, 3], 2, 1)).toBeUndefined();
});
