import type { Fact } from "@countersign/contracts";
import { type Id, isActive, wasJudged } from "@countersign/domain/approval";
import { searchWords } from "@countersign/domain/search";
import { toObjectId } from "@countersign/mongo";
import { Decimal128, type ObjectId } from "mongodb";

import type { Described, DocumentReference } from "../documents/index.ts";
import type { SortAmount, WorkflowTask } from "./records.ts";
import { type RunSearchFields, type WaitingFields, heldText, talkText } from "./run-record.ts";
import { type WorkflowRun, toRun } from "./run.ts";

/** The fields by which lists find the stage that waits. */
export function waitingFieldsOf(tasks: readonly WorkflowTask[]): WaitingFields {
  const task = tasks.find(isActive);
  if (task === undefined) return {};
  const { askedIds = [], askedAt, createdAt, involvedIds, document, dueAt, calendarId, unassigned } = task;
  return {
    ...(askedIds.length > 0 && {
      askedIds: task.waitsOnAnswer ? heldKeys(task, task.waitsOnAnswer) : idsOf(askedIds),
    }),
    askedAt: askedAt ?? createdAt,
    stageIds: idsOf(involvedIds),
    sortAmount: sortAmountOf(document),
    ...(dueAt && { dueAt }),
    ...(unassigned && { unassigned }),
    ...(calendarId !== undefined && { calendarId: toObjectId(calendarId) }),
  };
}

/** The keys by which a stage is found that waits for its submitter's answer. */
const heldKeys = (
  { askedIds = [], submitterId }: WorkflowTask,
  { askerId }: NonNullable<WorkflowTask["waitsOnAnswer"]>,
): string[] => [...askedIds.map(heldText), talkText(submitterId), talkText(askerId)];

/** Sorts behind every amount. */
const NO_AMOUNT: SortAmount = { currency: "", value: Decimal128.fromString("0") };

/** The amount of a document, as lists sort it. */
export function sortAmountOf({
  amount,
  currency,
}: Partial<Pick<DocumentReference, "amount" | "currency">> = {}): SortAmount {
  if (amount === undefined || currency === undefined) return NO_AMOUNT;
  return { currency, value: Decimal128.fromString(amount) };
}

/** The search fields of a run that do not follow from the document or from its other runs. */
export function searchFieldsOf(run: WorkflowRun): Omit<RunSearchFields, "words" | "viewerIds" | "tab"> {
  const { tasks, approvals, end, writtenAt, submittedAt = writtenAt } = run;
  const shownTasks = tasks.filter(({ deletedAt }) => deletedAt === null);
  const people = shownTasks.flatMap(({ involvedIds, submitterId, beneficiaryId = submitterId }) =>
    involvedIds.concat(submitterId, beneficiaryId),
  );
  const decidedSeats = approvals.filter(
    ({ status, skipped }) => !skipped && (status === "APPROVED" || status === "REJECTED"),
  );
  const ref = tasks[0]?.ref;
  return {
    ...(ref !== undefined && { ref }),
    peopleIds: idsOf(people),
    deciderIds: idsOf(decidedSeats.map(({ approverId, decidedBy = approverId }) => decidedBy)),
    ...(wasJudged(toRun(run)) && { judged: true as const }),
    sortedAt: end?.at ?? submittedAt,
  };
}

/** The parts of a document that have words. */
export type DocumentTexts = Pick<Described, "title" | "amount" | "currency" | "facts">;

/** The words of a document with a number. */
export function documentWords(
  ref: string | undefined,
  { title, amount, currency, facts = [] }: DocumentTexts = {},
): string[] {
  const parts = facts.map(factParts);
  return searchWords({
    texts: [ref, title, currency, ...parts.flatMap(({ texts }) => texts)],
    amounts: [...(amount === undefined ? [] : [amount]), ...parts.flatMap(({ amounts }) => amounts)],
  });
}

/** The parts of a fact that are found; people are found by their ids, because names change. */
function factParts({ type, value }: Fact): { texts: string[]; amounts: string[] } {
  switch (type) {
    case "TEXT":
    case "DATE":
    case "LINK":
      return { texts: [value], amounts: [] };
    case "DATETIME":
      return { texts: [value.slice(0, "2027-03-01".length)], amounts: [] };
    case "NUMBER":
      return { texts: [], amounts: [value] };
    case "MONEY":
      return { texts: [value.currency], amounts: [value.amount] };
    case "PERSON":
    case "BOOLEAN":
      return { texts: [], amounts: [] };
    default:
      return type satisfies never;
  }
}

const idsOf = (ids: readonly Id[]): ObjectId[] => [...new Set(ids)].map((id) => toObjectId(id));
