import type { Collection } from "../collection.ts";
import { type CommandContext, findTarget, readTransaction } from "../engine.ts";
import { compilePipeline } from "../pipeline.ts";
import { choosePlan } from "../planner.ts";
import { findHits, type Request, type Statistics } from "../query.ts";
import type { Doc, Value } from "../values.ts";

/**
 * What `explain` answers, in the server's shape.
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
  compilePipeline(rest, context.now, () => []);
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
    plan.executionStats = {
      executionSuccess: true,
      nReturned: hits.length,
      totalKeysExamined: statistics.keysExamined,
      totalDocsExamined: statistics.docsExamined,
    };
  }
  return { explainVersion: "1", ...(rest.length === 0 ? plan : { stages: [{ $cursor: plan }, ...rest] }) };
}

function winningPlan(collection: Collection, request: Request): Doc {
  const { index, reverse, isSorted } = choosePlan(collection, request);
  const direction = reverse ? "backward" : "forward";
  let plan: Doc = { stage: "COLLSCAN", direction };
  if (index) {
    const { key: keyPattern, name: indexName } = index.spec;
    const inputStage = { stage: "IXSCAN", keyPattern, indexName, isMultiKey: index.isMultikey(), direction };
    plan = { stage: "FETCH", inputStage };
  }
  if (!isSorted) plan = { stage: "SORT", inputStage: plan };
  if (request.skip > 0) plan = { stage: "SKIP", skipAmount: request.skip, inputStage: plan };
  return request.limit < Infinity ? { stage: "LIMIT", limitAmount: request.limit, inputStage: plan } : plan;
}
