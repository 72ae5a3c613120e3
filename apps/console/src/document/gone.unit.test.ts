import { describe, expect, it } from "vitest";

import { goneOf } from "./gone.ts";

const seat = (approver: string, status = "AWAITING_APPROVAL", decider?: string, at = 1) => ({
  _id: approver,
  approverId: approver,
  status: status as "APPROVED",
  statusUpdateDate: at,
  approver: { _id: approver, name: approver },
  decider: decider === undefined ? null : { _id: decider, name: decider },
});
const task = (
  status: "APPROVED" | "REJECTED" | "AWAITING_APPROVAL" | "ARCHIEVED",
  ...approvals: ReturnType<typeof seat>[]
) => ({
  _id: "task",
  status,
  approvals,
});

describe("a task that left the inbox of Ann", () => {
  it.each([
    [
      "was decided by somebody else",
      task("APPROVED", seat("ann"), seat("bob", "APPROVED")),
      { how: "decided", by: "bob", verdict: "APPROVED", at: new Date(1_000) },
    ],
    [
      "was decided by the last of several",
      task("APPROVED", seat("bob", "APPROVED", undefined, 1), seat("cid", "APPROVED", undefined, 2)),
      { how: "decided", by: "cid", verdict: "APPROVED", at: new Date(2_000) },
    ],
    [
      "was decided in her place",
      task("AWAITING_APPROVAL", seat("ann", "APPROVED", "zoe"), seat("bob")),
      { how: "decided", by: "zoe", verdict: "APPROVED", at: new Date(1_000) },
    ],
    ["was decided by herself in another tab", task("APPROVED", seat("ann", "APPROVED")), { how: "byReader" }],
    [
      "was decided by herself in Bob's place",
      task("APPROVED", seat("bob", "APPROVED", "ann")),
      { how: "byReader" },
    ],
    ["was taken back", task("ARCHIEVED", seat("ann")), { how: "takenBack" }],
    [
      "is asked of somebody else now",
      task("AWAITING_APPROVAL", seat("bob", "APPROVED"), seat("cid")),
      { how: "other" },
    ],
    ["cannot be found", undefined, { how: "other" }],
  ] as const)("%s [CON-4]", (_what, now, expected) => {
    expect(goneOf(now, "ann")).toEqual(expected);
  });
});
