import type { WorkflowTaskKind } from "@countersign/domain/approval";
import { type Db, type Document, type Filter, ObjectId } from "mongodb";

import { DOCUMENT_OF_TASK } from "../documents/index.ts";
import { type RunRecord, UNLISTED_OF_RUN, runsIn } from "../runs/index.ts";
import { SEARCH_MS, inTime } from "../shared/list-page.ts";
import { toRecord } from "../shared/record-of.ts";
import type { Paging } from "../shared/record-reader.ts";
import { LIST_ORDERS, cursorAfter } from "./inbox-order.ts";
import type { ListedRun } from "./listed-task.ts";
import { type LookedAtRun, meets } from "./waiting-filter.ts";
import type { Segment } from "./waiting-list.ts";

/** Most runs that a page looks at beyond those that it shows, where many may not meet its conditions. */
const EXAMINED_MAX = 1_000;
/** Runs that are looked at together. */
const BATCH = 200;

/** A run that was looked at, and where a page after it begins. */
interface LookedAt {
  run: LookedAtRun;
  place: string;
}

/** Chooses among all runs that were looked at, by some fields of them. */
export interface Choice {
  fields: readonly string[];
  choose(this: void, runs: readonly LookedAtRun[]): Promise<readonly LookedAtRun[]>;
}

/** The runs of a page, and where the next one begins; null after the last. */
export interface PageOfRuns {
  runs: ListedRun[];
  next: string | null;
}

/** Reads lists of runs. */
export interface RunLists {
  page(
    segments: readonly Segment[],
    wantedPage: Paging & {
      /** Whether their documents and submitters are read with the same command. */
      withDocuments: boolean;
      choice?: Choice | undefined;
    },
  ): Promise<PageOfRuns>;
  /** The runs of a list as far as `most` are looked at, with some of their fields; and whether there are more. */
  among(
    segments: readonly Segment[],
    wantedRuns: { most: number; fields: readonly string[]; choice?: Choice | undefined },
  ): Promise<{ runs: readonly LookedAtRun[]; isCut: boolean }>;
  /** How many runs of each kind an index finds, as far as `most` are counted. */
  countKinds(filter: Filter<RunRecord>, most: number): Promise<ReadonlyMap<WorkflowTaskKind, number>>;
  /** How many runs an index finds, as far as `most` are counted. */
  count(segment: Pick<Segment, "exact" | "index">, most: number): Promise<number>;
}

