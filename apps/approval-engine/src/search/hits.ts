import { LIMITS } from "@countersign/contracts";
import type { WorkflowTaskStatus } from "@countersign/domain/approval";
import { type Term, matchesTerms } from "@countersign/domain/search";

import type { ObjectId } from "mongodb";

import { cutText, escapeHidden } from "@countersign/domain/text";
import type { Revision } from "../documents/index.ts";
import { type ListedRun, askedNow, documentWords, waitingStageOf } from "../runs/index.ts";
import { type RecordOf, toRecord } from "../shared/record-of.ts";

/** A document as lists show it, by one of its runs. */
export interface DocumentHit extends RecordOf<
  Pick<
    ListedRun,
    | "_id"
    | "companyId"
    | "refId"
    | "ref"
    | "kind"
    | "state"
    | "submitterId"
    | "document"
    | "submittedAt"
    | "endedAt"
  >
> {
  /** The stage that is asked. */
  stageName?: string | undefined;
  /** The first of those who can decide now. */
  holderIds: string[];
  /** The newest task of each stage, in the order of the stages. */
  stages: { name: string; status: WorkflowTaskStatus }[];
  /** When the current stage was asked, or the run ended. */
  since: Date;
  /** The searched terms. */
  terms?: readonly Term[] | undefined;
}

/** The most people that are shown with a document. */
const HOLDERS_MAX = 5;

/** Fields by which a run is found, and from which others follow. */
const UNSHOWN = [
  "words",
  "peopleIds",
  "viewerIds",
  "deciderIds",
  "askedIds",
  "changesWanted",
  "tasks",
] as const;

export function hitOf(run: ListedRun, terms?: readonly Term[]): DocumentHit {
  const waitingStage = waitingStageOf(run);
  return {
    ...toRecord(run, UNSHOWN),
    stageName: waitingStage?.stageName,
    holderIds: holdersOf(run)
      .slice(0, HOLDERS_MAX)
      .map((id) => id.toHexString()),
    stages: stagesOf(run),
    since: run.endedAt ?? waitingStage?.askedAt ?? run.submittedAt,
    terms,
  };
}

/** Those who can decide now, also while the run waits for its submitter's answer. */
const holdersOf = ({ askedIds, changesWanted }: ListedRun): ObjectId[] =>
  changesWanted === undefined ? askedNow(askedIds) : [changesWanted.askerId];

function stagesOf({ tasks }: Pick<ListedRun, "tasks">): DocumentHit["stages"] {
  const newestTasks = new Map(tasks.map((task) => [task.orderNo, task]));
  return [...newestTasks.values()]
    .toSorted((task, nextTask) => task.orderNo - nextTask.orderNo)
    .slice(0, LIMITS.stages)
    .map(({ stageName: name, status }) => ({ name, status }));
}

/** A fact by which a document was found. */
export interface FoundFact {
  label: string;
  value: string;
}

/** Most UTF-16 units of a shown value. */
const VALUE_MAX = 200;

/** The first fact that has one of the searched terms which neither number, title nor amount has. */
export function foundIn(
  { terms = [], ref, document }: Pick<DocumentHit, "terms" | "ref" | "document">,
  revision: Pick<Revision, "facts"> | null,
): FoundFact | null {
  const plain = documentWords(ref, document ?? {});
  const termsLeft = terms.filter((term) => !matchesTerms(plain, [term]));
  for (const fact of revision?.facts ?? []) {
    const words = documentWords(undefined, { facts: [fact] });
    if (!termsLeft.some((term) => matchesTerms(words, [term]))) continue;
    const { label, value } = fact;
    const text = typeof value === "object" ? `${value.amount} ${value.currency}` : String(value);
    return { label: escapeHidden(label), value: escapeHidden(cutText(text, VALUE_MAX)) };
  }
  return null;
}
