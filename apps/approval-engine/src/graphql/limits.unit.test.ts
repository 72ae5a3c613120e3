import { BUILT_IN_KINDS } from "@countersign/contracts";
import { getIntrospectionQuery, parse, specifiedRules, validate } from "graphql";
import { describe, expect, it } from "vitest";

import { DEFAULT_LIMITS, affordableCost, limitRule } from "@countersign/graphql";
import { createSchema, listLimits } from "./schema.ts";

const schema = createSchema(BUILT_IN_KINDS);
const faultsOf = (query: string) =>
  validate(schema, parse(query), [...specifiedRules, limitRule(DEFAULT_LIMITS)]).map(
    ({ message }) => message,
  );
const repeat = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(" ");

const repeatRoot = (count: number, field: string) => `{ ${repeat(count, (n) => `a${n}: ${field}`)} }`;

/** The largest page that a console shows. */
const FULL_PAGE = "workflowTaskPage(input: { take: 100 }) { ...p }";
const TASKS = `fragment p on WorkflowTaskPageResult { total data { _id ref title status canUpdateStatus stage { name }
  approvals { status remark approver { name } } } }`;

const affords = (text: string, variableValues?: Record<string, unknown>) => () =>
  affordableCost(
    { schema, lists: listLimits(BUILT_IN_KINDS), limits: DEFAULT_LIMITS },
    { document: parse(text), variableValues },
  );

describe("limits of a document", () => {
  it("lets introspection and a rich page through", () => {
    expect(faultsOf(getIntrospectionQuery())).toEqual([]);
    expect(
      faultsOf(`{ workflowTaskPage { total data { _id title stage { name } approvals { approver { name } }
        workflow { stages { name } creator { name } } order { discount { value } } canUpdateStatus } } }`),
    ).toEqual([]);
  });

  it("refuses too many aliases and too many operations in one, also inside fragments", () => {
    expect(faultsOf(`{ ${repeat(21, (n) => `a${n}: __typename`)} }`)).toEqual([
      "The query has rootFields 21, more than the 20 allowed",
    ]);
    expect(faultsOf(`fragment f on Query { ${repeat(21, (n) => `a${n}: __typename`)} } { ...f }`)).toEqual([
      "The query has rootFields 21, more than the 20 allowed",
    ]);
    expect(faultsOf(`{ findMyNotifications { ${repeat(51, (n) => `a${n}: message`)} } }`)).toEqual([
      "The query has aliases 51, more than the 50 allowed",
    ]);
  });

  it("counts the fields of a fragment wherever it is spread", () => {
    const doubling = repeat(10, (n) => `fragment f${n} on Workflow { ...f${n + 1} ...f${n + 1} }`);
    const query = `${doubling} fragment f10 on Workflow { name } { findWorkflow(input: {name: "x"}) { ...f0 } }`;
    expect(faultsOf(query)).toEqual([
      `The query has fields ${2 ** 10 + 1}, more than the ${DEFAULT_LIMITS.fields} allowed`,
    ]);
  });

  it("refuses deep nesting, which the schema's own depth does not reach", () => {
    const deep = parse(`{ a { a { a { a { a { a { a { a { a { a { a } } } } } } } } } } }`);
    const messages = validate(schema, deep, [limitRule(DEFAULT_LIMITS)]).map(({ message }) => message);
    expect(messages).toEqual(["The query has depth 11, more than the 10 allowed"]);
  });

  it("leaves a fragment that spreads itself to graphql-js", () => {
    expect(faultsOf("fragment a on Query { ...b } fragment b on Query { ...a } { ...a }")).toEqual([
      'Cannot spread fragment "a" within itself via "b".',
    ]);
  });
});

describe("the cost of an operation", () => {
  const query = `query Q($input: WorkflowTaskPageInput) { workflowTaskPage(input: $input) {
    data { approvals { approver { _id } } workflow { stages { _id } creator { _id } } } } }`;

  it("depends on the variables", () => {
    const fourTimes = `query Q($input: WorkflowTaskPageInput) { a: workflowTaskPage(input: $input) { ...p }
      b: workflowTaskPage(input: $input) { ...p } c: workflowTaskPage(input: $input) { ...p } d: workflowTaskPage(input: $input) { ...p } }
      fragment p on WorkflowTaskPageResult { data { approvals { approver { _id } }
        workflow { stages { _id } creator { _id } } } }`;
    expect(affords(query, { input: { take: 100 } })).not.toThrow();
    expect(affords(fourTimes, { input: { take: 20 } })).not.toThrow();
    expect(affords(fourTimes, { input: { take: 100 } })).toThrow(
      /^The query costs 201204, more than the 160000/u,
    );
  });

  it("counts lists as long as they can be, under every alias", () => {
    expect(affords(`{ ${FULL_PAGE} } ${TASKS}`)).not.toThrow();
    expect(affords(`{ ${FULL_PAGE} b: ${FULL_PAGE} c: ${FULL_PAGE} d: ${FULL_PAGE} } ${TASKS}`)).toThrow(
      /costs 160804, more than the 160000/u,
    );
    expect(affords(repeatRoot(20, 'workflowEvents(refId: "x") { metadata { ref } }'))).not.toThrow();
    const stages = "workflowPage(input: { take: 100 }) { data { stages { _id } } }";
    expect(affords(repeatRoot(15, stages))).not.toThrow();
    expect(affords(repeatRoot(16, stages))).toThrow("The query costs 161616");
  });

  it("is bounded more closely for a mutation, whose answer cannot be given up", () => {
    const mutation = 'updateWorkflowTask(id: "x", input: {}) { approvals { approver { _id } } }';
    expect(affords(`mutation ${repeatRoot(20, mutation)}`)).not.toThrow();
    const twice = mutation.replace("approver { _id }", "a: approver { _id } b: approver { _id }");
    expect(affords(`mutation ${repeatRoot(20, twice)}`)).toThrow(
      "The query costs 12020, more than the 10000 allowed",
    );
  });

  it("counts a page without a size as one of the default size", () => {
    expect(affords(query)).not.toThrow();
  });

  it("leaves room for one introspection, but not for twenty", () => {
    expect(affords(getIntrospectionQuery())).not.toThrow();
    expect(affords(`{ ${repeat(20, (n) => `s${n}: __schema { types { name } }`)} }`)).toThrow(
      /costs 400000/u,
    );
  });
});
