import type { Change, People } from "./people.ts";
import type { Approval, Id, Run, Task } from "./types.ts";

/** The part of a run that says which changes came after it. */
export type Submitted = Pick<Run, "submittedMs">;

/**
 * Whether one of the changes that put a person somewhere is their own, and not older than the submission (contract-4,
 * MEET-3). Their agent changes things as the person does; importers and other systems leave no mark.
 */
export function isOwnChange(
  person: Id,
  changes: readonly (Change | undefined)[],
  { submittedMs }: Submitted,
): boolean {
  if (submittedMs === undefined) return false;
  return changes.some((change) => change?.userId === person && change.atMs >= submittedMs);
}

/** The changes that marked some of the people as leavers. */
export const leaverChangesAmong = (userIds: Iterable<Id>, people: People): Change[] =>
  [...new Set(userIds)].flatMap((userId) => people.get(userId)?.leaverChange ?? []);

/**
 * Those who changed the stage after the submission, or marked an approver of it as a leaver: they do not decide there
 * (contract-4, MEET-3).
 */
export function takersAmong(
  { changerIds = [] }: Pick<Task, "changerIds">,
  rows: readonly Pick<Approval, "approverId">[],
  people: People,
  run: Submitted,
): readonly Id[] {
  const approverIds = rows.map(({ approverId }) => approverId);
  const markerIds = changersSince(leaverChangesAmong(approverIds, people), run) ?? [];
  return [...new Set([...changerIds, ...markerIds])];
}

/** The people who made some of the changes after the submission; absent: nobody did. */
export function changersSince(
  changes: readonly (Change | undefined)[],
  { submittedMs }: Submitted,
): readonly Id[] | undefined {
  if (submittedMs === undefined) return undefined;
  const later = changes.filter((change) => change !== undefined && change.atMs >= submittedMs);
  return later.length === 0 ? undefined : [...new Set(later.map((change) => change!.userId))];
}