export function createRunLists(db: Pick<Db, "collection">): RunLists {
  const runs = runsIn({ db });

  async function read(pipeline: Document[], hint: string, withDocuments: boolean): Promise<Document[]> {
    const lookups = [
      { $lookup: { ...DOCUMENT_OF_TASK, foreignField: "_id", as: "joined" } },
      { $lookup: { from: "users", localField: "submitterId", foreignField: "_id", as: "submitters" } },
    ];
    const stages = [{ $unset: [...UNLISTED_OF_RUN] }, ...(withDocuments ? lookups : [])];
    return inTime(runs.aggregate([...pipeline, ...stages], { hint, maxTimeMS: SEARCH_MS }).toArray());
  }

  /** A page of a list that has no conditions on records. */
  async function readPlain(
    segments: readonly Segment[],
    { skip, take, withDocuments }: Paging & { withDocuments: boolean },
  ): Promise<PageOfRuns> {
    const foundRuns: { run: Document; place: string }[] = [];
    for (const { exact, order, index } of segments) {
      const paging = [{ $skip: skip }, { $limit: take + 1 - foundRuns.length }];
      const pipeline = [{ $match: exact }, { $sort: sortOf(order) }, ...paging];
      for (const run of await read(pipeline, index, withDocuments)) {
        foundRuns.push({ run, place: cursorAfter(order, run as RunRecord) });
      }
      if (foundRuns.length > take) break;
    }
    const next = foundRuns.length > take ? (foundRuns[take - 1]?.place ?? null) : null;
    return { runs: foundRuns.slice(0, take).map(({ run }) => toRecord(run as RunRecord) as ListedRun), next };
  }

  /** The first runs that meet the conditions of their segments; all of them are looked at in batches. */
  async function look(
    segments: readonly Segment[],
    { wanted, most, fields }: { wanted: number; most: number; fields: readonly string[] },
  ): Promise<{ foundRuns: LookedAt[]; last: string | undefined }> {
    const foundRuns: LookedAt[] = [];
    let examinedCount = 0;
    for (const { exact, index, order, conditions } of segments) {
      const names = [
        LIST_ORDERS[order].by,
        ...fields,
        ...conditions.flatMap((condition) => condition.fields),
      ];
      // Without conditions all that is looked at is found.
      const limit =
        conditions.length === 0 ? Math.min(wanted - foundRuns.length, most) : most - examinedCount;
      const cursor = runs
        .find(exact, { hint: index, sort: sortOf(order), maxTimeMS: SEARCH_MS, batchSize: BATCH })
        .project<RunRecord>(Object.fromEntries(names.map((name) => [name, 1])))
        .limit(limit === Infinity ? 0 : limit);
      for await (const record of cursor) {
        examinedCount += 1;
        const [run, place] = [toRecord(record), cursorAfter(order, record)];
        if (meets(conditions, run)) foundRuns.push({ run, place });
        if (foundRuns.length >= wanted) return { foundRuns, last: undefined };
        if (examinedCount >= most) return { foundRuns, last: place };
      }
    }
    return { foundRuns, last: undefined };
  }

  async function readJudged(
    segments: readonly Segment[],
    { skip, take, withDocuments, choice }: Paging & { withDocuments: boolean; choice?: Choice | undefined },
  ): Promise<PageOfRuns> {
    const end = skip + take;
    const { foundRuns, last } = await inTime(
      look(segments, {
        wanted: choice ? Infinity : end + 1,
        most: skip > 0 ? Infinity : EXAMINED_MAX,
        fields: choice?.fields ?? [],
      }),
    );
    const chosenRuns = choice
      ? await choice.choose(foundRuns.map(({ run }) => run))
      : foundRuns.map(({ run }) => run);
    const ids = chosenRuns.slice(skip, end).map(({ _id }) => _id);
    const byIds = { $match: { _id: { $in: ids.map((id) => new ObjectId(id)) } } };
    const records = ids.length === 0 ? [] : await read([byIds], "_id_", withDocuments);
    const byId = new Map(records.map((record) => [String(record["_id"]), record as RunRecord]));
    const placeOf = (id: string | undefined) => foundRuns.find(({ run }) => run._id === id)?.place;
    return {
      runs: ids.flatMap((id) => {
        const record = byId.get(id ?? "");
        return record ? [toRecord(record) as ListedRun] : [];
      }),
      next: (chosenRuns.length > end ? placeOf(ids.at(-1)) : last) ?? null,
    };
  }

  return {
    count: ({ exact, index }, most) => runs.count(exact, { hint: index, limit: most }),
    page: async (segments, wantedPage) => {
      const isPlain =
        wantedPage.choice === undefined &&
        segments.every(({ conditions }) => conditions.length === 0) &&
        (wantedPage.skip === 0 || segments.length === 1);
      return isPlain ? readPlain(segments, wantedPage) : readJudged(segments, wantedPage);
    },
    among: async (segments, { most, fields, choice }) => {
      const names = [...fields, ...(choice?.fields ?? [])];
      const { foundRuns, last } = await inTime(look(segments, { wanted: Infinity, most, fields: names }));
      const all = foundRuns.map(({ run }) => run);
      return { runs: choice ? await choice.choose(all) : all, isCut: last !== undefined };
    },
    countKinds: async (filter, most) => {
      const groups = runs.aggregate<{ _id: WorkflowTaskKind; count: number }>(
        [{ $match: filter }, { $limit: most }, { $group: { _id: "$kind", count: { $sum: 1 } } }],
        { hint: LIST_ORDERS.ASKED.index },
      );
      return new Map((await groups.toArray()).map(({ _id, count }) => [_id, count]));
    },
  };
}

function sortOf(order: Segment["order"]): Record<string, 1 | -1> {
  const { by, direction } = LIST_ORDERS[order];
  return { [by]: direction, _id: direction };
}
