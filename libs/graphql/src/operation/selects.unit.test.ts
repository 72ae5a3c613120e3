import { type GraphQLResolveInfo, buildSchema, graphql } from "graphql";
import { expect, it } from "vitest";

import { selectedFields, selects } from "./selects.ts";

const SCHEMA =
  "type Query { page: Page } type Page { data: [Task!]! } type Task { title: String, document: Task }";

/** Whether the query asks for a field of the page's tasks, by default for their documents. */
async function asks(query: string, ...path: [string?, ...string[]]): Promise<boolean> {
  const [field = "document", ...inIt] = path;
  let answer: boolean | undefined;
  const data = (_args: unknown, _context: unknown, info: GraphQLResolveInfo) => {
    answer = selects(info, field, ...inIt);
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

it.each([
  ["in it", "{ page { data { document { title } } } }", true],
  [
    "in it, through fragments",
    "{ page { data { ...f } } } fragment f on Task { document { ... on Task { title } } }",
    true,
  ],
  ["beside it only", "{ page { data { title document { document { document { title } } } } } }", false],
])("a field is looked for %s", async (_title, query, expected) => {
  expect(await asks(query, "document", "title")).toBe(expected);
});

it("names the fields that are selected, each once", async () => {
  let names: Set<string> | undefined;
  const data = (_args: unknown, _context: unknown, info: GraphQLResolveInfo) => {
    names = selectedFields(info, "document");
    return [];
  };
  const source = `{ page { data { title document { a: title ...f } document { title } } } }
    fragment f on Task { ... on Task { document { title } __typename } }`;
  const { errors } = await graphql({ schema: buildSchema(SCHEMA), source, rootValue: { page: { data } } });
  expect(errors).toBeUndefined();
  expect([...names!]).toEqual(["title", "document", "__typename"]);
});
