import { createHash } from "node:crypto";

import type { VerifyToken } from "@countersign/auth";
import { testTokens, useTestStore } from "@countersign/testing";
import type { InjectOptions } from "fastify";
import { getIntrospectionQuery } from "graphql";
import { describe, expect, it } from "vitest";

import { aCompany, countAll } from "../../test/engine-fixture.ts";
import { bearerOf, useBus, useReplica } from "../../test/graphql-fixture.ts";

const store = await useTestStore();
const bus = useBus();
const { app, as } = await useReplica(store, bus);
const user = aCompany().user();
const authorization = await bearerOf(user);

const verifyNothing: VerifyToken = () => Promise.reject(new Error("connect ECONNREFUSED 10.0.0.1:443"));

async function post(payload: unknown, headers: InjectOptions["headers"] = { authorization }) {
  const answer = await app.inject({
    method: "POST",
    url: "/graphql",
    headers: { "content-type": "application/json", ...headers },
    payload: typeof payload === "string" ? payload : JSON.stringify(payload),
  });
  const body = JSON.parse(answer.body) as {
    errors?: { message: string; extensions: object }[];
    data?: unknown;
  };
  return { status: answer.statusCode, headers: answer.headers, body };
}

describe("the credential", () => {
  it("is asked for before anything else is looked at [CT-AUTH-06] [CT-AUTH-08] [AE-AUTH-01]", async () => {
    for (const payload of [{ query: "{ __typename }" }, { query: 5 }, "{ not json"]) {
      const { status, headers, body } = await post(payload, {});
      expect(status).toBe(401);
      expect(headers["www-authenticate"]).toMatch(/^Bearer /u);
      expect(body).toEqual({
        statusCode: 401,
        code: "UNAUTHENTICATED",
        error: "Unauthorized",
        message: "A bearer token is required",
      });
    }
  });

  it("is refused when it is expired, foreign, unsigned or rubbish [CT-AUTH-03] [CT-AUTH-04]", async () => {
    const claims = { sub: user.userId, companyId: user.companyId };
    const [header, payload] = (await testTokens().sign(claims)).split(".");
    const none = Buffer.from('{"alg":"none"}').toString("base64url");
    const refused = [
      await testTokens({ secret: "another secret that nobody told us of" }).bearer(claims),
      await testTokens({ issuer: "https://elsewhere.test" }).bearer(claims),
      await testTokens({ audience: "somebody else" }).bearer(claims),
      `Bearer ${none}.${payload}.`,
      `Bearer ${header}.${payload}.`,
      "Bearer rubbish",
      "Basic dXNlcjpwYXNz",
    ];
    for (const bad of refused) {
      const { status, headers } = await post({ query: "{ __typename }" }, { authorization: bad });
      expect(status).toBe(401);
      expect(headers["www-authenticate"]).toMatch(/^Bearer /u);
    }
  });

  it("does not reveal why it could not be checked [CT-PROC-09] [CT-AUTH-09]", async () => {
    const replica = await useReplica(store, bus, { verify: verifyNothing });
    const { statusCode, body } = await replica.app.inject({
      method: "POST",
      url: "/graphql",
      headers: { authorization },
      payload: { query: "{ __typename }" },
    });
    expect(statusCode).toBe(500);
    expect(body).not.toContain("ECONNREFUSED");
  });
});

describe("a request with parts that say nothing", () => {
  it.each([
    { extensions: null },
    { variables: null },
    { operationName: null },
    { operationName: "" },
    { persisted: null },
  ])("is like one without %j [FIX-4]", async (parts) => {
    const { status, body } = await post({ query: "{ __typename }", ...parts });
    expect({ status, body }).toEqual({ status: 200, body: { data: { __typename: "Query" } } });
  });
});

