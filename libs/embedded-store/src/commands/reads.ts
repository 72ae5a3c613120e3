import { calculateObjectSize } from "bson";
import { type CommandContext, findTarget, readTransaction, targetOf } from "../store.ts";
import { complete } from "../cursors.ts";
import { fail, StoreError, refuseFeature } from "../errors.ts";
import { compileFilter } from "../filter.ts";
import { countByIndex } from "../index-count.ts";
import { toNumber } from "../numbers.ts";
import { equal, unique } from "../order.ts";
import { keysAt } from "../paths.ts";
import { compilePipeline, parseStage, type Search } from "../pipeline.ts";
import { choosePlan, isExact, NATURAL } from "../planner.ts";
import { compileProjection } from "../projection.ts";
import { type Hit, type Request, streamHits } from "../query.ts";
import { type Doc, isDoc, isNumber, MAX_DOCUMENT_BYTES, show, type Value } from "../values.ts";
import {
  anyValue,
  type Command,
  command,
  count,
  doc,
  flag,
  limiting,
  list,
  parseOptions,
  sorting,
  text,
  TRANSACTIONAL,
} from "./command.ts";
import { explainCount, explainReply } from "./explain.ts";

/** The name of an index. `$natural` reads every document, for tests. */
function hinting(value: Value): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  return isDoc(value) && equal(value, { $natural: 1 }) ? NATURAL : refuseFeature(`the hint ${show(value)}`);
}

const FIND_OPTIONS = {
  filter: doc,
  sort: sorting,
  projection: doc,
  hint: hinting,
  skip: count(0),
  limit: limiting,
  batchSize: count(undefined),
  singleBatch: flag,
};
const AGGREGATE_OPTIONS = { pipeline: list, cursor: doc, hint: hinting };
const COUNT_OPTIONS = { query: doc, skip: count(0), limit: limiting, hint: hinting };

/** How long a command may work. In the protocol 0 means no limit. */
const limitMsOf = ({ body }: CommandContext): number => toNumber(body.maxTimeMS ?? 0) || Infinity;

const streamSearch = (context: CommandContext, request: Request): Iterable<Hit> =>
  streamHits(readTransaction(context), findTarget(context), { ...request, limitMs: limitMsOf(context) });

const search = (context: CommandContext, request: Request): Doc[] =>
  Array.from(streamSearch(context, request), ({ doc }) => doc);

const find = command(
  FIND_OPTIONS,
  (context, { projection, batchSize, singleBatch, ...request }) => {
    const project = Object.keys(projection).length > 0 ? compileProjection(projection) : undefined;
    const foundHits = streamSearch(context, request);
    // The snapshot of a transaction ends with it, so its results are complete before.
    const hits = context.transaction ? [...foundHits] : foundHits;
    const results = {
      docs: showDocs(hits, project),
      most: Array.isArray(hits) ? hits.length : request.limit,
    };
    return context.store.cursors.open(`${context.db}.${targetOf(context)}`, results, batchSize, singleBatch);
  },
  TRANSACTIONAL,
);

function* showDocs(hits: Iterable<Hit>, project: ((doc: Doc) => Doc) | undefined): Iterable<Doc> {
  for (const { doc } of hits) yield project ? project(doc) : doc;
}

/** The stages at the head of a pipeline that a plan can take over, and the rest. */
function splitPipeline(stages: readonly Value[]): { request: Request; rest: Value[] } {
  const rest = [...stages];
  const take = (name: string): Value => {
    const [stageName, argument] = rest.length > 0 ? parseStage(rest[0]) : [];
    if (stageName !== name) return undefined;
    rest.shift();
    return argument;
  };
  const filter = doc(take("$match"), "$match");
  const sort = sorting(take("$sort"), "$sort");
  const skip = count(0)(take("$skip"), "$skip");
  const limit = count(Infinity)(take("$limit"), "$limit");
  if (limit < 1) fail("BadValue", "the limit must be positive");
  return { request: { filter, sort, skip, limit }, rest };
}

function prepareStages(context: CommandContext, stages: readonly Value[], hint?: string): () => Doc[] {
  const { request, rest } = splitPipeline(stages);
  if (context.transaction && rest.some((stage) => parseStage(stage)[0] === "$unionWith")) {
    return fail("OperationNotSupportedInTransaction", "Operation not permitted in transaction");
  }
  const run = compilePipeline(rest, searchOf(context));
  return () => run(search(context, { ...request, hint }));
}

