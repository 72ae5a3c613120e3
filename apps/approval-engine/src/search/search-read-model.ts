import type { KindRegistry } from "@countersign/contracts";
import { NUDGE_EVERY_MS, type WorkflowTaskKind } from "@countersign/domain/approval";
import { searchTerms } from "@countersign/domain/search";
import { type Db, ObjectId } from "mongodb";

import type { ApprovalSettingsReadModel } from "../approval-settings/index.ts";
import {
  askedNow,
  type ListedRun,
  type WorkflowTaskRecord,
  listedRunsIn,
  viewerOf,
  waitingStageOf,
} from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import type { ReadParts } from "../shared/feature.ts";
import type { SubstitutionReadModel } from "../substitutions/index.ts";
import { type Decided, listDecided } from "./decided.ts";
import { searchDocuments } from "./document-search.ts";
import { type DocumentHit, hitOf } from "./hits.ts";
import { type SubmissionTab, decidedPageInput, documentSearchInput, mySubmissionsInput } from "./inputs.ts";
import { countSubmissions, listSubmissions } from "./my-submissions.ts";
import { cursorOf } from "../shared/place.ts";
import type { Found } from "../shared/read-on.ts";
import { usualHours } from "./usual-hours.ts";

/** Some records of a list, and where to go on; null after the last. */
export interface Continued<T> {
  data: T[];
  next: string | null;
}

/** A document of the caller's. */
export interface MySubmission {
  document: DocumentHit;
  canRecall: boolean;
  canClose: boolean;
  canNudge: boolean;
  /** The message that the submitter is to answer. */
  questionId?: string | undefined;
  nudgeAgainAt: Date | null;
}

/** A page of the caller's documents, and how many are in each of their lists. */
export interface MySubmissionsPage extends Continued<MySubmission> {
  count(tab: SubmissionTab): Promise<number>;
}

/** A verdict of the caller's. */
export interface DecidedEntry {
  document: DocumentHit;
  verdict: Decided["verdict"];
  stageName: string;
}

/** Documents as people find them again. Inputs are checked here, so callers may pass raw input. */
export interface SearchReadModel {
  /**
   * The documents that the caller may see, newest submitted first (contract-3, CON-14).
   *
   * @throws DomainError `INVALID_INPUT`
   */
  documents(caller: Caller, input: unknown): Promise<Continued<DocumentHit>>;
  /** All documents that {@link documents} finds, without its paging; for exports. */
  stream(caller: Caller, input: unknown): AsyncIterable<DocumentHit>;
  /** Whether the caller may see no more documents than so many, whatever they search. */
  fits(caller: Caller, most: number): Promise<boolean>;
  /**
   * The caller's documents, one entry each (contract-3, CON-16).
   *
   * @throws DomainError `INVALID_INPUT`
   */
  mine(caller: Caller, input: unknown): Promise<MySubmissionsPage>;
  /**
   * The caller's verdicts, newest first (contract-3, CON-14).
   *
   * @throws DomainError `INVALID_INPUT`
   */
  decided(caller: Caller, input: unknown): Promise<Continued<DecidedEntry>>;
  /** As {@link usualHours}. */
  usualHours(companyId: string, kind: WorkflowTaskKind): Promise<number | null>;
}

export interface SearchParts extends Pick<ReadParts, "db" | "kinds" | "clock"> {
  /** The people whom a caller may represent now. */
  grantsOf: SubstitutionReadModel["grantsOf"];
  settings: Pick<ApprovalSettingsReadModel, "find">;
}

/** Documents that a download reads at once. */
const STREAMED = 200;

