import { type GraphQLFieldResolver, type GraphQLSchema, buildSchema } from "graphql";
import { afterEach, describe, expect, it, vi } from "vitest";

import { createRotation, RUNNING_PER_USER } from "@countersign/concurrency";
import { createUserLanes } from "@countersign/service-kit";

import { guardSchema } from "../operation/guard-schema.ts";
import { DEFAULT_LIMITS } from "../operation/limits.ts";
import { createExecuteOperation } from "./execute-operation.ts";

afterEach(() => vi.useRealTimers());

const CALLER = { issuer: "i", userId: "u", companyId: "c", privileged: false, expiresAt: 4_000_000_000 };

async function* live() {
  yield { live: 1 };
}

function schemaWith(resolve: GraphQLFieldResolver<unknown, object>): GraphQLSchema {
  const schema = buildSchema(
    "type Query { one: Int } type Mutation { set: Int } type Subscription { live: Int }",
  );
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) field.resolve = resolve;
  }
  schema.getSubscriptionType()!.getFields()["live"]!.subscribe = live;
  return schema;
}

function executeOn(resolve: GraphQLFieldResolver<unknown, object>, answerBytes = 4) {
  const execute = createExecuteOperation(
    {
      schema: guardSchema(schemaWith(resolve), {}),
      lists: {},
      limits: DEFAULT_LIMITS,
      contextOf: () => ({}),
      rotation: createRotation(),
      lanes: createUserLanes(),
    },
    answerBytes,
  );
  return (
    query: string,
    {
      variables = {},
      expiresAt = CALLER.expiresAt,
      ...claims
    }: { variables?: object; expiresAt?: number; isAuditor?: true } = {},
  ) => execute({ query, variables: { ...variables } }, { ...CALLER, expiresAt, ...claims }, "r");
}

describe("an operation", () => {
  it("of an auditor changes nothing, which is said before its arguments are judged [AUD-1]", async () => {
    const resolve = vi.fn(() => 1);
    const execute = executeOn(resolve, 1_000);
    for (const query of ["mutation { set }", "mutation { set(unknown: 1) }", "mutation ($n: Int!) { set }"]) {
      const outcome = await execute(query, { isAuditor: true });
      expect(outcome).toMatchObject({ refused: [{ message: "An auditor changes nothing" }] });
    }
    expect(resolve).not.toHaveBeenCalled();
    expect(await execute("{ one }", { isAuditor: true })).toMatchObject({ result: { data: { one: 1 } } });
  });

  it("that waits for its place does not begin if its token has expired meanwhile", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
    const { promise: held, resolve: goOn } = Promise.withResolvers<number>();
    const resolve = vi.fn(() => held);
    const execute = executeOn(resolve);
    const ask = (expiresAt: number) => execute("mutation { set }", { expiresAt });
    const first = Array.from({ length: RUNNING_PER_USER }, () => ask(2_000));
    const inTime = ask(2_000);
    const late = ask(1_001);
    vi.setSystemTime(1_001_000);
    goOn(1);
    await expect(late).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    const answered = { result: { data: { set: 1 } } };
    expect(await inTime).toMatchObject(answered);
    expect(resolve).toHaveBeenCalledTimes(RUNNING_PER_USER + 1);
    expect(await Promise.all(first)).toMatchObject(first.map(() => answered));
  });

  it("is refused, answered, or a subscription that goes on", async () => {
    const execute = executeOn(() => 1);
    expect(await execute("{ two }")).toHaveProperty("refused");
    expect(await execute("{ one }")).toHaveProperty("result");
    const live = (await execute("subscription { live }")) as { result: AsyncGenerator };
    expect(await live.result.next()).toMatchObject({ value: { data: { live: 1 } } });
  });

  it("is refused, if it is a subscription, when it and its variables are too long to be kept", async () => {
    const execute = executeOn(() => 1);
    const outcomeOf = (variables: object, comment = "") =>
      execute(`subscription { live }${comment}`, { variables: { ...variables } });
    expect(await outcomeOf({ x: "x".repeat(4_000) })).toHaveProperty("result");
    const refused = { refused: [{ extensions: { code: "QUERY_TOO_COMPLEX" } }] };
    expect(await outcomeOf({ x: "x".repeat(4_096) })).toMatchObject(refused);
    expect(await outcomeOf({}, " #".repeat(2_048))).toMatchObject(refused);
  });

  it("is given up, if it is a query, beyond the limit of its answer", async () => {
    const tooLarge = { result: { data: null, errors: [{ extensions: { code: "ANSWER_TOO_LARGE" } }] } };
    expect(await executeOn(() => 1)("{ one }")).toMatchObject(tooLarge);
    expect(await executeOn(() => 1, 100)("{ one }")).toMatchObject({ result: { data: { one: 1 } } });
    expect(await executeOn(() => 1)("mutation { set }")).toMatchObject({ result: { data: { set: 1 } } });
  });
});