/** Runs pipelines on other collections in the command's transaction. */
const searchOf =
  (context: CommandContext): Search =>
  (collection, stages) => {
    const name = "collection";
    const body = { ...context.body, [name]: collection };
    return prepareStages({ ...context, name, body }, stages)();
  };

const aggregate = command(
  AGGREGATE_OPTIONS,
  (context, { pipeline, cursor, hint }) => {
    if (isNumber(context.body.aggregate)) return refuseFeature("an aggregation without a collection");
    const { batchSize } = parseOptions("aggregate.cursor", cursor, { batchSize: count(undefined) });
    const docs = runPipeline(prepareStages(context, pipeline, hint));
    return context.store.cursors.open(`${context.db}.${targetOf(context)}`, complete(docs), batchSize);
  },
  TRANSACTIONAL,
);

/** Counts without reading documents if a server does so too. */
function countCommitted(context: CommandContext, request: Request): number | undefined {
  const collection = findTarget(context);
  if (!collection) return 0;
  if (Object.keys(request.filter).length === 0) return collection.count;
  const plan = choosePlan(collection, request);
  return isExact(plan, request.filter) ? countByIndex(plan, request) : undefined;
}

/** Marks failures of the stages the way the server does. */
function runPipeline(run: () => Doc[]): Doc[] {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    error.message = `PlanExecutor error during aggregation :: caused by :: ${error.message}`;
    throw error;
  }
}

// Not allowed in a transaction, as on a server; drivers count there by aggregation.
const countCommand = command(COUNT_OPTIONS, (context, { query, skip, limit, hint }) => {
  const limitMs = limitMsOf(context);
  const request = { filter: query, sort: [], skip: 0, limit: skip + limit, hint, limitMs };
  const foundCount = countCommitted(context, request) ?? search(context, request).length;
  return { n: Math.max(0, Math.min(foundCount, skip + limit) - skip) };
});

const distinct = command(
  { key: text, query: doc },
  (context, { key, query }) => {
    const parts = key.split(".");
    const docs = search(context, { filter: query, sort: [], skip: 0, limit: Infinity });
    const exists = compileFilter({ [key]: { $exists: true } });
    const foundValues = docs.filter((doc) => exists(doc)).flatMap((doc) => keysAt(doc, parts));
    const reply = { values: unique(foundValues.filter((v) => v !== undefined)) };
    if (calculateObjectSize(reply) > MAX_DOCUMENT_BYTES)
      fail("BSONObjectTooLarge", "distinct too big, 16mb cap");
    return reply;
  },
  TRANSACTIONAL,
);

const getMore = command(
  { collection: text, batchSize: count(undefined) },
  ({ store, body }, { batchSize }) => store.cursors.next(body.getMore, batchSize),
  TRANSACTIONAL,
);

const killCursors = command(
  { cursors: list },
  ({ store }, { cursors }) => {
    const cursorsKilled = cursors.filter((id) => store.cursors.kill(id));
    const cursorsNotFound = cursors.filter((id) => !cursorsKilled.includes(id));
    return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] };
  },
  TRANSACTIONAL,
);

const explain = command({ verbosity: anyValue }, (context, { verbosity }) => {
  const body = doc(context.body.explain, "explain");
  const [name = "", ...fields] = Object.keys(body);
  const inner = { ...context, name, body };
  const ownFields = Object.fromEntries(
    fields.filter((field) => field !== "$db").map((field) => [field, body[field]]),
  );
  if (name === "find") {
    return explainReply(inner, verbosity, parseOptions(name, ownFields, FIND_OPTIONS), []);
  }
  if (name === "aggregate") {
    const { pipeline, hint } = parseOptions(name, ownFields, AGGREGATE_OPTIONS);
    const { request, rest } = splitPipeline(pipeline);
    return explainReply(inner, verbosity, { ...request, hint }, rest);
  }
  if (name === "count") {
    const { query, skip, limit, hint } = parseOptions(name, ownFields, COUNT_OPTIONS);
    return explainCount(inner, verbosity, { filter: query, sort: [], skip: 0, limit: skip + limit, hint });
  }
  return refuseFeature(`explain of ${name}`);
});

export const READ_COMMANDS: Readonly<Record<string, Command>> = {
  find,
  aggregate,
  count: countCommand,
  distinct,
  getMore,
  killCursors,
  explain,
};
