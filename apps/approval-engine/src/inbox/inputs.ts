import { type KindRegistry, LIMITS, currency, decimal, hexId, knownKind, line } from "@countersign/contracts";
import { WORKFLOW_APPROVAL_STATUSES, WORKFLOW_TASK_STATUSES } from "@countersign/domain/approval";
import { z } from "zod";

import { finderOf, keyword, optionalObjectId, pageOf } from "../shared/page-inputs.ts";
import { dueBounds } from "./due.ts";
import { INBOX_GROUPINGS, type InboxGrouping, filterOfGroup } from "./inbox-groups.ts";
import { INBOX_ORDERS, type InboxOrder, cursorText, placeAt } from "./inbox-order.ts";

const taskStatus = z.enum(WORKFLOW_TASK_STATUSES).nullish();
/** Most kinds that a page may be narrowed by: with every status, a list then reads 200 ranges of its index at most. */
const KINDS_OF_PAGE_MAX = 20;

/** The inputs that find and filter tasks. */
export function taskInputsOf(registry: KindRegistry) {
  const kind = knownKind(registry);
  const kinds = z.array(kind).max(Math.min(registry.kinds.length, KINDS_OF_PAGE_MAX)).nullish();
  return {
    workflowTaskPageInput: pageOf({
      keyword,
      status: taskStatus,
      kinds,
      involvedUserId: optionalObjectId,
    }),
    inboxPageInput: pageOf({
      keyword,
      kinds,
      after: cursorText.nullish(),
      order: z.enum(INBOX_ORDERS).nullish(),
      amountFrom: decimal.nullish(),
      amountTo: decimal.nullish(),
      currency: currency.nullish(),
      submitterIds: people,
      forUserIds: people,
      changed: z.boolean().nullish(),
      bulk: z.boolean().nullish(),
      overdue: z.boolean().nullish(),
      snoozed: z.boolean().nullish(),
      waitingOnAnswer: z.boolean().nullish(),
      askedAfter: z.date().nullish(),
      groupBy: z.enum(INBOX_GROUPINGS).nullish(),
      group: line(LIMITS.name).nullish(),
    })
      .superRefine(checkPlace)
      .superRefine(checkGroup(registry)),
    unassignedTaskPageInput: pageOf({}),
    workflowTaskSubmissionsPageInput: pageOf({
      keyword,
      status: taskStatus,
      kinds,
      archived: z.boolean().nullish(),
    }),
    queryWorkflowTaskInput: finderOf({
      _id: optionalObjectId,
      refId: optionalObjectId,
      runId: optionalObjectId,
      workflowId: optionalObjectId,
      stageId: optionalObjectId,
      kind: kind.nullish(),
      status: taskStatus,
      archived: z.boolean().nullish(),
    }),
  };
}

const PEOPLE_MAX = 20;
const people = z
  .array(hexId.transform((id) => id.toLowerCase()))
  .max(PEOPLE_MAX, `must have at most ${PEOPLE_MAX} items`)
  .nullish();

interface GroupInput {
  groupBy?: InboxGrouping | null | undefined;
  group?: string | null | undefined;
}

/** For a key that is only checked. */
const ANY_BOUNDS = dueBounds(new Date(0));

const checkGroup =
  ({ kinds }: KindRegistry) =>
  ({ groupBy, group }: GroupInput, context: z.core.$RefinementCtx): void => {
    if (group == null) return;
    const isGroup =
      groupBy != null &&
      (groupBy === "KIND" ? kinds.includes(group) : filterOfGroup(groupBy, group, ANY_BOUNDS) !== undefined);
    if (isGroup) return;
    const message = groupBy == null ? "needs groupBy" : "is no group of this list: take it from groups";
    context.addIssue({ code: "custom", path: ["group"], message });
  };

interface PlaceInput {
  skip?: number | null | undefined;
  after?: string | null | undefined;
  order?: InboxOrder | null | undefined;
}

/** A page begins at a place of its own order, or leaves out a number of records. */
function checkPlace({ skip, after, order }: PlaceInput, context: z.core.$RefinementCtx): void {
  if (after == null) return;
  const message =
    skip == null
      ? placeAt(order ?? "ASKED", after) === undefined &&
        "is no place of this list: take it from the page before"
      : "cannot be given with skip";
  if (message) context.addIssue({ code: "custom", path: ["after"], message });
}

export const queryWorkflowApprovalInput = finderOf({
  _id: optionalObjectId,
  taskId: optionalObjectId,
  stageId: optionalObjectId,
  workflowId: optionalObjectId,
  approverId: optionalObjectId,
  status: z.enum(WORKFLOW_APPROVAL_STATUSES).nullish(),
  archived: z.boolean().nullish(),
});
