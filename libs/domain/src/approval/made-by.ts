import type { Loose } from "../defined.ts";
import { isAtMost } from "../money/index.ts";
import { type ApprovalLimit, type Change, MAX_ASKED_MEMBERS, type UserGroup } from "./people.ts";
import type { ApprovalRules, GroupsTaking } from "./rules.ts";
import { asRead } from "./separation-of-duties.ts";
import type { Id } from "./types.ts";

// Records that give people seats say who made them so (contract-4, MEET-3). Each is kept on the record that changed, as far as
// a seat depends on it: entries that people made for themselves, who gave or took what others have.

/** The people who made a group what it is: members who added themselves, and whoever opened it or took members away. */
export interface GroupMadeBy {
  ownEntries?: Change[];
  opening?: Change;
  takings?: Change[];
  givings?: Change[];
}

type Members = Pick<UserGroup, "memberIds" | "active">;

/**
 * The marks of a group after a change. Whoever marked a member as a leaver takes them from the group, too, once somebody else,
 * or no person, removes them or closes the group.
 *
 * @param before - absent: it is new
 * @param by - absent: no person changed it
 * @param leaverChanges - by which those who are members no more were marked as leavers
 */
export function groupMadeBy(
  before: (Members & { madeBy?: GroupMadeBy | undefined }) | undefined,
  after: Members,
  by: Change | undefined,
  leaverChanges: readonly Change[] = [],
): GroupMadeBy | undefined {
  const { ownEntries, opening, takings = [], givings = [] } = before?.madeBy ?? {};
  const earlierIds = before?.memberIds ?? [];
  const isOpened = before !== undefined && !canBeAsked(before) && canBeAsked(after);
  const stays = new Set(after.memberIds);
  const isTaken =
    earlierIds.some((userId) => !stays.has(userId)) || (before?.active !== false && after.active === false);
  const isGiven = before !== undefined && addsOthers(earlierIds, after.memberIds, by);
  return marksOf<GroupMadeBy>({
    ownEntries: entriesAfter({ earlierIds, is: after.memberIds, entries: ownEntries }, by),
    opening: isOpened ? by : opening,
    takings: isTaken ? [...leaverChanges, by].reduce(withLatest, takings) : takings,
    givings: isGiven ? withLatest(givings, by) : givings,
  });
}

const canBeAsked = ({ memberIds, active }: Members): boolean =>
  active !== false && memberIds.length <= MAX_ASKED_MEMBERS;

/** The people who gave a limit, and who lowered it or took it from its holder. */
export interface LimitMadeBy {
  giving?: Change;
  takings?: Change[];
}

type Terms = Omit<ApprovalLimit, keyof LimitMadeBy | "gone">;

/** The marks of a limit after a change. Whoever lowers it gives nothing: what they gave before is theirs still. */
export function limitMadeBy(
  before: (Terms & { madeBy?: LimitMadeBy | undefined }) | undefined,
  after: Terms,
  by: Change,
): LimitMadeBy | undefined {
  if (before === undefined) return { giving: by };
  const { giving, takings = [] } = before.madeBy ?? {};
  const isMoved = (["userId", "groupId", "kind", "currency"] as const).some(
    (key) => before[key] !== after[key],
  );
  if (isMoved) return { giving: by, takings: withLatest(takings, by) };
  if (!isAtMost(after.upTo, before.upTo)) return marksOf<LimitMadeBy>({ giving: by, takings });
  if (isAtMost(before.upTo, after.upTo)) return before.madeBy;
  const ownGiving = giving?.userId === by.userId ? giving : undefined;
  return marksOf<LimitMadeBy>({ giving: ownGiving, takings: withLatest(takings, by) });
}

/** By whose changes the settings of a company give seats. */
export interface SettingsMadeBy {
  ownFallback?: Change[];
  fallbackGivings?: Change[];
  onEmptyStage?: Change;
  onSubmitterIsApprover?: Change;
  submitterNeverDecides?: Change;
  onePersonOneStage?: Change;
  substitutionDepth?: Change;
  exclusiveGroups?: GroupsTaking[];
}

