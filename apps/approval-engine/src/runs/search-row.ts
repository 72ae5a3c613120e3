import { type Fact, LIMITS } from "@countersign/contracts";
import {
  type Id,
  type WorkflowTaskKind,
  type WorkflowTaskStatus,
  isActive,
  isOpen,
  wasJudged,
} from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import { searchWords } from "@countersign/domain/search";
import { toObjectId } from "@countersign/mongo";
import type { ObjectId } from "mongodb";

import type { Described, DocumentReference } from "../documents/index.ts";
import { askedText } from "./lists.ts";
import { type SavedRun, toRun } from "./run-records.ts";

export const RUN_SEARCH = "run_search";

/** How the run of a document stands, or how it ended. */
export const DOCUMENT_STATES = [
  "IN_PROGRESS",
  "APPROVED",
  "REJECTED",
  "RECALLED",
  "CANCELLED",
  "EXPIRED",
] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

/** How and when a run ended. */
export interface RunEnd {
  state: Exclude<DocumentState, "IN_PROGRESS">;
  at: Date;
}

/**
 * `run_search`: a run as searches and lists of documents show it (contract-3, CON-14). It follows from the run's other
 * records and is written with them.
 */
export interface RunSearchRecord {
  /** The run's id. */
  _id: ObjectId;
  companyId: ObjectId;
  refId: ObjectId;
  /** 1 for the document's first run. */
  runNumber: number;
  ref?: string;
  kind: WorkflowTaskKind;
  state: DocumentState;
  submitterId: ObjectId;
  /**
   * The users who find the run: all who take part in it, and under `askedText` those who represent somebody asked; the
   * company's id stands for privileged users and auditors. Of several runs of a document everybody finds the newest that
   * they may see.
   */
  viewerIds: (ObjectId | string)[];
  /** All who take part in it, and those who represent somebody asked; not searched. */
  everyone: (ObjectId | string)[];
  /** The users who gave a standing or an ended verdict. */
  deciderIds: ObjectId[];
  /** The words of number, title, facts and amounts. */
  words: string[];
  /** The document as the run judges it. */
  document?: Omit<DocumentReference, "editorIds">;
  /** The stage that is asked. */
  stageName?: string;
  /** The first of those who can decide now. */
  holderIds: ObjectId[];
  /** The stages, in their order. */
  stages: { name: string; status: WorkflowTaskStatus }[];
  /** Whether somebody has given a verdict in it. */
  judged: boolean;
  submittedAt: Date;
  endedAt?: Date;
  /** When the current stage was asked, or the run ended. */
  since: Date;
  /** When its submitter last nudged those who are asked. */
  nudgedAt?: Date;
  /** The list of the submitter that shows it; absent unless it is the document's newest run. */
  tab?: "IN_PROGRESS" | "REJECTED" | "DONE";
  /** Its place in that list: the time of its submission, or of its end. */
  sortedAt: Date;
  /** When the run was last written. */
  writtenAt: Date;
}

/** The fields that follow from the run alone, and not from its document's facts or from other runs. */
type OwnFields = Omit<RunSearchRecord, "_id" | "words" | "viewerIds" | "tab">;

/** The most people that are shown with a document. */
const HOLDERS_MAX = 5;

/** The records of a run that its row follows from: at least one task. */
export type SearchedRun = SavedRun;

/**
 * @param end - how the run ended; ignored while it is in progress
 * @param writtenAt - when it was last written
 */
export function searchFieldsOf(run: SearchedRun, end: RunEnd | undefined, writtenAt: Date): OwnFields {
  const { tasks, approvals, number: runNumber } = run;
  const [task] = tasks;
  if (task === undefined) throw new Error("A run has a task");
  const { companyId, refId, ref, kind, submitterId } = task;
  const domainRun = toRun({ ...run, origin: {}, writtenAt });
  const ended = isOpen(domainRun) ? undefined : end;
  const active = tasks.find(isActive);
  const submittedAt = tasks.reduce(
    (first, { createdAt }) => (createdAt < first ? createdAt : first),
    writtenAt,
  );
  const decided = approvals.filter(
    ({ status, skipped }) => !skipped && (status === "APPROVED" || status === "REJECTED"),
  );
  return defined<OwnFields>({
    companyId: toObjectId(companyId),
    refId: toObjectId(refId),
    runNumber,
    ref,
    kind,
    state: ended?.state ?? "IN_PROGRESS",
    submitterId: toObjectId(submitterId),
    everyone: everyoneIn(tasks),
    deciderIds: idsOf(decided.map(({ approverId, decidedBy = approverId }) => decidedBy)),
    document: documentOf(tasks),
    stageName: active?.stageName,
    holderIds: idsOf((active?.askedIds ?? []).slice(0, HOLDERS_MAX)),
    stages: stagesOf(tasks),
    judged: wasJudged(domainRun),
    submittedAt,
    endedAt: ended?.at,
    since: ended?.at ?? active?.askedAt ?? submittedAt,
    nudgedAt: active?.nudgedAt,
    sortedAt: ended?.at ?? submittedAt,
    writtenAt,
  });
}

