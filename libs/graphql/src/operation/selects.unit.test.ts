import { type GraphQLResolveInfo, buildSchema, graphql } from "graphql";
import { expect, it } from "vitest";

import { selects } from "./selects.ts";

const SCHEMA =
  "type Query { page: Page } type Page { data: [Task!]! } type Task { title: String, document: Task }";

/** Whether the query asks for the documents of the page's tasks. */
async function asks(query: string): Promise<boolean> {
  let answer: boolean | undefined;
  const data = (_args: unknown, _context: unknown, info: GraphQLResolveInfo) => {
    answer = selects(info, "document");
    return [];
  };
  const { errors } = await graphql({
    schema: buildSchema(SCHEMA),
    source: query,
    rootValue: { page: { data } },
  });
  expect(errors).toBeUndefined();
  expect(answer).toBeDefined();
  return answer === true;
}

it.each([
  ["by name", "{ page { data { title document { title } } } }"],
  ["under an alias", "{ page { data { it: document { title } } } }"],
  [
    "in a fragment",
    "{ page { data { ...f } } } fragment f on Task { ...g } fragment g on Task { document { title } }",
  ],
  ["in an inline fragment", "{ page { data { ... on Task { document { title } } } } }"],
  ["in one of two selections of the list", "{ page { data { title } data { document { title } } } }"],
  ["under a directive", "{ page { data { title document @include(if: false) { title } } } }"],
])("a field is selected %s", async (_title, query) => {
  expect(await asks(query)).toBe(true);
});

it.each([
  ["nowhere", "{ page { data { title } } }"],
  ["as an alias of another one", "{ page { data { document: title } } }"],
  [
    "in a fragment that is used elsewhere",
    "{ ...f page { data { title } } } fragment f on Query { __typename }",
  ],
])("a field is not selected %s", async (_title, query) => {
  expect(await asks(query)).toBe(false);
});
