import { type Id, type Ladder, type UserGroup, assertLadder, ladderIn } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { type Text, text } from "@countersign/texts";

import { assertInDirectory, settingsOf } from "../approval-settings/index.ts";
import { calendarsAmong } from "../calendars/index.ts";
import { groupsAmong } from "../groups/index.ts";
import type { TransactionScope } from "../shared/transact.ts";

/** The ladder that a command gives to a stage. */
export interface GivenLadder {
  /** Path of the stage in the input, such as `stages.0`; empty: the input is the stage. */
  field: string;
  /** Absent: the stage has none. */
  ladder?: Ladder | undefined;
}

/** The ladders of a list of stages. @param field - its path in the input, such as `stages` */
export const laddersAmong = (field: string, stages: readonly Ladder[]): GivenLadder[] =>
  stages.map((stage, index) => ({ field: `${field}.${index}`, ladder: ladderIn(stage).ladder }));

type Named = GivenLadder & { ladder: Ladder };

/**
 * Refuses ladders that do not ascend, and as {@link refuseReferences}. Without a ladder nothing is read.
 *
 * @throws DomainError `INVALID_INPUT` naming the field
 */
export async function refuseLadders(
  scope: TransactionScope,
  companyId: Id,
  givenLadders: readonly GivenLadder[],
  presentIds?: ReadonlySet<Id>,
): Promise<void> {
  for (const { field, ladder } of givenLadders) if (ladder !== undefined) assertLadder(ladder, field);
  await refuseReferences(scope, companyId, givenLadders, presentIds);
}

/**
 * Refuses calendars, groups and users that the company does not have (contract-3, TIME-3). Users are judged where the
 * directory knows anybody of the company.
 *
 * @param presentIds - users whom the same stages escalate to already: they stay, known or not
 * @throws DomainError `INVALID_INPUT` naming the field
 */
export async function refuseReferences(
  scope: TransactionScope,
  companyId: Id,
  givenLadders: readonly GivenLadder[],
  presentIds: ReadonlySet<Id> = new Set(),
): Promise<void> {
  const namedLadders = givenLadders.filter(
    (givenLadder): givenLadder is Named => givenLadder.ladder !== undefined,
  );
  await assertCalendars(scope, companyId, namedLadders);
  await assertGroups(scope, companyId, namedLadders);
  const users = namedLadders.flatMap((namedLadder) => usersOf(namedLadder));
  await assertInDirectory(
    scope,
    companyId,
    users.filter(({ userId }) => !presentIds.has(userId)),
  );
}

/**
 * Refuses ladders by which time approves, unless the company's setting `allowTimeApproval` names the kind of the documents
 * (contract-3, TIME-3).
 *
 * @param kind - left out where documents of any kind may follow: the setting has to name one at least
 * @throws DomainError `INVALID_INPUT` naming the field
 */
export async function refuseTimeApproval(
  scope: TransactionScope,
  companyId: Id,
  givenLadders: readonly GivenLadder[],
  kind?: string,
): Promise<void> {
  const approvingLadder = givenLadders.find(({ ladder }) => ladder?.atEnd === "APPROVE");
  if (approvingLadder === undefined) return;
  const { allowTimeApproval } = await settingsOf(scope, companyId);
  const field = within(approvingLadder.field, "atEnd");
  if (kind !== undefined && !allowTimeApproval.includes(kind)) {
    throw invalid(field, text("ladder.approveNotAllowed", { field, kind }));
  }
  if (allowTimeApproval.length === 0) {
    throw invalid(field, text("ladder.approveNowhereAllowed", { field }));
  }
}

async function assertCalendars(
  scope: TransactionScope,
  companyId: Id,
  namedLadders: readonly Named[],
): Promise<void> {
  const ids = namedLadders.flatMap(({ ladder: { calendarId } }) => calendarId ?? []);
  const calendars = await calendarsAmong(scope, companyId, ids);
  for (const { field: path, ladder } of namedLadders) {
    const { calendarId: id } = ladder;
    if (id === undefined || calendars.has(id)) continue;
    const field = within(path, "calendarId");
    throw invalid(field, text("settings.unknownCalendar", { field, id }));
  }
}

async function assertGroups(
  scope: TransactionScope,
  companyId: Id,
  namedLadders: readonly Named[],
): Promise<void> {
  const groups = namedLadders.flatMap(({ field, ladder: { escalate } }) =>
    escalate && "groupId" in escalate.to ? [{ field, id: escalate.to.groupId }] : [],
  );
  const foundGroups = await groupsAmong(
    scope,
    companyId,
    groups.map(({ id }) => id),
  );
  for (const { field: path, id } of groups) {
    const field = within(path, "escalate.to.groupId");
    const fault = groupFault(field, id, foundGroups.get(id));
    if (fault !== undefined) throw invalid(field, fault);
  }
}

function groupFault(field: string, id: Id, group: UserGroup | undefined): Text | undefined {
  if (group === undefined) return text("ladder.unknownGroup", { field, id });
  return group.active === false ? text("ladder.inactiveGroup", { field, name: group.name }) : undefined;
}

/** The users whom stages escalate to. */
export function usersEscalatedTo(stages: readonly Pick<Ladder, "escalate">[]): Set<Id> {
  return new Set(
    stages.flatMap(({ escalate }) => (escalate && "userIds" in escalate.to ? escalate.to.userIds : [])),
  );
}

function usersOf({ field, ladder: { escalate } }: Named): { field: string; userId: Id }[] {
  if (escalate === undefined || !("userIds" in escalate.to)) return [];
  return escalate.to.userIds.map((userId, index) => ({
    field: within(field, `escalate.to.userIds.${index}`),
    userId,
  }));
}

const within = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

const invalid = (field: string, fault: Text): DomainError =>
  new DomainError("INVALID_INPUT", fault, { field });