/** All who take part in a run, and those who represent somebody asked; nobody, once its tasks are deleted. */
function everyoneIn(tasks: SearchedRun["tasks"]): (ObjectId | string)[] {
  const shown = tasks.filter(({ deletedAt }) => deletedAt === null);
  const people = shown.flatMap(({ involvedIds, submitterId, beneficiaryId }) => [
    ...involvedIds,
    submitterId,
    ...(beneficiaryId === undefined ? [] : [beneficiaryId]),
  ]);
  const asked = shown
    .filter(isActive)
    .flatMap(({ askedIds = [], kind }) => askedIds.flatMap((id) => [askedText(id), askedText(id, kind)]));
  return [...idsOf(people), ...new Set(asked)];
}

/** Where a run is found. */
export type SearchPlace = Pick<RunSearchRecord, "viewerIds" | "tab">;

/** The place of a document's only run, or of its newest one. */
export function newestPlace({
  companyId,
  everyone,
  state,
}: Pick<RunSearchRecord, "companyId" | "everyone" | "state">): SearchPlace {
  if (everyone.length === 0) return { viewerIds: [] };
  return { viewerIds: [...everyone, companyId], tab: TABS[state] };
}

const TABS: Readonly<Record<DocumentState, NonNullable<RunSearchRecord["tab"]>>> = {
  IN_PROGRESS: "IN_PROGRESS",
  REJECTED: "REJECTED",
  APPROVED: "DONE",
  RECALLED: "DONE",
  CANCELLED: "DONE",
  EXPIRED: "DONE",
};

/**
 * The places of a document's runs: everybody finds the newest run that they take part in.
 *
 * @param rows - of one document, newest first
 */
export function placesOfRuns(rows: readonly RunSearchRecord[]): SearchPlace[] {
  const seen = new Set<string>();
  return rows.map((row) => {
    const isNewest = seen.size === 0;
    const place = isNewest
      ? newestPlace(row)
      : { viewerIds: row.everyone.filter((viewer) => !seen.has(String(viewer))) };
    for (const viewer of row.everyone) seen.add(String(viewer));
    return place;
  });
}

/** The parts of a document that have words. */
type Said = Pick<Described, "title" | "amount" | "currency" | "facts">;

/** The words of a document with a number. */
export function documentWords(
  ref: string | undefined,
  { title, amount, currency, facts = [] }: Said,
): string[] {
  const parts = facts.map(factParts);
  return searchWords({
    texts: [ref, title, currency, ...parts.flatMap(({ texts }) => texts)],
    amounts: [...(amount === undefined ? [] : [amount]), ...parts.flatMap(({ amounts }) => amounts)],
  });
}

/** The words of a run. @param described - its document; absent: none was sent */
export const wordsOfRun = ({ tasks }: Pick<SearchedRun, "tasks">, described: Said = {}): string[] =>
  documentWords(tasks[0]?.ref, described);

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

/** The newest task of each stage, in the order of the stages. */
function stagesOf(tasks: SearchedRun["tasks"]): RunSearchRecord["stages"] {
  const newest = new Map(
    tasks.toSorted((a, b) => (a._id < b._id ? -1 : 1)).map((task) => [task.orderNo, task]),
  );
  return [...newest.values()]
    .toSorted((a, b) => a.orderNo - b.orderNo)
    .slice(0, LIMITS.stages)
    .map(({ stageName: name, status }) => ({ name, status }));
}

function documentOf(tasks: SearchedRun["tasks"]): RunSearchRecord["document"] {
  const found = tasks.find(({ document }) => document)?.document;
  if (found === undefined) return undefined;
  const { editorIds: _editors, id, ...fields } = found;
  return { ...fields, id: toObjectId(id) };
}

const idsOf = (ids: readonly Id[]): ObjectId[] => [...new Set(ids)].map((id) => toObjectId(id));
