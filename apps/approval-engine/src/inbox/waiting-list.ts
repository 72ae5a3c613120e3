import type { Grant, WorkflowTaskKind } from "@countersign/domain/approval";
import { type Filter, ObjectId } from "mongodb";

import { type AskedId, type RunRecord, heldText } from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import type { HeldSnooze } from "../snooze/index.ts";
import { datesWithin, withUndated } from "./due.ts";
import {
  type InboxOrder,
  LIST_ORDERS,
  type RunOrder,
  followingRuns,
  isPlaceOf,
  placeAt,
} from "./inbox-order.ts";
import { type Condition, type WaitingFilter, conditionsOf } from "./waiting-filter.ts";

/** Runs in the order of an index. */
export interface Segment {
  index: string;
  exact: Filter<RunRecord>;
  order: RunOrder;
  conditions: readonly Condition[];
}

/** The person whose list it is. */
export interface Waiter {
  caller: Caller;
  /** Rights of the caller to represent others now. */
  grants: readonly Grant[];
  /** Stages that the caller puts off. */
  snoozes: readonly HeldSnooze[];
}

/**
 * The runs that wait for the caller's verdict, on their own seat or that of somebody whom they may represent. Nobody acts in
 * another's place on what they submitted, what is about them or where they have a seat; such runs are left out.
 *
 * @returns undefined where nothing can be among them
 */
export function waitingFor(
  waiter: Waiter,
  filter: Pick<WaitingFilter, "forUserIds" | "snoozed" | "waitingOnAnswer">,
): Filter<RunRecord> | undefined {
  const {
    caller: { userId, companyId },
    grants,
    snoozes,
  } = waiter;
  const { snoozed = false, waitingOnAnswer = false } = filter;
  const keyOf = (id: string): AskedId => (waitingOnAnswer ? heldText(id) : new ObjectId(id));
  const user = new ObjectId(userId);
  const people = principalsOf(waiter, filter);
  const wantedGrants = grants.filter(({ principalId }) => people.includes(principalId));
  const askedIds = people.map(keyOf);
  if (askedIds.length === 0 || (snoozed && snoozes.length === 0)) return undefined;
  const runIds = snoozes.map(({ runId }) => new ObjectId(runId));
  const inPlace = {
    stageIds: { $ne: user },
    beneficiaryId: { $ne: user },
    $or: wantedGrants.map((grant) => coveredBy(grant, keyOf)),
  };
  const conditions: Filter<RunRecord>[] = [
    ...(runIds.length === 0 ? [] : [{ _id: snoozed ? { $in: runIds } : { $nin: runIds } }]),
    ...(wantedGrants.length === 0
      ? []
      : [people.includes(userId) ? { $or: [{ askedIds: keyOf(userId) }, inPlace] } : inPlace]),
  ];
  return {
    companyId: new ObjectId(companyId),
    askedIds: askedIds.length === 1 ? askedIds[0]! : { $in: askedIds },
    ...(conditions.length > 0 && { $and: conditions }),
  };
}

/** The people whose seats are meant: the caller, and those whom they may represent. */
export function principalsOf(
  { caller: { userId }, grants }: Pick<Waiter, "caller" | "grants">,
  { forUserIds }: Pick<WaitingFilter, "forUserIds">,
): string[] {
  const people = new Set([userId, ...grants.map(({ principalId }) => principalId)]);
  return [...people].filter((id) => forUserIds === undefined || forUserIds.includes(id));
}

const coveredBy = ({ principalId, kinds }: Grant, keyOf: (userId: string) => AskedId): Filter<RunRecord> => ({
  askedIds: keyOf(principalId),
  ...(kinds.length > 0 && { kind: { $in: [...kinds] } }),
});

/**
 * The list of what waits, in parts that are read one after the other: by due time what has one, then the rest, newest asked
 * first; after a place what is equal to it but for the id, then what is beyond.
 *
 * @param knownKinds - all kinds of the deployment
 */
export function segmentsOf(
  waiter: Waiter,
  { order = "ASKED", after, due = [], ...filter }: WaitingFilter,
  knownKinds: readonly WorkflowTaskKind[],
): Segment[] {
  const waitingRuns = waitingFor(waiter, filter);
  if (waitingRuns === undefined) return [];
  const from = (by: InboxOrder, ranges: typeof due, bounds?: { $gte: Date; $lt?: Date }): Segment[] => {
    const conditions = conditionsOf({ ...filter, due: ranges }, knownKinds);
    // Snoozed runs are a handful, found by their ids.
    const index = filter.snoozed === true ? "_id_" : LIST_ORDERS[by].index;
    const all = { ...waitingRuns, ...(bounds && { dueAt: bounds }) };
    const place = after !== undefined && isPlaceOf(by, after) ? placeAt(by, after) : undefined;
    const parts = place === undefined ? [all] : followingRuns(place).map((range) => within(all, range));
    return parts.map((exact) => ({ index, exact, order: by, conditions }));
  };
  if (order !== "DUE") return from(order, due);
  const isDated = after === undefined || isPlaceOf("DUE", after);
  const dates = datesWithin(due);
  return [
    ...(isDated && dates ? from("DUE", due, dates) : []),
    ...(withUndated(due) ? from("ASKED", [...due, { none: true }]) : []),
  ];
}

/** The part of a list after a place; both may bound the due time, or name ids. */
const within = (all: Filter<RunRecord>, range: Filter<RunRecord>): Filter<RunRecord> => ({
  ...all,
  ...range,
  ...(typeof range["dueAt"] === "object" && !(range["dueAt"] instanceof Date)
    ? { dueAt: { ...(all["dueAt"] as object), ...(range["dueAt"] as object) } }
    : {}),
});
