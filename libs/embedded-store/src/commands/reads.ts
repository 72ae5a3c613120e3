import type { Collection } from "../collection.ts";
import { collectionName, type CommandContext, findCollection, readTransaction } from "../engine.ts";
import { fail, StoreError, unsupported } from "../errors.ts";
import { compileFilter } from "../filter.ts";
import { toNumber } from "../numbers.ts";
import { countByIndex } from "../index-count.ts";
import { equal, keyOf } from "../order.ts";
import { keysAt, type Trace } from "../paths.ts";
import { compilePipeline, parseStage } from "../pipeline.ts";
import type { PlanRequest } from "../planner.ts";
import { compileProjection } from "../projection.ts";
import { findHits } from "../query.ts";
import { parseSort } from "../sort.ts";
import { type Doc, isDoc, isNumber, MAX_DOCUMENT_BYTES, type Value } from "../values.ts";
import { type Command, docOption, listOption, numberOption } from "./command.ts";
import { explainReply } from "./explain.ts";
import { calculateObjectSize } from "bson";

/** What a find, count or distinct looks for. A limit of 0 is none; the skipped ones have to be found too. */
function parseRequest(body: Doc, filterField: string): PlanRequest & { skip: number } {
  const skip = numberOption(body, "skip", 0);
  const limit = Math.abs(toNumber(body.limit ?? 0)) || Infinity;
  return {
    filter: docOption(body, filterField),
    sort: parseSort(docOption(body, "sort")),
    limit: limit + skip,
    skip,
    ...(body.hint === undefined ? {} : { hint: body.hint }),
  };
}

const find: Command = {
  fields: [
    "filter",
    "sort",
    "projection",
    "hint",
    "skip",
    "limit",
    "batchSize",
    "singleBatch",
    "allowDiskUse",
  ],
  isTransactional: true,
  run(context) {
    const { body, engine, db, now } = context;
    const request = parseRequest(body, "filter");
    const hits = findHits(readTransaction(context), findCollection(context, body.find), request, now);
    const docs = hits.slice(request.skip).map(({ doc }) => doc);
    const projection = docOption(body, "projection");
    const shown =
      Object.keys(projection).length > 0 ? projectAll(docs, request.filter, projection, now) : docs;
    return engine.cursors.open(`${db}.${collectionName(body.find)}`, shown, {
      ...batchSizeOf(body),
      isSingle: body.singleBatch === true || toNumber(body.limit ?? 0) < 0,
    });
  },
};

const batchSizeOf = (body: Doc) => {
  const batchSize = numberOption(body, "batchSize", undefined);
  return batchSize === undefined ? {} : { batchSize };
};

/** Each document is matched again, to know which array element the filter meant by `field.$`. */
function projectAll(docs: readonly Doc[], filter: Doc, projection: Doc, now: Date): Doc[] {
  const test = compileFilter(filter, now);
  const project = compileProjection(projection, true, now);
  return docs.map((doc) => {
    const trace: Trace = { index: undefined };
    test(doc, trace);
    return project(doc, { root: doc, variables: {}, now }, trace);
  });
}

/** The stages at the head of a pipeline that a plan can take over, and the rest. */
function splitPipeline(stages: readonly Value[]): {
  request: PlanRequest;
  skip: number;
  rest: Value[];
} {
  const request: PlanRequest = { filter: {}, sort: [], limit: Infinity };
  let skip = 0;
  let at = 0;
  const take = (name: string): Value => {
    const [found, argument] = at < stages.length ? parseStage(stages[at]) : [undefined, undefined];
    if (found !== name) return undefined;
    at += 1;
    return argument;
  };
  const filter = take("$match");
  if (filter !== undefined)
    request.filter = isDoc(filter) ? filter : fail("FailedToParse", "$match takes an object");
  const sort = take("$sort");
  if (isDoc(sort)) request.sort = parseSort(sort);
  else if (sort !== undefined) fail("FailedToParse", "$sort takes an object");
  const skipped = take("$skip");
  if (skipped !== undefined) skip = toNumber(skipped);
  const limit = take("$limit");
  if (limit !== undefined) {
    if (!isNumber(limit) || toNumber(limit) < 1) fail("BadValue", "the limit must be positive");
    request.limit = toNumber(limit) + skip;
  }
  return { request, skip, rest: stages.slice(at) };
}

