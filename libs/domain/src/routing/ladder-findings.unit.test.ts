import { describe, expect, it } from "vitest";

import type { Ladder } from "../approval/ladder.ts";
import type { Person, UserGroup } from "../approval/people.ts";
import { DEFAULT_RULES } from "../approval/rules.ts";
import { workflowFindings } from "./workflow-findings.ts";

const people = new Map<string, Person>([
  ["ann", { name: "Ann" }],
  ["bob", { name: "Bob", active: false }],
]);
const groups = new Map<string, UserGroup>([
  ["directors", { name: "Directors", memberIds: ["ann"] }],
  ["closed", { name: "Closed", memberIds: ["ann"], active: false }],
  ["empty", { name: "Empty", memberIds: [] }],
  ["left", { name: "Leavers", memberIds: ["bob"] }],
  ["large", { name: "All", memberIds: ["ann", ...Array.from({ length: 50 }, (_, at) => `person ${at}`)] }],
]);

function findingsOf(ladder: Ladder, allowTimeApproval: readonly string[] = []): string[] {
  const stage = {
    key: "board",
    name: "Board",
    order: 1,
    approveBy: "ANY",
    approverIds: ["ann"],
    ladder,
  } as const;
  const rules = { ...DEFAULT_RULES, allowTimeApproval };
  const context = { rules, people, groups, calendarIds: new Set(["office"]) };
  return [...workflowFindings({ stages: [stage] }, context)].map(
    ({ code, stageKey, message }) => `${stageKey} ${code}: ${message}`,
  );
}

const escalating = (to: NonNullable<Ladder["escalate"]>["to"]): Ladder => ({
  escalate: { after: { businessDays: 1 }, to, mode: "STAND_IN" },
});

describe("the findings about a ladder", () => {
  it.each<[string, Ladder]>([
    ["long enough", { dueIn: { hours: 0.25 }, remind: [{ businessHours: 0.25 }] }],
    ["of the manager", escalating({ manager: true })],
    ["of people and groups that are there", escalating({ groupId: "directors" })],
    ["of somebody whom the directory does not know", escalating({ userIds: ["ann", "zoe"] })],
    ["by a calendar that is there", { calendarId: "office", dueIn: { businessDays: 1 } }],
  ])("are none for one %s [TIME-3]", (_, ladder) => {
    expect(findingsOf(ladder)).toEqual([]);
  });

  it.each<[string, Ladder, string]>([
    [
      "durations below a quarter of an hour",
      {
        dueIn: { hours: 0.2 },
        remind: [{ businessHours: 0.001 }, { hours: 1 }],
        escalate: { after: { hours: 0.24 }, to: { manager: true }, mode: "REPLACE" },
        endAfter: { businessHours: 0.1 },
      },
      'board SHORT_DURATION: Stage "Board": less than 15 minutes: dueIn, remind.0, escalate.after, endAfter',
    ],
    [
      "somebody who has left",
      escalating({ userIds: ["ann", "bob"] }),
      'board ESCALATION_LEFT: Stage "Board" escalates to Bob, who has left',
    ],
    [
      "a group that is gone",
      escalating({ groupId: "gone" }),
      'board ESCALATION_NOBODY: Stage "Board" escalates to the group gone, which the company does not have: choose another one',
    ],
    [
      "a closed group",
      escalating({ groupId: "closed" }),
      'board ESCALATION_NOBODY: Stage "Board" escalates to the group "Closed", which is no longer active: choose another one',
    ],
    [
      "a group without members",
      escalating({ groupId: "empty" }),
      'board ESCALATION_NOBODY: Stage "Board" escalates to the group "Empty", which has no members who could decide',
    ],
    [
      "a group of leavers",
      escalating({ groupId: "left" }),
      'board ESCALATION_NOBODY: Stage "Board" escalates to the group "Leavers", which has no members who could decide',
    ],
    [
      "a group of 51",
      escalating({ groupId: "large" }),
      'board ESCALATION_NOBODY: Stage "Board" escalates to the group "All", which has 51 members, at most 50 are asked',
    ],
    [
      "a calendar that is gone",
      { calendarId: "gone", dueIn: { hours: 1 } },
      'board CALENDAR_MISSING: Stage "Board": the company has no calendar gone, so that time counts by that of the kind or of the company',
    ],
    [
      "approval by time that no kind may have",
      { dueIn: { hours: 1 }, atEnd: "APPROVE" },
      'board TIME_APPROVAL_OFF: Stage "Board" is approved at its end, but the setting allowTimeApproval names no kind of document',
    ],
  ])("name %s [TIME-3]", (_, ladder, finding) => {
    expect(findingsOf(ladder)).toEqual([finding]);
  });

  it("do not mind approval by time where some kind may have it [TIME-3]", () => {
    expect(findingsOf({ dueIn: { hours: 1 }, atEnd: "APPROVE" }, ["Leave"])).toEqual([]);
  });
});