describe("a malformed request", () => {
  const refusals: [string, unknown, RegExp][] = [
    ["no object", "5", /body must be object/u],
    ["a batch", [{ query: "{ __typename }" }], /body must be object/u],
    ["no query", {}, /Unknown query/u],
    ["a number for a query", { query: 5 }, /query: must be a GraphQL document/u],
    ["a syntax tree for a query", { query: '{"kind":"Document","definitions":[]}' }, /query: must be/u],
    ["a syntax error", { query: "{ workflowPage(" }, /Syntax Error/u],
    [
      "variables that are a list",
      { query: "{ __typename }", variables: [] },
      /body\/variables must be object/u,
    ],
    [
      "variables that are text",
      { query: "{ __typename }", variables: "x" },
      /body\/variables must be object/u,
    ],
    ["extensions that are a number", { query: "{ __typename }", extensions: 5 }, /body\/extensions must be/u],
    ["a field that is not there", { query: "{ nope }" }, /Cannot query field "nope"/u],
    [
      "two operations and no name",
      { query: "query A { __typename } query B { __typename }" },
      /operation name/u,
    ],
    ["an unknown operation", { query: "query A { __typename }", operationName: "B" }, /Unknown operation/u],
    ["a subscription", { query: "subscription { workflowNotificationAdded { _id } }" }, /over WebSocket/u],
    [
      "an unknown enum value",
      { query: "{ workflowTaskPage(input: { status: ARCHIVED }) { total } }" },
      /"ARCHIVED" does not exist in "WorkflowTaskStatus"/u,
    ],
    [
      "a fraction for a whole number",
      {
        query: "query Q($input: WorkflowTaskPageInput) { workflowTaskPage(input: $input) { total } }",
        variables: { input: { take: 1.5 } },
      },
      /"input.take"; Int cannot represent non-integer value: 1.5/u,
    ],
    [
      "a field that the input lacks",
      {
        query: "query Q($input: WorkflowTaskPageInput) { workflowTaskPage(input: $input) { total } }",
        variables: { input: { page: 1 } },
      },
      /Field "page" is not defined/u,
    ],
  ];
  it.each(refusals)("with %s is a 400 in GraphQL's shape with a code", async (_, payload, message) => {
    const { status, body } = await post(payload);
    expect(status).toBe(400);
    expect(body.data ?? null).toBeNull();
    expect(body.errors).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(message) as string,
        extensions: expect.objectContaining({ code: "BAD_USER_INPUT" }) as object,
      }),
    ]);
  });

  it("is refused by its form before it is read", async () => {
    expect(await post("{ not json")).toMatchObject({
      status: 400,
      body: { code: "FST_ERR_CTP_INVALID_JSON_BODY" },
    });
    expect(await post(" ".repeat(300_000))).toMatchObject({ status: 413 });
    expect(await post("<x/>", { authorization, "content-type": "text/xml" })).toMatchObject({ status: 415 });
  });

  it("is refused when it asks for too much, whatever the variables hide", async () => {
    const tooMany = `{ ${Array.from({ length: 30 }, (_, n) => `a${n}: __typename`).join(" ")} }`;
    const deep = `{ ${"a { ".repeat(12)} b ${"} ".repeat(12)} }`;
    const long = `{ ${"x ".repeat(2_100)} }`;
    const costly = `query Q($input: WorkflowTaskPageInput) { ${["a", "b", "c", "d"]
      .map((name) => `${name}: workflowTaskPage(input: $input) { data { approvals { approver { _id } } } }`)
      .join(" ")} }`;
    expect((await post({ query: tooMany })).body.errors?.[0]?.extensions).toEqual({
      code: "QUERY_TOO_COMPLEX",
    });
    // Other rules are skipped: some take time with the square of the fields.
    expect((await post({ query: deep })).body.errors?.map(({ extensions }) => extensions)).toEqual([
      { code: "QUERY_TOO_COMPLEX" },
    ]);
    expect((await post({ query: long })).body.errors?.[0]?.message).toMatch(/more that 2000 tokens/u);
    expect((await post({ query: costly, variables: { input: { take: 10 } } })).status).toBe(200);
    const refused = await post({
      query: costly.replace(
        "a:",
        "e: workflowTaskPage(input: $input) { data { approvals { approver { _id } } } } a:",
      ),
      variables: { input: { take: 100 } },
    });
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ extensions: { code: "QUERY_TOO_COMPLEX" } }] },
    });
  });

  it("is judged by its variables and its operation each time, though its text is parsed once", async () => {
    const query = `query Page($input: WorkflowTaskPageInput) { a: ${SEATS} b: ${SEATS} c: ${SEATS} d: ${SEATS} e: ${SEATS} }
      query Type { __typename }`;
    const ask = async (fields: object) => (await post({ query, ...fields })).body.errors?.[0]?.message;
    const page = (take: number) => ask({ operationName: "Page", variables: { input: { take } } });
    expect(await page(10)).toBeUndefined();
    expect(await page(100)).toMatch(/^The query costs/u);
    expect(await ask({ operationName: "Type" })).toBeUndefined();
    expect(await ask({})).toMatch(/^The operation name is missing/u);
    expect(await ask({ operationName: "Other" })).toBe('Unknown operation named "Other"');
    expect(await page(10)).toBeUndefined();
  });

  it("writes nothing", async () => {
    expect(await countAll(store)).toBe(0);
  });
});

