import { expect, it } from "vitest";

import { statusOf } from "./status-of.ts";

const stages = (...statuses: string[]) => statuses.map((status) => ({ status }));

it("is the state of the stage that waits, else of the one that ended the run", () => {
  expect(statusOf(stages("APPROVED", "AWAITING_APPROVAL", "PENDING"))).toBe("AWAITING_APPROVAL");
  expect(statusOf(stages("APPROVED", "APPROVED"))).toBe("APPROVED");
  expect(statusOf(stages("REJECTED", "ARCHIEVED"))).toBe("REJECTED");
  expect(statusOf(stages("APPROVED", "ARCHIEVED"))).toBe("ARCHIEVED");
});
