import { describe, expect, it } from "vitest";

import { orderIn, verdictOf } from "./sentence.ts";

const seat = (id: string, status: string, taskId = "stage") => ({ id, taskId, status });
const change = (before: object[], after: object[]) => ({
  entityId: "stage",
  before: { approvals: before },
  after: { approvals: after },
});

describe("a change of a stage's status", () => {
  it.each([
    ["an approval", change([seat("a", "AWAITING_APPROVAL")], [seat("a", "APPROVED")]), "APPROVED"],
    ["a rejection", change([seat("a", "AWAITING_APPROVAL")], [seat("a", "REJECTED")]), "REJECTED"],
    [
      "one of several",
      change(
        [seat("a", "APPROVED"), seat("b", "AWAITING_APPROVAL")],
        [seat("a", "APPROVED"), seat("b", "REJECTED")],
      ),
      "REJECTED",
    ],
    ["nothing where another stage changed", change([], [seat("a", "APPROVED", "other")]), undefined],
    [
      "nothing where nobody decided",
      change([seat("a", "PENDING")], [seat("a", "AWAITING_APPROVAL")]),
      undefined,
    ],
    [
      "nothing in records of another shape",
      { entityId: "stage", before: null, after: { name: "x" } },
      undefined,
    ],
  ])("records %s [CON-18]", (_what, entry, verdict) => {
    expect(verdictOf(entry)).toBe(verdict);
  });
});

describe("a change of a rule's state or place", () => {
  it.each([
    ["switched on", { enabled: true }, { isOn: "yes" }],
    ["switched off", { enabled: false }, { isOn: "no" }],
    ["put before another", { moved: "A", movedBefore: "B" }, { move: "before", moved: "A", other: "B" }],
    ["put last", { moved: "A" }, { move: "last", moved: "A" }],
    ["put in another order with others", { order: [] }, { move: "several" }],
    ["nothing of the kind", null, { move: "several", isOn: "no" }],
  ])("reads as %s [HIST-3]", (_what, after, values) => {
    expect(orderIn(after)).toMatchObject(values);
  });
});
