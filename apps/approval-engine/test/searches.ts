import { commandEventsOf, type TestStore } from "@countersign/testing";
import { BSON, type CommandStartedEvent, type Document } from "mongodb";

/** The searches that the store runs during the work, as reads that can be explained. */
export async function searchesOf(
  { client, dbName }: Pick<TestStore, "client" | "dbName">,
  work: () => Promise<unknown>,
): Promise<Document[]> {
  const events = await commandEventsOf(client, work);
  return events.filter(({ databaseName }) => databaseName === dbName).flatMap(searchesIn);
}

/** The searches of a command. */
export function searchesIn({
  commandName,
  command,
}: Pick<CommandStartedEvent, "commandName" | "command">): Document[] {
  const {
    find,
    filter,
    sort,
    skip,
    limit,
    hint,
    aggregate,
    pipeline,
    findAndModify,
    query,
    update,
    updates,
  } = command;
  switch (commandName) {
    case "find":
      return [givenOptions({ find, filter, sort, skip, limit, hint })];
    case "count":
      return [givenOptions({ count: command["count"], query, skip, limit, hint })];
    case "aggregate":
      return [givenOptions({ aggregate, pipeline, hint, cursor: {} }), ...lookupsIn(pipeline as Document[])];
    case "findAndModify":
      return [{ find: findAndModify, filter: query }];
    case "update":
      return (updates as { q: Document }[]).map(({ q }) => ({ find: update, filter: q }));
    default:
      return [];
  }
}

/** The look-ups of a pipeline: for each document by a field, or once by a pipeline. */
function lookupsIn(pipeline: readonly Document[]): Document[] {
  return pipeline.flatMap(({ $lookup }) => {
    if ($lookup === undefined) return [];
    const { from, foreignField, pipeline: ownPipeline } = $lookup as Document;
    if (ownPipeline === undefined) return [{ find: from, filter: { [foreignField]: "any" } }];
    return [{ aggregate: from, pipeline: ownPipeline, cursor: {} }, ...lookupsIn(ownPipeline as Document[])];
  });
}

const givenOptions = (options: Document): Document =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value));

type Explained = Pick<TestStore, "db"> & {
  /**
   * The explanations of searches so far, by the searches' texts: in a store that nobody changes meanwhile, a search is
   * explained once.
   */
  explanations?: Map<string, Document>;
};

async function explain(
  { db, explanations }: Explained,
  search: Document,
  verbosity: "queryPlanner" | "executionStats",
): Promise<Document> {
  if (explanations === undefined) return db.command({ explain: search, verbosity });
  const text = BSON.EJSON.stringify(search);
  // With its statistics, an explanation has its plan too.
  const explanation =
    explanations.get(text) ?? (await db.command({ explain: search, verbosity: "executionStats" }));
  explanations.set(text, explanation);
  return explanation;
}

/** The searches that look through a whole collection. */
export const scansAmong = (store: Explained, searches: readonly Document[]) =>
  plannedWith("COLLSCAN", store, searches);

/** The searches whose matches are all read before the first one is answered. */
export const sortsAmong = (store: Explained, searches: readonly Document[]) =>
  plannedWith("SORT", store, searches);

async function plannedWith(
  stage: string,
  store: Explained,
  searches: readonly Document[],
): Promise<Document[]> {
  const foundSearches: Document[] = [];
  for (const search of searches) {
    const plan = await explain(store, search, "queryPlanner");
    if (JSON.stringify(plan).includes(`"${stage}"`)) foundSearches.push(search);
  }
  return foundSearches;
}

/** Documents that a read may look at beyond those it returns. */
const SPARE = 50;

/** The runs that a search looks up: it may look at a document of each. */
const idsIn = ({ filter }: Document): number => (filter as Document | undefined)?.["runId"]?.$in?.length ?? 0;

/** How many documents a search answers; a count that ends somewhere may look at as many (contract-3, READ-1). */
function shownBy(search: Document, returnedCount: number): number {
  if ("count" in search) return Number(search["limit"] ?? 0);
  return isTotal(search) ? countedMost(search) : returnedCount;
}

const stagesOf = (search: Document) => (search["pipeline"] ?? []) as Document[];

/** Whether a search counts. */
export const isTotal = (search: Document): boolean =>
  "count" in search || stagesOf(search).some((stage) => "$group" in stage);

const countedMost = (search: Document): number =>
  Number(stagesOf(search).find((stage) => "$limit" in stage)?.["$limit"] ?? 0);

/** The keys and documents that searches look at, and the documents that they answer. */
export async function readBy(store: Explained, searches: readonly Document[]) {
  const read = { keys: 0, documents: 0, returned: 0 };
  for (const search of searches) {
    const { nReturned, totalKeysExamined, totalDocsExamined } = await statisticsOf(store, search);
    read.keys += Number(totalKeysExamined);
    read.documents += Number(totalDocsExamined);
    read.returned += Number(nReturned);
  }
  return read;
}

async function statisticsOf(store: Explained, search: Document): Promise<Document> {
  const plan = await explain(store, search, "executionStats");
  return (plan["executionStats"] ?? plan["stages"][0].$cursor.executionStats) as Document;
}

/** The searches that look at more documents than they return and some to spare; a count returns none. */
export async function costlyAmong(store: Explained, searches: readonly Document[]): Promise<Document[]> {
  const costly: Document[] = [];
  for (const search of searches) {
    const { nReturned, totalDocsExamined } = await statisticsOf(store, search);
    const most = shownBy(search, Number(nReturned)) + SPARE + idsIn(search);
    if (Number(totalDocsExamined) > most) costly.push(search);
  }
  return costly;
}
