import { type Text, text } from "@countersign/texts";

import { isAtMost } from "../money/index.ts";
import { type ApprovalLimit, type Organisation, type People, hasLeft, nameIn } from "./people.ts";
import type { DocumentContent, Id, WorkflowTaskKind } from "./types.ts";

/** How far up the managers of a submitter are looked at, at most (contract-3, SRC-3). */
export const MAX_CLIMB = 20;

/** The managers of a user, the nearest first. It ends before one who is there already. */
function* managersAbove(userId: Id, people: People): Generator<Id> {
  const seen = new Set([userId]);
  let below = userId;
  for (let level = 1; level <= MAX_CLIMB; level += 1) {
    const managerId = people.get(below)?.managerId;
    if (managerId === undefined || seen.has(managerId)) return;
    yield managerId;
    seen.add(managerId);
    below = managerId;
  }
}

/** The managers of a user up to a number of levels above, the nearest first. */
export const managersOver = (userId: Id, people: People, levels: number): Id[] => [
  ...managersAbove(userId, people).take(levels),
];

/** The n-th manager above a user, or why there is none. */
export function managerOf(userId: Id, levels: number, people: People): Id | Text {
  const above = managersOver(userId, people, levels);
  const managerId = above[levels - 1];
  if (managerId !== undefined) return managerId;
  const highest = above.at(-1) ?? userId;
  return people.get(highest)?.managerId === undefined
    ? text("source.noManager", { name: nameIn(people, highest) })
    : text("source.managersInCircle", { name: nameIn(people, userId) });
}

/** A document, as far as limits are about it. */
interface Priced extends Pick<DocumentContent, "amount" | "currency"> {
  kind: WorkflowTaskKind;
}

/**
 * The nearest manager above a user who may approve the amount and has not left (contract-3, SRC-3), or why there is none.
 */
export function managerWithLimit(
  userId: Id,
  { kind, amount, currency }: Priced,
  { people, organisation }: { people: People; organisation: Organisation },
): Id | Text {
  if (amount === undefined || currency === undefined) return text("source.noAmount");
  const sufficient = organisation.limits.filter(
    (limit) => limit.kind === kind && limit.currency === currency && isAtMost(amount, limit.upTo),
  );
  const managerId = managersAbove(userId, people).find(
    (above) => !hasLeft(people, above) && sufficient.some((limit) => isOf(above, limit, organisation)),
  );
  return managerId ?? text("source.noLimit", { name: nameIn(people, userId), amount, currency });
}

/** Whether the limit is the user's own, or of a group whose member they are. */
function isOf(user: Id, { userId, groupId }: ApprovalLimit, { groups }: Organisation): boolean {
  if (userId !== undefined) return userId === user;
  const group = groupId === undefined ? undefined : groups.get(groupId);
  return group !== undefined && group.active !== false && group.memberIds.includes(user);
}