const aggregate: Command = {
  fields: ["pipeline", "cursor", "hint", "allowDiskUse"],
  isTransactional: true,
  run(context) {
    const { body, engine, db, now } = context;
    if (!isDoc(body.cursor))
      return fail("FailedToParse", "The 'cursor' option is required, except for explain");
    if (isNumber(body.aggregate)) return unsupported("an aggregation without a collection");
    const { request, skip, rest } = splitPipeline(listOption(body, "pipeline"));
    if (body.hint !== undefined) request.hint = body.hint;
    const pipeline = compilePipeline(rest, now);
    const collection = findCollection(context, body.aggregate);
    const counted = isCount(rest, skip, request) ? countCommitted(context, collection, request) : undefined;
    const hits = () => findHits(readTransaction(context), collection, request, now).slice(skip);
    const docs =
      counted === undefined ? runPipeline(() => pipeline(hits().map(({ doc }) => doc))) : countReply(counted);
    return engine.cursors.open(`${db}.${collectionName(body.aggregate)}`, docs, batchSizeOf(body.cursor));
  },
};

const COUNTING: Doc = { $group: { _id: 1, n: { $sum: 1 } } };

/** Whether a pipeline is the one by which drivers count documents. */
const isCount = (rest: readonly Value[], skip: number, { sort, limit }: PlanRequest) =>
  rest.length === 1 && equal(rest[0], COUNTING) && sort.length === 0 && skip === 0 && limit === Infinity;

const countReply = (n: number): Doc[] => (n > 0 ? [{ _id: 1, n }] : []);

/** Counts by an index, where that is possible and nothing else was asked for. */
function countCommitted(
  { transaction, engine }: CommandContext,
  collection: Collection | undefined,
  { filter, hint }: PlanRequest,
): number | undefined {
  if (transaction || !collection || hint !== undefined) return undefined;
  return countByIndex(engine.catalog, collection, filter);
}

/** Failures while documents go through the stages are marked as such by the server. */
function runPipeline(run: () => Doc[]): Doc[] {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    error.message = `PlanExecutor error during aggregation :: caused by :: ${error.message}`;
    throw error;
  }
}

const count: Command = {
  fields: ["query", "limit", "skip", "hint"],
  // As on a server: count in a transaction is done by aggregation.
  run(context) {
    const { body, now } = context;
    const request = parseRequest(body, "query");
    const collection = findCollection(context, body.count);
    const isPlain = Object.keys(request.filter).length === 0;
    const counted = isPlain ? (collection?.count ?? 0) : countCommitted(context, collection, request);
    const found =
      counted === undefined
        ? findHits(readTransaction(context), collection, request, now).length
        : Math.min(counted, request.limit);
    return { n: Math.max(0, found - request.skip) };
  },
};

const distinct: Command = {
  fields: ["key", "query", "hint"],
  isTransactional: true,
  run(context) {
    const { body, now } = context;
    if (typeof body.key !== "string") return fail("TypeMismatch", "'key' must be a string");
    const parts = body.key.split(".");
    const hits = findHits(
      readTransaction(context),
      findCollection(context, body.distinct),
      parseRequest(body, "query"),
      now,
    );
    const found = hits.flatMap(({ doc }) => presentValues(doc, parts));
    const reply = { values: [...new Map(found.map((v) => [keyOf(v), v])).values()] };
    if (calculateObjectSize(reply) > MAX_DOCUMENT_BYTES)
      fail("BSONObjectTooLarge", "distinct too big, 16mb cap");
    return reply;
  },
};

/** The values at a path that are really there: null counts, missing does not. */
function presentValues(doc: Doc, parts: readonly string[]): Value[] {
  const exists = compileFilter({ [parts.join(".")]: { $exists: true } }, new Date(0));
  return exists(doc) ? keysAt(doc, parts).filter((v) => v !== undefined) : [];
}

const getMore: Command = {
  fields: ["collection", "batchSize"],
  isTransactional: true,
  run: ({ engine, body }) => engine.cursors.next(body.getMore, numberOption(body, "batchSize", undefined)),
};

const killCursors: Command = {
  fields: ["cursors"],
  isTransactional: true,
  run({ engine, body }) {
    const cursorsKilled: Value[] = [];
    const cursorsNotFound: Value[] = [];
    for (const id of listOption(body, "cursors"))
      (engine.cursors.kill(id) ? cursorsKilled : cursorsNotFound).push(id);
    return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] };
  },
};

const explain: Command = {
  fields: ["verbosity"],
  run(context) {
    const { body } = context;
    const inner = docOption(body, "explain");
    const [name = ""] = Object.keys(inner);
    const collection = findCollection(context, inner[name]);
    if (name === "aggregate") {
      const { request, rest } = splitPipeline(listOption(inner, "pipeline"));
      return explainReply(context, collection, request, body.verbosity, rest);
    }
    const filterField = { find: "filter", count: "query", distinct: "query" }[name];
    if (filterField === undefined) return unsupported(`explain of ${name}`);
    return explainReply(context, collection, parseRequest(inner, filterField), body.verbosity, []);
  },
};

export const READ_COMMANDS: Readonly<Record<string, Command>> = {
  find,
  aggregate,
  count,
  distinct,
  getMore,
  killCursors,
  explain,
};