export function createSearchReadModel({
  db,
  kinds,
  clock,
  grantsOf,
  settings,
}: SearchParts): SearchReadModel {
  const runs = listedRunsIn({ db });
  const inputs = inputsOf(kinds);
  return {
    documents: async (caller, input) => {
      const search = parseInput(inputs.documents, input);
      const foundRuns = await searchDocuments(db, caller, await viewerOf(caller, grantsOf), search);
      const terms = searchTerms(search.text ?? "");
      return continuedPage(foundRuns, (run) => hitOf(run, terms));
    },
    stream: async function* (caller, input) {
      const search = { ...parseInput(inputs.documents, input), take: STREAMED };
      const viewer = await viewerOf(caller, grantsOf);
      for (let { after } = search, isFirst = true; isFirst || after !== undefined; isFirst = false) {
        const foundRuns = await searchDocuments(db, caller, viewer, { ...search, after });
        yield* foundRuns.data.map((run) => hitOf(run));
        after = foundRuns.next;
      }
    },
    fits: async (caller, most) => {
      const exact = {
        companyId: new ObjectId(caller.companyId),
        viewerIds: { $in: [...(await viewerOf(caller, grantsOf))] },
      };
      return (await runs.count(exact, { hint: "viewers", limit: most + 1 })) <= most;
    },
    mine: async (caller, input) => {
      const wantedPage = parseInput(mySubmissionsInput, input);
      const now = clock();
      const foundRuns = await listSubmissions(db, caller, wantedPage, now);
      const { recall } = await settings.find(caller.companyId);
      const mayRecall = ({ state, judged }: ListedRun): boolean =>
        state === "IN_PROGRESS" &&
        (caller.privileged || recall === "ALWAYS" || (recall === "UNTIL_FIRST_VERDICT" && !judged));
      return {
        ...continuedPage(foundRuns, (run) => ({
          document: hitOf(run),
          canRecall: mayRecall(run),
          canClose: run.tab === "REJECTED",
          questionId: run.changesWanted?.id.toHexString(),
          ...nudgeOf(run, now),
        })),
        count: (tab) => countSubmissions(runs, caller, tab, now),
      };
    },
    decided: async (caller, input) => {
      const foundVerdicts = await listDecided(db, caller, parseInput(inputs.decided, input));
      const names = await stageNames(db, caller, foundVerdicts);
      return continuedPage(foundVerdicts, ({ verdict, run }) => {
        return { document: hitOf(run), verdict, stageName: names.get(verdict.taskId.toHexString()) ?? "" };
      });
    },
    usualHours: (companyId, kind) => usualHours(runs, companyId, kind),
  };
}

/** Whether the submitter may nudge those who are asked, and if it is too early, from when on (contract-3, TIME-4). */
function nudgeOf(run: ListedRun, now: Date): Pick<MySubmission, "canNudge" | "nudgeAgainAt"> {
  const isAsked = run.state === "IN_PROGRESS" && askedNow(run.askedIds).length > 0;
  const nudgedAt = waitingStageOf(run)?.nudgedAt;
  const again = nudgedAt && new Date(nudgedAt.getTime() + NUDGE_EVERY_MS);
  const isTooEarly = again !== undefined && now < again;
  return { canNudge: isAsked && !isTooEarly, nudgeAgainAt: isAsked && isTooEarly ? again : null };
}

const inputsOf = (kinds: KindRegistry) => ({
  documents: documentSearchInput(kinds),
  decided: decidedPageInput(kinds),
});

/** The names of the stages in which verdicts were given, by their tasks; one command. */
async function stageNames(
  db: Pick<Db, "collection">,
  { companyId }: Caller,
  { data }: Found<Decided>,
): Promise<Map<string, string>> {
  const tasks = await db
    .collection<WorkflowTaskRecord>("workflow_tasks")
    .find(
      { _id: { $in: data.map(({ verdict }) => verdict.taskId) }, companyId: new ObjectId(companyId) },
      { projection: { stageName: 1 } },
    )
    .toArray();
  return new Map(tasks.map(({ _id, stageName }) => [_id.toHexString(), stageName]));
}

const continuedPage = <D, T>({ data, next }: Found<D>, showHit: (hit: D) => T): Continued<T> => ({
  data: data.map(showHit),
  next: next === undefined ? null : cursorOf(next),
});

// By the names that the generated resolver types refer to.
export type DocumentSearchResult = Continued<DocumentHit>;
export type DecidedResult = Continued<DecidedEntry>;
