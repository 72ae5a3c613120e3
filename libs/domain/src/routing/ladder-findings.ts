import { type Text, text } from "@countersign/texts";

import type { Ladder } from "../approval/ladder.ts";
import { MAX_ASKED_MEMBERS, type People, type UserGroup, hasLeft, nameIn } from "../approval/people.ts";
import type { ApprovalRules } from "../approval/rules.ts";
import type { Id, StageInput } from "../approval/types.ts";
import type { Duration } from "../calendar/index.ts";

export const LADDER_FINDING_CODES = [
  "SHORT_DURATION",
  "ESCALATION_LEFT",
  "ESCALATION_NOBODY",
  "CALENDAR_MISSING",
  "TIME_APPROVAL_OFF",
] as const;

/** Something about a stage's ladder that people should know. Only `TIME_APPROVAL_OFF` keeps documents from a run. */
export interface LadderFinding {
  code: (typeof LADDER_FINDING_CODES)[number];
  text: Text;
}

/** The records that ladders name. */
export interface LadderContext {
  rules: Pick<ApprovalRules, "allowTimeApproval">;
  people: People;
  /** The company's groups among those that ladders name. */
  groups: ReadonlyMap<Id, UserGroup>;
  /** The company's calendars among those that ladders name; absent: calendars are not judged. */
  calendarIds?: ReadonlySet<Id> | undefined;
}

/** A quarter of an hour. */
const SHORT_HOURS = 0.25;

/** The groups that stages escalate to, each once. */
export function groupsEscalatedTo(stages: readonly Pick<StageInput, "ladder">[]): Id[] {
  const targets = stages.flatMap(({ ladder }) => ladder?.escalate?.to ?? []);
  return [...new Set(targets.flatMap((to) => ("groupId" in to ? [to.groupId] : [])))];
}

/** The users whom stages name for an escalation, each once. */
export function usersEscalatedTo(stages: readonly Pick<StageInput, "ladder">[]): Id[] {
  const targets = stages.flatMap(({ ladder }) => ladder?.escalate?.to ?? []);
  return [...new Set(targets.flatMap((to) => ("userIds" in to ? to.userIds : [])))];
}

/** Judges the ladder of a stage by the people, groups, calendars and settings of now (contract-3, TIME-3). */
export function* ladderFindings(
  { name: stage, ladder }: Pick<StageInput, "name" | "ladder">,
  context: LadderContext,
): Generator<LadderFinding> {
  if (ladder === undefined) return;
  const fields = shortIn(ladder);
  if (fields.length > 0) {
    const params = { stage, fields: fields.join(", ") };
    yield { code: "SHORT_DURATION", text: text("finding.SHORT_DURATION", params) };
  }
  yield* escalationFindings(stage, ladder, context);
  const { calendarId, atEnd } = ladder;
  if (calendarId !== undefined && context.calendarIds?.has(calendarId) === false) {
    const params = { stage, id: calendarId };
    yield { code: "CALENDAR_MISSING", text: text("finding.CALENDAR_MISSING", params) };
  }
  if (atEnd === "APPROVE" && context.rules.allowTimeApproval.length === 0) {
    yield { code: "TIME_APPROVAL_OFF", text: text("finding.TIME_APPROVAL_OFF", { stage }) };
  }
}

function shortIn({ dueIn, remind = [], escalate, endAfter }: Ladder): string[] {
  const durations: [field: string, duration: Duration | undefined][] = [
    ["dueIn", dueIn],
    ...remind.map((reminder, index): [string, Duration] => [`remind.${index}`, reminder]),
    ["escalate.after", escalate?.after],
    ["endAfter", endAfter],
  ];
  return durations.flatMap(([field, duration]) => (duration && isShort(duration) ? [field] : []));
}

function isShort(duration: Duration): boolean {
  if ("businessDays" in duration) return false;
  return ("hours" in duration ? duration.hours : duration.businessHours) < SHORT_HOURS;
}

function* escalationFindings(
  stage: string,
  { escalate }: Ladder,
  { people, groups }: LadderContext,
): Generator<LadderFinding> {
  if (escalate === undefined || "manager" in escalate.to) return;
  if ("groupId" in escalate.to) {
    const { groupId: id } = escalate.to;
    const why = groupFault(stage, id, { people, group: groups.get(id) });
    if (why !== undefined) yield { code: "ESCALATION_NOBODY", text: why };
    return;
  }
  for (const id of escalate.to.userIds.filter((userId) => hasLeft(people, userId))) {
    const params = { stage, name: nameIn(people, id) };
    yield { code: "ESCALATION_LEFT", text: text("finding.ESCALATION_LEFT", params) };
  }
}

/** Why an escalation to a group asks nobody. */
function groupFault(
  stage: string,
  id: Id,
  { people, group }: { people: People; group: UserGroup | undefined },
): Text | undefined {
  if (group === undefined) return text("finding.ESCALATION_GROUP_MISSING", { stage, id });
  const { name, memberIds, active = true } = group;
  const params = { stage, group: name };
  if (!active) return text("finding.ESCALATION_GROUP_INACTIVE", params);
  if (memberIds.every((memberId) => hasLeft(people, memberId)))
    return text("finding.ESCALATION_GROUP_EMPTY", params);
  if (memberIds.length <= MAX_ASKED_MEMBERS) return undefined;
  const count = { count: memberIds.length, maximum: MAX_ASKED_MEMBERS };
  return text("finding.ESCALATION_GROUP_TOO_LARGE", { ...params, ...count });
}
