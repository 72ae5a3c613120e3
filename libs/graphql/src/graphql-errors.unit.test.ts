import { DomainError } from "@countersign/domain/errors";
import { GraphQLError } from "graphql";
import { describe, expect, it, vi } from "vitest";
import { formatGraphqlError, formatAnswer } from "./graphql-errors.ts";

const wrap = (originalError: Error) =>
  new GraphQLError(originalError.message, { originalError, path: ["updateConfig"] });

describe("the form of a GraphQL error", () => {
  it("of the domain has its code, reason and field [CT-AUTH-08]", () => {
    const error = wrap(new DomainError("INVALID_INPUT", "orderNo: too large", { field: "orderNo" }));
    expect(formatGraphqlError(error, { error: vi.fn() })).toEqual({
      message: "orderNo: too large",
      path: ["updateConfig"],
      extensions: { code: "BAD_USER_INPUT", reason: "INVALID_INPUT", field: "orderNo" },
    });
  });

  it("of an unforeseen failure is bare, and logged [CT-AUTH-09]", () => {
    const log = { error: vi.fn() };
    const cause = new Error("E11000 duplicate key at db-1.internal");
    expect(formatGraphqlError(wrap(cause), log)).toEqual({
      message: "Internal error",
      path: ["updateConfig"],
      extensions: { code: "INTERNAL_SERVER_ERROR" },
    });
    expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ err: cause }), expect.any(String));
  });

  it("of a store that is away names the outage, and logs its cause [CT-AUTH-09]", () => {
    const log = { error: vi.fn() };
    const cause = Object.assign(new Error("read ECONNRESET db-1.internal"), { code: "ECONNRESET" });
    expect(formatGraphqlError(wrap(cause), log)).toEqual({
      message: "The store is not available; try again",
      path: ["updateConfig"],
      extensions: {
        code: "SERVICE_UNAVAILABLE",
        reason: "UNAVAILABLE",
        textCode: "passing.store",
        params: {},
      },
    });
    expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ err: cause }), expect.any(String));
  });

  it("of a refused document has its own message", () => {
    const error = new GraphQLError('Cannot query field "x" on type "Query".');
    expect(formatGraphqlError(error, { error: vi.fn() })).toMatchObject({
      message: error.message,
      extensions: { code: "BAD_USER_INPUT" },
    });
  });
});

describe("the status of a GraphQL answer", () => {
  const log = { error: vi.fn() };

  it("is 400 for a document that was refused before any resolver ran", () => {
    const errors = [new GraphQLError("Syntax Error: Unexpected <EOF>.")];
    expect(formatAnswer({ errors, data: null }, log)).toMatchObject({
      statusCode: 400,
      response: { data: null, errors: [{ message: errors[0]!.message }] },
    });
  });

  it("is 200 for a resolver that failed [CT-PROC-09]", () => {
    const errors = [wrap(new Error("a bug"))];
    expect(formatAnswer({ errors, data: null }, log).statusCode).toBe(200);
  });

  it("never depends on the errors of a validation that mercurius wraps", () => {
    const inner = [new GraphQLError("first"), new GraphQLError("second")];
    const outer = new GraphQLError("Graphql validation error", {
      originalError: Object.assign(new Error("Graphql validation error"), { errors: inner }),
    });
    const { response } = formatAnswer({ errors: [outer] }, log);
    expect(response.errors?.map(({ message }) => message)).toEqual(["first", "second"]);
  });
});
