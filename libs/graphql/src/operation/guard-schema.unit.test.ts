import { setImmediate as nextTurn } from "node:timers/promises";

import { buildSchema, execute, parse } from "graphql";
import { describe, expect, it, onTestFinished } from "vitest";

import { createRotation } from "@countersign/concurrency";

import { createAnswerSize } from "./answer-size.ts";
import { guardSchema, type OperationShare, SHARE } from "./guard-schema.ts";

const LISTS = { "Query.findMyNotifications": 500 };
const MESSAGES = "type Query { findMyNotifications: [Message!]! } type Message { text: String }";

/** Runs a query on a list of so many messages, under the share of one operation. */
function ask(query: string, count: number, operation: OperationShare) {
  const findMyNotifications = Array.from({ length: count }, () => ({ text: "12345678" }));
  return Promise.resolve(
    execute({
      schema: guardSchema(buildSchema(MESSAGES), LISTS),
      document: parse(query),
      rootValue: { findMyNotifications },
      contextValue: { [SHARE]: operation },
    }),
  );
}

async function countTurnsUntil(end: Promise<unknown>): Promise<number> {
  const over = new AbortController();
  void end.then(() => over.abort());
  let turns = 0;
  while (!over.signal.aborted) {
    await nextTurn();
    turns += 1;
  }
  return turns;
}

function shareOf(maxBytes: number): OperationShare {
  const rotation = createRotation();
  return { answer: createAnswerSize(maxBytes), turn: (values) => rotation("ann", values) };
}

describe("the lists of the schema", () => {
  it("cannot be served without a maximum", () => {
    expect(() => guardSchema(buildSchema("type Query { all: [Int!]! }"), LISTS)).toThrow(
      "Query.all: a list field needs its maximum among the list limits",
    );
  });

  it("never hold more items than their maximum", async () => {
    const { data } = await ask("{ findMyNotifications { text } }", 600, shareOf(Infinity));
    expect(data?.["findMyNotifications"]).toHaveLength(500);
  });

  it("are resolved in several turns of the event loop when they are long", async () => {
    const fields = Array.from({ length: 40 }, (_, n) => `t${n}: text`).join(" ");
    const answer = ask(`{ findMyNotifications { ${fields} } }`, 500, shareOf(Infinity));
    const turns = countTurnsUntil(answer);
    const { data } = await answer;
    expect(data?.["findMyNotifications"]).toHaveLength(500);
    // 20,500 values.
    expect(await turns).toBeGreaterThanOrEqual(10);
  });
});

async function failLater(): Promise<string> {
  await nextTurn();
  throw new Error("late");
}
function refuse(): string {
  throw new Error("no text");
}

describe("a list of which an item fails", () => {
  const STRICT =
    "type Query { findMyNotifications: [Message!]! } type Message { text: String! late: String! }";
  const query = "{ findMyNotifications { text late } }";

  /** The answer to the query, and what failed without anybody waiting for it. */
  async function askStrictly(findMyNotifications: unknown[], operation: OperationShare) {
    const lost: unknown[] = [];
    const note = (reason: unknown): void => void lost.push(reason);
    process.on("unhandledRejection", note);
    onTestFinished(() => void process.off("unhandledRejection", note));
    const answer = await execute({
      schema: guardSchema(buildSchema(STRICT), LISTS),
      document: parse(query),
      rootValue: { findMyNotifications },
      contextValue: { [SHARE]: operation },
    });
    // Node reports lost rejections once a turn is over.
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    return { answer, lost };
  }

  const sound = { text: "a", late: failLater };

  it.each([
    ["is missing", null, []],
    ["lacks a field", { text: null, late: "b" }, ["text"]],
    ["throws", { text: refuse, late: "b" }, ["text"]],
  ])("and %s leaves no failure of another item without a reader", async (_case, faulty, at) => {
    const { answer, lost } = await askStrictly([sound, faulty, sound], shareOf(Infinity));
    expect(answer).toMatchObject({ data: null, errors: [{ path: ["findMyNotifications", 1, ...at] }] });
    expect(lost).toEqual([]);
  });

  it("because the answer is too large leaves no failure of another item without a reader", async () => {
    const items = Array.from({ length: 500 }, (_, index) =>
      index === 0 ? sound : { text: "1".repeat(100), late: "b" },
    );
    const { answer, lost } = await askStrictly(items, shareOf(12_000));
    expect(answer.data).toBeNull();
    expect(lost).toEqual([]);
  });
});

describe("the size of an answer", () => {
  it("is known to be too large beyond its bound, and the work for it stops", async () => {
    const operation = shareOf(2_000);
    let resolved = 0;
    const findMyNotifications = Array.from({ length: 500 }, () => ({
      text: () => {
        resolved += 1;
        return "12345678";
      },
    }));
    const { data } = await execute({
      schema: guardSchema(buildSchema(MESSAGES), LISTS),
      document: parse("{ findMyNotifications { text } }"),
      rootValue: { findMyNotifications },
      contextValue: { [SHARE]: operation },
    });
    expect(operation.answer.excess).toMatchObject({
      message: "The answer has more than the 2000 bytes allowed: ask for fewer rows or fields",
      extensions: { code: "ANSWER_TOO_LARGE" },
    });
    expect(resolved).toBeLessThan(250);
    expect(data).toBeNull();
  });

  it("is about the size of its JSON, names of types included", async () => {
    for (const fields of ["text", "a: text b: text", "one: __typename two: __typename", "...f"]) {
      const operation = shareOf(Infinity);
      const query = `{ findMyNotifications { ${fields} } } fragment f on Message { text }`;
      const { data } = await ask(query, 100, operation);
      const length = JSON.stringify(data).length;
      expect(operation.answer.bytes).toBeGreaterThan(length * 0.8);
      expect(operation.answer.bytes).toBeLessThan(length * 1.2);
    }
  });
});
