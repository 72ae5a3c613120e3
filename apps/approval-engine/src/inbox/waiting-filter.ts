import type { WorkflowTaskKind } from "@countersign/domain/approval";
import { isActive } from "@countersign/domain/approval";
import { containing } from "@countersign/mongo";

import type { RunRecord } from "../runs/index.ts";
import type { RecordOf } from "../shared/record-of.ts";
import { type DueRange, isDueWithin } from "./due.ts";
import type { InboxOrder } from "./inbox-order.ts";

/** The filters, the order and the beginning that a caller may set for what waits. */
export interface WaitingFilter {
  keyword?: string;
  kinds?: WorkflowTaskKind[];
  order?: InboxOrder;
  /** A place in that order. */
  after?: string;
  currency?: string;
  amountFrom?: string;
  amountTo?: string;
  /** A band of amounts, or what has none. */
  band?: { currency: string; from?: string; below?: string } | "none";
  submitterIds?: readonly string[];
  /** Only what waits for these users. */
  forUserIds?: readonly string[];
  /** Only these documents. */
  refIds?: readonly string[];
  /** Only stages that are decided with others in one request, or only the rest. */
  bulk?: boolean;
  /** Only what was asked later. */
  askedAfter?: Date;
  /** Only what is due in all of these ranges. */
  due?: readonly DueRange[];
  /** Runs that the caller snoozes, in place of the others. */
  snoozed?: boolean;
  /** Those that wait for an answer of their submitter, in place of the others. */
  waitingOnAnswer?: boolean;
}

/** The fields of a run that were read. */
export type LookedAtRun = Partial<RecordOf<RunRecord>>;

/** A condition on runs that are looked at, and the fields that it looks at. */
export interface Condition {
  fields: readonly string[];
  passes(this: void, run: LookedAtRun): boolean;
}

/** Whether a run meets all conditions. */
export const meets = (conditions: readonly Condition[], run: LookedAtRun): boolean =>
  conditions.every(({ passes }) => passes(run));

/** The conditions that a caller may set for what waits, besides its keyword. Amounts have at most 15 digits, which numbers hold exactly. */
export function conditionsOf(
  {
    kinds = [],
    submitterIds,
    refIds,
    bulk,
    askedAfter,
    band,
    currency,
    amountFrom,
    amountTo,
    due = [],
  }: WaitingFilter,
  knownKinds: readonly WorkflowTaskKind[],
): Condition[] {
  const documents = refIds && new Set(refIds);
  const isEvery = kinds.length === 0 || knownKinds.every((kind) => kinds.includes(kind));
  const possibleConditions: (Condition | false)[] = [
    !isEvery && { fields: ["kind"], passes: ({ kind = "" }) => kinds.includes(kind) },
    submitterIds !== undefined && {
      fields: ["submitterId"],
      passes: ({ submitterId = "" }) => submitterIds.includes(submitterId),
    },
    documents !== undefined && { fields: ["refId"], passes: ({ refId = "" }) => documents.has(refId) },
    bulk !== undefined && {
      fields: ["tasks.bulk", "tasks.status", "tasks.archived"],
      passes: (run) => (waitingTaskOf(run)?.bulk !== false) === bulk,
    },
    askedAfter !== undefined && {
      fields: ["askedAt"],
      passes: ({ askedAt }) => askedAt !== undefined && askedAt > askedAfter,
    },
    due.length > 0 && {
      fields: ["dueAt"],
      passes: ({ dueAt }) => isDueWithin({ ...(dueAt && { dueAt }) }, due),
    },
    band === "none" && amountCondition((amount) => amount.currency === ""),
    typeof band === "object" &&
      amountCondition(
        (amount) =>
          amount.currency === band.currency &&
          (band.from === undefined || amount.value >= Number(band.from)) &&
          (band.below === undefined || amount.value < Number(band.below)),
      ),
    (currency ?? amountFrom ?? amountTo) !== undefined &&
      amountCondition(
        (amount) =>
          amount.currency !== "" &&
          (currency === undefined || amount.currency === currency) &&
          (amountFrom === undefined || amount.value >= Number(amountFrom)) &&
          (amountTo === undefined || amount.value <= Number(amountTo)),
      ),
  ];
  return possibleConditions.filter((condition) => condition !== false);
}

const amountCondition = (passes: (amount: { currency: string; value: number }) => boolean): Condition => ({
  fields: ["sortAmount"],
  passes: ({ sortAmount: { currency, value } = { currency: "", value: "0" } }) =>
    passes({ currency, value: Number(value) }),
});

/** Matches of a keyword besides number, title and stage. */
interface KeywordMatches {
  submitterIds: ReadonlySet<string>;
  runIds: ReadonlySet<string>;
}

/** The fields by which a keyword finds what waits. */
export const KEYWORD_FIELDS = [
  "submitterId",
  "document.title",
  "tasks.ref",
  "tasks.stageName",
  "tasks.status",
  "tasks.archived",
];

/** Whole references, such as `SO-000123`, but not their beginnings. */
const REFERENCE = /^[A-Z]{1,10}-\d{4,}$/iu;

/** The runs that a keyword finds: the one with that reference alone, else those that have it anywhere. */
export function withKeyword<R extends LookedAtRun>(
  runs: readonly R[],
  keyword: string,
  { submitterIds, runIds }: KeywordMatches,
): R[] {
  const references = new Set([keyword, keyword.toUpperCase()]);
  const sameRuns = REFERENCE.test(keyword)
    ? runs.filter((run) => references.has(waitingTaskOf(run)?.ref ?? ""))
    : [];
  if (sameRuns.length > 0) return sameRuns;
  const { $regex, $options } = containing(keyword);
  const pattern = new RegExp($regex, $options);
  return runs.filter((run) => {
    const { ref = "", stageName = "" } = waitingTaskOf(run) ?? {};
    const texts = [ref, stageName, run.document?.title ?? ""];
    return (
      texts.some((text) => pattern.test(text)) ||
      submitterIds.has(run.submitterId ?? "") ||
      runIds.has(run._id ?? "")
    );
  });
}

const waitingTaskOf = ({ tasks = [] }: LookedAtRun) => tasks.find(isActive);
