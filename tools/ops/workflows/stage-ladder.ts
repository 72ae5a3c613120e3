import type { DirectoryNames } from "./directory-names.ts";
import { type ContentLadder, withoutNulls } from "./stored-ladder.ts";
import type { FileStage } from "./workflow-file.ts";

/** The ladder that a file asks for. @throws Fault for people, groups and calendars that the company does not have */
export async function ladderOfFile(stage: FileStage, names: DirectoryNames): Promise<ContentLadder> {
  const { calendar, dueIn = null, remind = [], escalate, atEnd = "NOTHING", endAfter = null } = stage;
  return {
    calendarId: calendar ? await names.calendarId(calendar) : null,
    dueIn,
    remind: remind.length > 0 ? remind : null,
    escalate: escalate ? await escalationOfFile(escalate, names) : null,
    atEnd: atEnd === "NOTHING" ? null : atEnd,
    endAfter,
  };
}

type FileEscalation = NonNullable<FileStage["escalate"]>;

async function escalationOfFile({ after, to, mode, levels = 1 }: FileEscalation, names: DirectoryNames) {
  return { after, to: await targetOfFile(to, names), mode, ...(levels > 1 && { levels }) };
}

async function targetOfFile(to: FileEscalation["to"], names: DirectoryNames) {
  if ("manager" in to) return to;
  if ("group" in to) return { groupId: await names.groupId({ name: to.group, id: to.id }) };
  return {
    userIds: await Array.fromAsync(to.people, ({ person: name, id }) => names.personId({ name, id })),
  };
}

/** The ladder of a content as a file has it. */
export async function ladderToFile(
  { calendarId: id, dueIn, remind, escalate, atEnd, endAfter }: ContentLadder,
  names: DirectoryNames,
): Promise<Pick<FileStage, "calendar" | "dueIn" | "remind" | "escalate" | "atEnd" | "endAfter">> {
  return {
    ...(id !== null && { calendar: await calendarToFile(id, names) }),
    ...(dueIn && { dueIn }),
    ...(remind && { remind }),
    ...(escalate && { escalate: { ...escalate, to: await targetToFile(escalate.to, names) } }),
    ...(atEnd && { atEnd }),
    ...(endAfter && { endAfter }),
  };
}

async function calendarToFile(id: string, names: DirectoryNames) {
  const name = await names.calendarName(id);
  return name === undefined ? { name: id } : { name, id };
}

async function targetToFile(
  to: NonNullable<ContentLadder["escalate"]>["to"],
  names: DirectoryNames,
): Promise<FileEscalation["to"]> {
  if ("manager" in to) return to;
  if ("userIds" in to) {
    return {
      people: to.userIds.map((id) => {
        const email = names.emailOf(id);
        return email === undefined ? { person: id } : { person: email, id };
      }),
    };
  }
  const group = await names.groupName(to.groupId);
  return group === undefined ? { group: to.groupId } : { group, id: to.groupId };
}

/** The fields of a ladder as differences show them: people, groups and calendars by name and id; absent without. */
export async function shownLadder(
  { calendarId, escalate, ...ladder }: ContentLadder,
  names: DirectoryNames,
): Promise<object> {
  return withoutNulls({
    calendar: calendarId && `${(await names.calendarName(calendarId)) ?? ""} (${calendarId})`.trim(),
    ...ladder,
    escalate: escalate && { ...escalate, to: await targetText(escalate.to, names) },
  });
}

async function targetText(to: NonNullable<ContentLadder["escalate"]>["to"], names: DirectoryNames) {
  if ("manager" in to) return "manager";
  if ("groupId" in to) return `group ${(await names.groupName(to.groupId)) ?? ""} (${to.groupId})`;
  const people = to.userIds.map((id) => {
    const email = names.emailOf(id);
    return email === undefined ? id : `${email} (${id})`;
  });
  return people.toSorted().join(", ");
}
