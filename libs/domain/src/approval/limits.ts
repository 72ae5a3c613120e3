import { type Text, text } from "@countersign/texts";

import { isAtMost, sizeOf } from "../money/index.ts";
import { changersSince, isOwnChange, type Submitted } from "./own-change.ts";
import type { PeopleContext } from "./commands.ts";
import { DomainError } from "../errors/index.ts";
import { type ApprovalLimit, type Change, NO_ORGANISATION, type Organisation, nameIn } from "./people.ts";
import type { DocumentContent, Id, Task, WorkflowTaskKind } from "./types.ts";

/** A document, as far as limits are about it. */
export interface Priced extends Pick<DocumentContent, "amount" | "currency"> {
  kind: WorkflowTaskKind;
}

/** Whether a limit covers the amount for somebody; `OWN_CHANGE`: only by a change of their own after the submission. */
export type Covered = "YES" | "NO" | "OWN_CHANGE";

/** Whether a user may approve the amount by a limit of their own or of a group (contract-3, SRC-3; contract-4, MEET-3). */
export function isCovered(
  user: Id,
  pricedDocument: Priced,
  organisation: Organisation,
  run: Submitted,
): Covered {
  const heldBy = waysToCover(user, pricedDocument, organisation);
  if (heldBy.length === 0) return "NO";
  return heldBy.some((changes) => !isOwnChange(user, changes, run)) ? "YES" : "OWN_CHANGE";
}

/** The changes after the submission without which no limit would cover the amount for the user. */
export function givingsOf(
  user: Id,
  pricedDocument: Priced,
  organisation: Pick<Organisation, "limits" | "groups">,
  run: Submitted,
): Change[] {
  const heldBy = waysToCover(user, pricedDocument, organisation);
  if (heldBy.some((changes) => changersSince(changes, run) === undefined)) return [];
  return heldBy.flat().filter((change) => change !== undefined);
}

/** For each limit that covers the amount for the user: the changes by which they have it. */
function waysToCover(
  user: Id,
  { kind, amount, currency }: Priced,
  { limits, groups }: Pick<Organisation, "limits" | "groups">,
): (Change | undefined)[][] {
  if (amount === undefined || currency === undefined) return [];
  return limits
    .filter(
      (limit) =>
        !limit.gone &&
        limit.kind === kind &&
        limit.currency === currency &&
        isAtMost(sizeOf(amount), limit.upTo),
    )
    .flatMap((limit) => waysTo(limit, user, groups));
}

/** The changes by which the user has the limit, their own or that of a group whose member they are; none: they have not. */
function waysTo(
  { userId, groupId, giving }: ApprovalLimit,
  user: Id,
  groups: Organisation["groups"],
): (Change | undefined)[][] {
  if (userId !== undefined) return userId === user ? [[giving]] : [];
  const group = groupId === undefined ? undefined : groups.get(groupId);
  if (group === undefined || group.active === false || !group.memberIds.includes(user)) return [];
  const atMs = group.ownEntries?.get(user);
  return [[giving, group.opening, atMs === undefined ? undefined : { userId: user, atMs }]];
}

/** The changes by which somebody may have lost a limit for a kind: to their own limits, and to groups that have some. */
export function takingsFrom(
  user: Id,
  kind: WorkflowTaskKind,
  { limits, groups, takings = [] }: Organisation,
): Change[] {
  const fromLimits = limits
    .filter((limit) => limit.kind === kind && (limit.userId === undefined || limit.userId === user))
    .flatMap(({ groupId = "", takings: limitTakings = [] }) =>
      limitTakings.concat(groups.get(groupId)?.takings ?? []),
    );
  return [...fromLimits, ...takings];
}

/** The facts that a person's limits are judged by. */
export type LimitContext = Pick<PeopleContext, "people" | "organisation" | "content">;

/**
 * Refuses a person whom no limit covers for the document (contract-4, MEET-7).
 *
 * @throws DomainError `FORBIDDEN`: up to what they may approve, if anything
 */
export function assertWithinLimit(
  userId: Id,
  { kind }: Pick<Task, "kind">,
  run: Submitted,
  context: LimitContext,
  field: string,
): void {
  const pricedDocument = { kind, ...context.content };
  if (isCovered(userId, pricedDocument, context.organisation ?? NO_ORGANISATION, run) === "YES") return;
  throw new DomainError("FORBIDDEN", limitText(userId, pricedDocument, context), { field });
}

/** Whether a limit gives seats of the stage. */
export const isLimited = ({ sources = [] }: Pick<Task, "sources">): boolean =>
  sources.some(({ source }) => "submitterManager" in source && "untilLimit" in source.submitterManager);

/** Up to what somebody may approve documents like this one. */
function limitText(
  user: Id,
  { kind, currency }: Priced,
  { organisation = NO_ORGANISATION, people }: LimitContext,
): Text {
  const name = nameIn(people, user);
  const ownLimits = organisation.limits.filter(
    (limit) =>
      !limit.gone &&
      limit.kind === kind &&
      limit.currency === currency &&
      waysTo(limit, user, organisation.groups).length > 0,
  );
  const [highest] = ownLimits.toSorted((left, right) => (isAtMost(left.upTo, right.upTo) ? 1 : -1));
  if (highest === undefined) return text("limit.mayApproveNothing", { name });
  return text("limit.mayApproveUpTo", { name, amount: highest.upTo, currency: highest.currency });
}