/** The approvers of a page of tasks. */
const SEATS = "workflowTaskPage(input: $input) { data { approvals { approver { _id } } } }";

describe("an answer", () => {
  it("carries the code, the reason, the field and the text of a failure, and the numbers of list items [TEXT-1]", async () => {
    const { status, errors } = await as(user).ask('{ findWorkflow(input: { _id: "zz" }) { _id } }');
    expect(status).toBe(200);
    expect(errors).toEqual([
      {
        message: "_id: must be 24 hexadecimal characters",
        locations: [{ line: 1, column: 3 }],
        path: ["findWorkflow"],
        extensions: {
          code: "BAD_USER_INPUT",
          reason: "INVALID_INPUT",
          field: "_id",
          textCode: "input.invalid",
          params: { field: "_id", fault: "must be 24 hexadecimal characters" },
        },
      },
    ]);
  });

  it.each([
    ["{ workflowPage(input: { take: 0 }) { total } }", "take: must be at least 1", "take"],
    ["{ workflowPage(input: { take: 101 }) { total } }", "take: must be at most 100", "take"],
    ["{ workflowPage(input: { skip: -1 }) { total } }", "skip: must be at least 0", "skip"],
    ['{ findWorkflow(input: { name: "" }) { _id } }', "name: must not be empty", "name"],
    [
      `{ workflowPage(input: { keyword: "${"x".repeat(201)}" }) { total } }`,
      "keyword: must have at most 200 characters",
      "keyword",
    ],
    ['{ workflowEvents(refId: "1") { _id } }', "refId: must be 24 hexadecimal characters", "refId"],
    [
      "{ findOneWorkflowTask(input: {}) { _id } }",
      "at least one of _id, refId, runId, workflowId, stageId, kind, status, archived is required",
      undefined,
    ],
  ])("names the field at fault: %s [AE-GQL-06]", async (query, message, field) => {
    const { errors } = await as(user).ask(query);
    expect(errors).toMatchObject([{ message, extensions: { code: "BAD_USER_INPUT" } }]);
    expect(errors?.[0]?.extensions["field"]).toBe(field);
  });

  it("describes every type and field to a client that may see them", async () => {
    const { data } = await as(user).ask(getIntrospectionQuery());
    const { types } = (
      data as {
        __schema: {
          types: {
            name: string;
            description: string | null;
            fields?: { description: string | null }[] | null;
          }[];
        };
      }
    ).__schema;
    const own = types.filter(({ name }) => !name.startsWith("__"));
    expect(own.length).toBeGreaterThan(50);
    expect(
      own.flatMap(({ fields }) => fields ?? []).filter(({ description }) => description === null),
    ).toEqual([]);
    expect(own.filter(({ description }) => description === null)).toEqual([]);
  });

  it("is the same for a query sent by its hash", async () => {
    const query = "{ workflowPage { total } }";
    const sha256Hash = createHash("sha256").update(query).digest("hex");
    const extensions = { persistedQuery: { version: 1, sha256Hash } };
    expect(await post({ extensions })).toMatchObject({
      status: 400,
      body: { errors: [{ message: "PersistedQueryNotFound" }] },
    });
    const first = await post({ query, extensions });
    expect(first).toMatchObject({ status: 200, body: { data: { workflowPage: { total: 0 } } } });
    expect((await post({ extensions })).body).toEqual(first.body);
    expect((await post({ query: "{ __typename }", extensions })).status).toBe(400);
  });
});

describe("other ways in", () => {
  it("has queries by POST only [CT-PROC-05]", async () => {
    for (const method of ["GET", "HEAD"] as const) {
      const { statusCode, headers } = await app.inject({
        method,
        url: "/graphql?query={__typename}",
        headers: { authorization },
      });
      expect(statusCode).toBe(405);
      expect(headers.allow).toBe("POST");
    }
    const { statusCode } = await app.inject({ method: "PUT", url: "/graphql", headers: { authorization } });
    expect(statusCode).toBe(405);
  });

  it("shows GraphiQL in development only, without a credential", async () => {
    expect((await app.inject("/graphiql")).statusCode).toBe(404);
    const development = await useReplica(store, bus, { graphiql: true });
    const { statusCode, headers } = await development.app.inject("/graphiql");
    expect(statusCode).toBe(200);
    expect(headers["content-security-policy"]).toContain("unpkg.com");
    expect((await development.app.inject("/graphiql/../graphql")).statusCode).toBe(401);
  });
});
