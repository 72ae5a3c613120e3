import { type GraphQLFieldResolver, type GraphQLSchema, buildSchema } from "graphql";
import { afterEach, describe, expect, it, vi } from "vitest";

import { type OperationContext, type Outcome, createExecuteOperation } from "./execute-operation.ts";
import { guardSchema } from "./guard-schema.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import { OPERATIONS_AT_ONCE } from "./operation-share.ts";

afterEach(() => vi.useRealTimers());

const CALLER = { issuer: "i", userId: "u", companyId: "c", privileged: false, expiresAt: 4_000_000_000 };
const ARRIVAL = { caller: CALLER, requestId: "r" };
const asIs = (outcome: Outcome) => outcome;

function schemaWith(resolve: GraphQLFieldResolver<unknown, OperationContext>): GraphQLSchema {
  const schema = buildSchema(
    "type Query { one: Int } type Mutation { set: Int } type Subscription { live: Int }",
  );
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) field.resolve = resolve;
  }
  return schema;
}

const executeOn = (resolve: GraphQLFieldResolver<unknown, OperationContext>) =>
  createExecuteOperation({
    schema: guardSchema(schemaWith(resolve), {}),
    lists: {},
    limits: { ...DEFAULT_LIMITS, answerBytes: 4 },
    contextOf: ({ share }) => ({ operation: share }),
  });

describe("an operation", () => {
  it("that waits for its place does not begin if its token has expired meanwhile", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
    const { promise: held, resolve: goOn } = Promise.withResolvers<number>();
    const resolve = vi.fn(() => held);
    const execute = executeOn(resolve);
    const ask = (expiresAt: number) =>
      execute({ query: "mutation { set }" }, { ...ARRIVAL, caller: { ...CALLER, expiresAt } }, asIs);
    const first = Array.from({ length: OPERATIONS_AT_ONCE }, () => ask(2_000));
    const inTime = ask(2_000);
    const late = ask(1_001);
    vi.setSystemTime(1_001_000);
    goOn(1);
    await expect(late).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    const answered = { result: { data: { set: 1 } } };
    expect(await inTime).toMatchObject(answered);
    expect(resolve).toHaveBeenCalledTimes(OPERATIONS_AT_ONCE + 1);
    expect(await Promise.all(first)).toMatchObject(first.map(() => answered));
  });

  it("keeps its place until its answer is delivered", async () => {
    const execute = executeOn(() => 1);
    const { promise: delivered, resolve: goOn } = Promise.withResolvers<void>();
    const first = Array.from({ length: OPERATIONS_AT_ONCE }, () =>
      execute({ query: "{ one }" }, ARRIVAL, async () => delivered),
    );
    const deliver = vi.fn(asIs);
    const next = execute({ query: "{ one }" }, ARRIVAL, deliver);
    await new Promise((proceed) => setImmediate(proceed));
    expect(deliver).not.toHaveBeenCalled();
    goOn();
    await Promise.all([...first, next]);
    expect(deliver).toHaveBeenCalledOnce();
  });

  it("ends its reads of the store once its answer is too large", async () => {
    const reads: unknown[] = [];
    const execute = executeOn((_source, _args, { operation }) => {
      operation.answer.add(5);
      const read = Promise.resolve(operation.pace(1));
      reads.push(read.catch((error: unknown) => error));
      return read.then(() => 1);
    });
    expect(await execute({ query: "{ one }" }, ARRIVAL, asIs)).toMatchObject({
      result: { errors: [{ extensions: { code: "ANSWER_TOO_LARGE" } }] },
    });
    expect(await Promise.all(reads)).toMatchObject([{ extensions: { code: "ANSWER_TOO_LARGE" } }]);
  });

  it("has one of three outcomes: a refusal, an answer, or a subscription that may begin", async () => {
    const execute = executeOn(() => 1);
    const outcomeOf = (query: string) => execute({ query }, ARRIVAL, asIs);
    expect(await outcomeOf("{ two }")).toHaveProperty("refused");
    expect(await outcomeOf("{ one }")).toHaveProperty("result");
    expect(await outcomeOf("subscription { live }")).toHaveProperty("begin");
  });

  it("is refused, if it is a subscription, when it and its variables are too long to be kept", async () => {
    const execute = executeOn(() => 1);
    const outcomeOf = (variables: object, comment = "") =>
      execute({ query: `subscription { live }${comment}`, variables: { ...variables } }, ARRIVAL, asIs);
    expect(await outcomeOf({ x: "x".repeat(4_000) })).toHaveProperty("begin");
    const refused = { refused: [{ extensions: { code: "QUERY_TOO_COMPLEX" } }] };
    expect(await outcomeOf({ x: "x".repeat(4_096) })).toMatchObject(refused);
    expect(await outcomeOf({}, " #".repeat(2_048))).toMatchObject(refused);
  });

  it("is given up, if it is a query, beyond the limit of its answer or a lower one of its transport", async () => {
    const execute = executeOn(() => 1);
    const answer = (query: string, answerMaxBytes?: number) =>
      execute({ query }, { ...ARRIVAL, ...(answerMaxBytes && { answerMaxBytes }) }, asIs);
    const tooLarge = { result: { errors: [{ extensions: { code: "ANSWER_TOO_LARGE" } }] } };
    expect(await answer("{ one }")).toMatchObject(tooLarge);
    expect(await answer("{ one }", 100)).toMatchObject({ result: { data: { one: 1 } } });
    expect(await answer("mutation { set }")).toMatchObject({ result: { data: { set: 1 } } });
  });
});
