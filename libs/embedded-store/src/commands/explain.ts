import type { Collection } from "../collection.ts";
import type { CollectionIndex } from "../collection-index.ts";
import { type CommandContext, findTarget, readTransaction } from "../store.ts";
import { compilePipeline } from "../pipeline.ts";
import { choosePlan, isExact, type Plan } from "../planner.ts";
import { findHits, type Request, type Statistics } from "../query.ts";
import { type Doc, isDoc, type Value } from "../values.ts";

/**
 * The answer of `explain`, in the server's shape.
 *
 * @param rest the stages of a pipeline that run after the plan
 */
export function explainReply(
  context: CommandContext,
  verbosity: Value,
  request: Request,
  rest: readonly Value[],
): Doc {
  const collection = findTarget(context);
  compilePipeline(rest, () => []);
  const plan: Doc = {
    queryPlanner: {
      namespace: collection?.namespace ?? "",
      parsedQuery: request.filter,
      winningPlan: collection ? winningPlan(collection, request) : { stage: "EOF" },
      rejectedPlans: [],
    },
  };
  if (verbosity !== "queryPlanner") {
    const statistics: Statistics = { keysExamined: 0, docsExamined: 0 };
    const hits = findHits(readTransaction(context), collection, request, statistics);
    const isCovered = collection && groupsKeys(choosePlan(collection, request), request.filter, rest);
    plan.executionStats = {
      executionSuccess: true,
      nReturned: hits.length,
      totalKeysExamined: statistics.keysExamined,
      totalDocsExamined: isCovered ? 0 : statistics.docsExamined,
    };
  }
  return { explainVersion: "1", ...(rest.length === 0 ? plan : { stages: [{ $cursor: plan }, ...rest] }) };
}

/**
 * The answer of `explain` for a count. Like a server, a count reads no documents if the entries of an index answer the
 * conditions; it walks these instead.
 */
export function explainCount(context: CommandContext, verbosity: Value, request: Request): Doc {
  const collection = findTarget(context);
  const plan = collection && choosePlan(collection, request);
  const exact = plan && isExact(plan, request.filter);
  const reply = explainReply(context, verbosity, request, []);
  const { queryPlanner, executionStats } = reply as { queryPlanner: Doc; executionStats?: Doc };
  const inputStage =
    exact && plan.index
      ? { ...scanStage(plan.index, plan), ...(plan.intervals.length === 1 && { stage: "COUNT_SCAN" }) }
      : queryPlanner.winningPlan;
  const winning: Doc = { ...queryPlanner, winningPlan: { stage: "COUNT", inputStage } };
  if (!executionStats) return { ...reply, queryPlanner: winning };
  const statistics = { ...executionStats, nReturned: 0, ...(exact && { totalDocsExamined: 0 }) };
  return { ...reply, queryPlanner: winning, executionStats: statistics };
}

/**
 * Whether the matches are grouped by fields that the keys of the index have: a server then reads no documents. A field of
 * which some document has a list is in no key as a whole.
 */
function groupsKeys(plan: Plan, filter: Doc, [next]: readonly Value[]): boolean {
  const { index } = plan;
  if (index === undefined || !isDoc(next) || !isDoc(next.$group) || !isExact(plan, filter)) return false;
  const fields = fieldsIn(next.$group);
  const isKept = (field: string) =>
    index.fields.some(({ path }) => path === field) && !index.isMultikey(field);
  return fields.length > 0 && fields.every(isKept);
}

/** The fields that an expression refers to. */
function fieldsIn(expression: Value): string[] {
  if (typeof expression === "string") return expression.startsWith("$") ? [expression.slice(1)] : [];
  if (Array.isArray(expression)) return expression.flatMap(fieldsIn);
  return isDoc(expression) ? Object.values(expression).flatMap(fieldsIn) : [];
}

const scanStage = (index: CollectionIndex, { reverse }: Plan): Doc => ({
  stage: "IXSCAN",
  keyPattern: index.spec.key,
  indexName: index.spec.name,
  isMultiKey: index.isMultikey(),
  direction: reverse ? "backward" : "forward",
});

function winningPlan(collection: Collection, request: Request): Doc {
  const chosenPlan = choosePlan(collection, request);
  const { index, reverse, isSorted, mergeFrom } = chosenPlan;
  let plan: Doc = { stage: "COLLSCAN", direction: reverse ? "backward" : "forward" };
  if (index) {
    const scan = scanStage(index, chosenPlan);
    const inputStage = mergeFrom === undefined ? scan : { stage: "SORT_MERGE", inputStage: scan };
    plan = { stage: "FETCH", inputStage };
  }
  if (!isSorted) plan = { stage: "SORT", inputStage: plan };
  if (request.skip > 0) plan = { stage: "SKIP", skipAmount: request.skip, inputStage: plan };
  return request.limit < Infinity ? { stage: "LIMIT", limitAmount: request.limit, inputStage: plan } : plan;
}
