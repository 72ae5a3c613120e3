import { describe, expect, it } from "vitest";

import { verdictOf } from "./sentence.ts";

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
