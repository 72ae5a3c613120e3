import { expect, it } from "vitest";

import { emptyListOf } from "./empty-list.ts";

const state = { isNarrowed: false, isSnoozed: false, waitingCount: 0, heldCount: 0 };

it.each([
  ["nothingWaits", {}],
  ["othersWait", { waitingCount: 460 }],
  ["othersWait", { waitingCount: 460, heldCount: 50 }],
  ["held", { waitingCount: 3, heldCount: 3 }],
  ["held", { waitingCount: 0, heldCount: 3 }],
  ["nothingFound", { isNarrowed: true, waitingCount: 460 }],
  ["noneSnoozed", { isSnoozed: true, waitingCount: 460 }],
] as const)("says %s of a list without rows: %j [CON-25]", (what, about) => {
  expect(emptyListOf({ ...state, ...about })).toBe(what);
});