/** The settings that give seats, or keep people from deciding. */
const MARKED = [
  "onEmptyStage",
  "onSubmitterIsApprover",
  "submitterNeverDecides",
  "onePersonOneStage",
] as const;
type SeatSettings = Pick<
  ApprovalRules,
  "fallbackApproverIds" | "exclusiveGroups" | "substitutionDepth" | (typeof MARKED)[number]
>;

/** The marks of settings after a change. */
export function settingsMadeBy(
  before: SeatSettings & { madeBy?: SettingsMadeBy | undefined },
  after: SeatSettings,
  by: Change,
): SettingsMadeBy | undefined {
  const { madeBy = {} } = before;
  const { ownFallback, fallbackGivings = [] } = madeBy;
  const [earlierIds, is] = [before.fallbackApproverIds, after.fallbackApproverIds];
  const marks = MARKED.map((name) => [name, before[name] === after[name] ? madeBy[name] : by] as const);
  return marksOf<SettingsMadeBy>({
    ownFallback: entriesAfter({ earlierIds, is, entries: ownFallback }, by),
    fallbackGivings: addsOthers(earlierIds, is, by) ? withLatest(fallbackGivings, by) : fallbackGivings,
    ...Object.fromEntries(marks),
    substitutionDepth: after.substitutionDepth > before.substitutionDepth ? by : madeBy.substitutionDepth,
    exclusiveGroups: takingsAfter(madeBy.exclusiveGroups, before.exclusiveGroups, after.exclusiveGroups, by),
  });
}

/** The people who took sets of exclusive groups away; a set that is a part of another one still holds. */
function takingsAfter(
  takings: GroupsTaking[] = [],
  earlierSets: readonly (readonly string[])[],
  setsAfter: readonly (readonly string[])[],
  by: Change,
): GroupsTaking[] {
  const setsNow = setsAfter.map((set) => new Set(set.map(asRead)));
  const takenSets = earlierSets.filter(
    (set) => !setsNow.some((now) => set.every((group) => now.has(asRead(group)))),
  );
  if (takenSets.length === 0) return takings;
  const before = takings.find(({ userId }) => userId === by.userId)?.sets ?? [];
  const sets = [...new Map([...before, ...takenSets].map((set) => [JSON.stringify(set), set])).values()];
  return [...takings.filter(({ userId }) => userId !== by.userId), { ...by, sets }];
}

/** The entries that people made for themselves in a list, after it changed: they last as long as their person is there. */
function entriesAfter(
  {
    earlierIds,
    is,
    entries = [],
  }: { earlierIds: readonly Id[]; is: readonly Id[]; entries?: readonly Change[] | undefined },
  by: Change | undefined,
): Change[] {
  const entriesLeft = entries.filter(({ userId }) => is.includes(userId));
  const isOwn = by !== undefined && is.includes(by.userId) && !earlierIds.includes(by.userId);
  return isOwn ? [...entriesLeft, by] : entriesLeft;
}

/** Whether a change of a list adds others than the person who makes it. */
const addsOthers = (earlierIds: readonly Id[], is: readonly Id[], by: Change | undefined): boolean =>
  is.some((userId) => userId !== by?.userId && !earlierIds.includes(userId));

/** Everybody's latest change. */
function withLatest(changes: Change[], by: Change | undefined): Change[] {
  if (by === undefined || changes.some(({ userId, atMs }) => userId === by.userId && atMs > by.atMs))
    return changes;
  return [...changes.filter(({ userId }) => userId !== by.userId), by];
}

/** The marks without empty ones; absent where none are left. */
function marksOf<M extends object>(marks: Loose<M>): M | undefined {
  const filledMarks = Object.entries(marks).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return filledMarks.length === 0 ? undefined : (Object.fromEntries(filledMarks) as M);
}

/** The times of own entries, as judges look them up. */
export const entryTimes = (entries: readonly Change[] = []): ReadonlyMap<Id, number> =>
  new Map(entries.map(({ userId, atMs }) => [userId, atMs]));
