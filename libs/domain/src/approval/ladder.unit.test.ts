import { describe, expect, it } from "vitest";
import { DomainError } from "../errors/index.ts";
import { type Ladder, assertLadder } from "./ladder.ts";

const manager = { manager: true } as const;
const escalate = { after: { businessDays: 3 }, to: manager, mode: "STAND_IN" } as const;

function refusalOf(ladder: Ladder, field = "stages.0"): string | undefined {
  try {
    assertLadder(ladder, field);
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return `${error.field}: ${error.message}`;
  }
}

describe("a ladder", () => {
  it.each<[string, Ladder]>([
    ["nothing", {}],
    ["a due time alone", { dueIn: { businessDays: 2 } }],
    ["reminders that ascend", { remind: [{ hours: 1 }, { hours: 1.5 }, { businessDays: 1 }, { hours: 2 }] }],
    [
      "reminders, escalation and end",
      { remind: [{ businessDays: 1 }], escalate, atEnd: "REJECT", endAfter: { businessDays: 5 } },
    ],
    ["an end at the due time", { dueIn: { businessHours: 8 }, atEnd: "APPROVE" }],
    [
      "three levels before the end",
      { escalate: { ...escalate, levels: 3 }, atEnd: "REJECT", endAfter: { businessDays: 10 } },
    ],
    ["units that cannot be compared", { remind: [{ businessDays: 2 }, { hours: 1 }] }],
    ["users", { escalate: { ...escalate, to: { userIds: ["a"] } } }],
  ])("may have %s [TIME-3]", (_, ladder) => {
    expect(refusalOf(ladder)).toBeUndefined();
  });

  it.each<[string, Ladder, string]>([
    [
      "a reminder before the one before it",
      { remind: [{ hours: 4 }, { hours: 2 }] },
      "stages.0.remind.1: stages.0.remind.1: must be later than stages.0.remind.0",
    ],
    [
      "two reminders at once",
      { remind: [{ hours: 4 }, { hours: 4 }] },
      "stages.0.remind.1: stages.0.remind.1: must be later than stages.0.remind.0",
    ],
    [
      "an escalation before a reminder",
      { remind: [{ businessDays: 3 }], escalate },
      "stages.0.escalate.after: stages.0.escalate.after: must be later than stages.0.remind.0",
    ],
    [
      "an end before its escalation",
      { escalate, atEnd: "REJECT", endAfter: { businessDays: 2 } },
      "stages.0.endAfter: stages.0.endAfter: must be later than stages.0.escalate.after",
    ],
    [
      "a due time as its end, before a level of its escalation",
      { dueIn: { businessDays: 9 }, escalate: { ...escalate, levels: 3 }, atEnd: "REJECT" },
      "stages.0.dueIn: stages.0.dueIn: must be later than stages.0.escalate.after",
    ],
    [
      "no end for what it does then",
      { remind: [{ hours: 4 }], atEnd: "APPROVE" },
      "stages.0.endAfter: stages.0.endAfter: is required, or dueIn, because atEnd is APPROVE",
    ],
    [
      "eleven reminders",
      { remind: Array.from({ length: 11 }, (_, at) => ({ hours: at + 1 })) },
      "stages.0.remind: stages.0.remind: must have at most 10 items",
    ],
    [
      "four levels",
      { escalate: { ...escalate, levels: 4 } },
      "stages.0.escalate.levels: stages.0.escalate.levels: must be a whole number from 1 to 3",
    ],
    [
      "half a level",
      { escalate: { ...escalate, levels: 1.5 } },
      "stages.0.escalate.levels: stages.0.escalate.levels: must be a whole number from 1 to 3",
    ],
    [
      "two levels of a group",
      { escalate: { ...escalate, to: { groupId: "g" }, levels: 2 } },
      "stages.0.escalate.levels: stages.0.escalate.levels: must be 1 unless the manager is asked",
    ],
    [
      "an escalation to no users",
      { escalate: { ...escalate, to: { userIds: [] } } },
      "stages.0.escalate.to.userIds: stages.0.escalate.to.userIds: must have 1 to 20 items",
    ],
    [
      "a reminder after no time",
      { remind: [{ hours: 0 }] },
      "stages.0.remind.0.hours: stages.0.remind.0.hours: expected hours from 1/3600 (a second) to 8784",
    ],
    [
      "a due time of more than a year",
      { dueIn: { businessDays: 367 } },
      "stages.0.dueIn.businessDays: stages.0.dueIn.businessDays: expected a whole number of days from 1 to 366",
    ],
  ])("is refused with %s [TIME-3]", (_, ladder, refusal) => {
    expect(refusalOf(ladder)).toBe(refusal);
  });

  it("is a stage of its own where the input is one [TIME-3]", () => {
    expect(refusalOf({ remind: [{ hours: 2 }, { hours: 1 }] }, "")).toBe(
      "remind.1: remind.1: must be later than remind.0",
    );
  });
});
