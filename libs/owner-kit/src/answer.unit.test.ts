import { RequestRefused, RequestUnanswered } from "@countersign/bus";
import { describe, expect, it } from "vitest";
import { answerTo, failureOf } from "./answer.ts";

describe("the answer to a request", () => {
  it("is the reply", async () => {
    expect(await answerTo(Promise.resolve({ tasks: [] }))).toEqual({
      kind: "accepted",
      reply: { tasks: [] },
    });
  });

  it.each([
    ["a refusal", new RequestRefused(404, "Workflow not found"), "refused"],
    ["a fault of the engine", new RequestRefused(500, "Internal error"), "unknown"],
    ["an engine that has too much to do", new RequestRefused(429, "Too many at once"), "unknown"],
    ["an overloaded engine", new RequestRefused(503, "Overloaded"), "unknown"],
    ["no engine", new RequestUnanswered("nobody", { possiblyHandled: false }), "unreached"],
    ["no answer in time", new RequestUnanswered("late", { possiblyHandled: true }), "unknown"],
  ])("of %s has its own kind", async (_, error, kind) => {
    expect(await answerTo(Promise.reject(error))).toEqual({ kind, error });
  });

  it("is not made of any other error", async () => {
    await expect(answerTo(Promise.reject(new TypeError("a fault of ours")))).rejects.toThrow(TypeError);
  });
});

describe("the failure for the caller", () => {
  it.each([
    [400, "INVALID_INPUT"],
    [403, "FORBIDDEN"],
    [404, "NOT_FOUND"],
    [409, "CONFLICT"],
  ])("of a refusal with %i is %s, with the exact text [MSG-RPC-10]", (code, expected) => {
    const error = new RequestRefused(code, "The exact text");
    expect(failureOf({ kind: "refused", error })).toMatchObject({
      code: expected,
      message: "The exact text",
    });
  });

  it("of too many requests at once is that, for the caller too [OPS-5]", () => {
    const error = new RequestRefused(429, "Too many requests at once");
    expect(failureOf({ kind: "unknown", error })).toMatchObject({
      code: "TOO_MANY_REQUESTS",
      message: "Too many requests at once",
    });
  });

  it("of anything else says that the engine did not answer, and no more", () => {
    const error = new RequestRefused(500, "a detail of the engine");
    expect(failureOf({ kind: "unknown", error })).toMatchObject({
      code: "UNAVAILABLE",
      message: "The approval engine did not answer",
    });
  });
});
