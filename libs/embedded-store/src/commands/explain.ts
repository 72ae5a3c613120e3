import type { Collection } from "../collection.ts";
import { type CommandContext, readTransaction } from "../engine.ts";
import { compilePipeline } from "../pipeline.ts";
import { choosePlan, type PlanRequest } from "../planner.ts";
import { findHits, type Statistics } from "../query.ts";
import type { Doc, Value } from "../values.ts";

/**
 * What `explain` answers, in the server's shape.
 *
 * @param rest the stages of a pipeline that run after the plan
 */
export function explainReply(
  context: CommandContext,
  collection: Collection | undefined,
  request: PlanRequest,
  verbosity: Value,
  rest: readonly Value[],
): Doc {
  compilePipeline(rest, context.now);
  const queryPlanner: Doc = {
    namespace: collection?.namespace ?? "",
    parsedQuery: request.filter,
    winningPlan: collection ? winningPlan(collection, request) : { stage: "EOF" },
    rejectedPlans: [],
  };
  const plan: Doc = { queryPlanner };
  if (verbosity !== "queryPlanner") {
    const statistics: Statistics = { keysExamined: 0, docsExamined: 0 };
    const hits = findHits(readTransaction(context), collection, request, context.now, statistics);
    plan.executionStats = {
      executionSuccess: true,
      nReturned: hits.length,
      totalKeysExamined: statistics.keysExamined,
      totalDocsExamined: statistics.docsExamined,
    };
  }
  return { explainVersion: "1", ...(rest.length === 0 ? plan : { stages: [{ $cursor: plan }, ...rest] }) };
}

function winningPlan(collection: Collection, request: PlanRequest): Doc {
  const { index, intervals, reverse, isSorted } = choosePlan(collection, request);
  const direction = reverse ? "backward" : "forward";
  const source: Doc = index
    ? {
        stage: "FETCH",
        inputStage: {
          stage: "IXSCAN",
          keyPattern: index.spec.key,
          indexName: index.spec.name,
          isMultiKey: index.isMultikey(),
          isUnique: index.spec.unique === true,
          direction,
          indexBounds: { intervals: intervals.map(({ low, high }) => ({ low: [...low], high: [...high] })) },
        },
      }
    : { stage: "COLLSCAN", direction };
  const sortPattern = Object.fromEntries(
    request.sort.map(({ parts, direction: by }) => [parts.join("."), by]),
  );
  const sorted: Doc = isSorted ? source : { stage: "SORT", sortPattern, inputStage: source };
  return request.limit < Infinity
    ? { stage: "LIMIT", limitAmount: request.limit, inputStage: sorted }
    : sorted;
}
