import { leaveCompany, testTokens, useTestStore } from "@countersign/testing";
import { getIntrospectionQuery } from "graphql";
import { describe, expect, it } from "vitest";
import { newId } from "@countersign/mongo";
import { ask, COMPANY } from "../../test/gate.ts";
import { useGate } from "../../test/use-gate.ts";

const store = await useTestStore();
const { gate, admin } = await useGate(store);

const post = (body: string, headers: Record<string, string> = { authorization: admin }) =>
  fetch(`${gate.internalUrl}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });

/** The first error of an answer. */
async function errorOf(query: string) {
  const { errors } = await ask(gate, admin, query);
  return errors?.[0];
}

describe("the GraphQL endpoint", () => {
  it("answers 401 before it looks at the body [VG-WRITE-10] [CT-AUTH-06]", async () => {
    for (const authorization of ["", "Bearer", "Bearer garbage"]) {
      const response = await post("{ nope", { authorization });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toMatch(/^Bearer /);
    }
  });

  it("answers 403 to a user who has left the company, in spite of a valid token [FIX-2]", async () => {
    const leaver = { companyId: COMPANY, userId: newId() };
    await leaveCompany(store, leaver);
    const claims = { sub: leaver.userId, companyId: COMPANY, privileged: true };
    const response = await post("{}", { authorization: await testTokens().bearer(claims) });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ message: "You have left the company" });
  });

  it.each([
    ["no JSON", "{ nope"],
    ["no query", "{}"],
    ["a query that is no text", '{"query":5}'],
    ["a syntax tree", JSON.stringify({ query: JSON.stringify({ kind: "Document", definitions: [] }) })],
    ["an unknown field", '{"query":"{ secrets }"}'],
    ["a list", "[]"],
    ["variables that are no object", '{"query":"{ config { _id } }","variables":5}'],
    ["too deep a query", JSON.stringify({ query: `{ config ${"{ warnings ".repeat(9)}${"}".repeat(9)} }` })],
    [
      "too many aliases",
      JSON.stringify({
        query: `{ ${Array.from({ length: 300 }, (_, n) => `a${n}: config { _id }`).join(" ")} }`,
      }),
    ],
    ["an unknown operation", '{"query":"query a { config { _id } }","operationName":"b"}'],
  ])("answers 400 to %s", async (_case, body) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(await response.text()).not.toMatch(/Internal|at .*\.ts/);
  });

  it("refuses queries for too many records and operations without a type, by the rules of every GraphQL surface", async () => {
    const pages = Array.from({ length: 21 }, (_, n) => `p${n}: configHistory(take: 100) { data { action } }`);
    expect(await errorOf(`{ ${pages.join(" ")} }`)).toMatchObject({
      message: "The query has rootFields 21, more than the 20 allowed",
      extensions: { code: "QUERY_TOO_COMPLEX" },
    });
    expect(await errorOf("subscription { config { _id } }")).toMatchObject({
      message: "Schema is not configured to execute subscription operation.",
      extensions: { code: "BAD_USER_INPUT" },
    });
  });

  it("describes its schema to those who may ask", async () => {
    const { data } = await ask(gate, admin, getIntrospectionQuery());
    expect(data).toHaveProperty("__schema.queryType.name", "Query");
  });

  it("answers 413 to a body that is too large, and 405 to GET", async () => {
    expect(
      (await post(JSON.stringify({ query: "{ config { _id } }", variables: { x: "y".repeat(70_000) } })))
        .status,
    ).toBe(413);
    const response = await fetch(`${gate.internalUrl}/graphql?query={config{_id}}`, {
      headers: { authorization: admin },
    });
    expect(response.status).toBe(405);
  });
});
