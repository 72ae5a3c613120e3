import { type Text, text } from "@countersign/texts";

import { type Priced, givingsOf, isCovered, takingsFrom } from "./limits.ts";
import { isOwnChange, leaverChangesAmong, type Submitted } from "./own-change.ts";
import { type Change, type Organisation, type People, type Person, hasLeft, nameIn } from "./people.ts";
import type { Id } from "./types.ts";

/** How far up the managers of a submitter are looked at, at most (contract-3, SRC-3). */
export const MAX_CLIMB = 20;

/** Somebody above a user, and the changes that put them there. */
export interface Manager {
  userId: Id;
  changes: readonly Change[];
  /** Of members of a group and fallback approvers: those who added others. */
  givings?: readonly Change[];
}

/** The managers of a user, the nearest first. It ends before one who is there already. */
function* managersAbove(userId: Id, people: People): Generator<Manager> {
  const seenIds = new Set([userId]);
  let below = userId;
  const changes: Change[] = [];
  for (let level = 1; level <= MAX_CLIMB; level += 1) {
    const { managerId, managerChanges = [] }: Person = people.get(below) ?? {};
    if (managerId === undefined || seenIds.has(managerId)) return;
    changes.push(...managerChanges);
    yield { userId: managerId, changes: [...changes] };
    seenIds.add(managerId);
    below = managerId;
  }
}

/** The changes that made the managers above a user what they are, up to a number of levels; also where there is none. */
export function changesAbove(userId: Id, people: People, levels: number): readonly Change[] {
  const above = managersOver(userId, people, levels);
  const belowIds = [userId, ...above.map((manager) => manager.userId)].slice(0, levels);
  return belowIds.flatMap((belowId) => people.get(belowId)?.managerChanges ?? []);
}

/** The managers of a user up to a number of levels above, the nearest first. */
export const managersOver = (userId: Id, people: People, levels: number): Manager[] => [
  ...managersAbove(userId, people).take(levels),
];

/** The n-th manager above a user, or why there is none. */
export function managerOf(userId: Id, levels: number, people: People): Manager | Text {
  const above = managersOver(userId, people, levels);
  const manager = above[levels - 1];
  if (manager !== undefined) return manager;
  const highest = above.at(-1)?.userId ?? userId;
  return people.get(highest)?.managerId === undefined
    ? text("source.noManager", { name: nameIn(people, highest) })
    : text("source.managersInCircle", { name: nameIn(people, userId) });
}

/** The managers who would have the amount by a limit, and who has it: nobody, or the last of them. */
export interface LimitedManagers {
  /** Those who are there, or have the limit, by a change of their own. */
  passedOver: readonly Id[];
  manager: Id | Text;
  /** The changes by which those who are nearer do not have it. */
  takings: readonly Change[];
  /** Those by which the manager's limits are what they are. */
  givings: readonly Change[];
}

/**
 * The nearest manager above a user who may approve the amount and has not left (contract-3, SRC-3), or why there is none.
 * One who is there by a change of their own is passed over: they made themselves such a manager, raised a limit, or took it
 * from a nearer one (contract-4, MEET-3).
 */
export function managerWithLimit(
  userId: Id,
  pricedDocument: Priced,
  { people, organisation }: { people: People; organisation: Organisation },
  run: Submitted,
): LimitedManagers {
  const { kind, amount, currency } = pricedDocument;
  if (amount === undefined || currency === undefined) {
    return { passedOver: [], manager: text("source.noAmount"), takings: [], givings: [] };
  }
  const passedOver: Id[] = [];
  const takings: Change[] = [];
  for (const { userId: above, changes } of managersOver(userId, people, MAX_CLIMB)) {
    const isGone = hasLeft(people, above);
    const coverage = isGone ? "NO" : isCovered(above, pricedDocument, organisation, run);
    if (coverage === "NO") {
      takings.push(...takingsFrom(above, kind, organisation), ...leaverChangesAmong([above], people));
    } else if (coverage === "OWN_CHANGE" || isOwnChange(above, [...changes, ...takings], run)) {
      passedOver.push(above);
    } else {
      const givings = givingsOf(above, pricedDocument, organisation, run);
      return { passedOver, manager: above, takings: [...takings, ...changes], givings };
    }
  }
  const manager = text("source.noLimit", { name: nameIn(people, userId), amount, currency });
  const everyChange = [...takings, ...changesAbove(userId, people, MAX_CLIMB)];
  return { passedOver, manager, takings: everyChange, givings: [] };
}
