import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";

/** One field of Query or Mutation. */
export interface Operation {
  kind: "query" | "mutation";
  name: string;
  field: GraphQLField<unknown, unknown>;
}

/** A document that runs one operation with its arguments in variables. */
export interface Call {
  query: string;
  variables: Record<string, unknown>;
}

/** Every operation of the schema, so that a test over it meets the new ones too. */
export function operationsOf(schema: GraphQLSchema): Operation[] {
  const fieldsOf = (kind: Operation["kind"], type: ReturnType<GraphQLSchema["getQueryType"]>) =>
    Object.values(type?.getFields() ?? {}).map((field) => ({ kind, name: field.name, field }));
  return [...fieldsOf("query", schema.getQueryType()), ...fieldsOf("mutation", schema.getMutationType())];
}

/** Queries that another service answers, over the broker. */
const ELSEWHERE = new Set(["journalConfirmation"]);

/** Every query that reads the engine's store. */
export const storeQueriesOf = (schema: GraphQLSchema): Operation[] =>
  operationsOf(schema).filter(({ kind, name }) => kind === "query" && !ELSEWHERE.has(name));

/** Levels of records that an answer contains, below the operation itself. */
const SELECTED_LEVELS = 3;
/** The same of lists whose records are large. */
const LEVELS_OF: Readonly<Record<string, number>> = { orderRules: 0, replayRules: 1 };

/** A call of an operation that asks for everything its answer can show, so many levels deep. */
export function callOf(
  { kind, name, field }: Operation,
  variables: Record<string, unknown>,
  mostLevels = SELECTED_LEVELS,
): Call {
  const levels = Math.min(mostLevels, LEVELS_OF[name] ?? mostLevels);
  const givenArguments = field.args.filter((argument) => argument.name in variables);
  const declarations = givenArguments
    .map((argument) => `$${argument.name}: ${String(argument.type)}`)
    .join(", ");
  const passedArguments = givenArguments.map((argument) => `${argument.name}: $${argument.name}`).join(", ");
  const head = declarations === "" ? "" : `(${declarations})`;
  const call = passedArguments === "" ? name : `${name}(${passedArguments})`;
  return { query: `${kind} Call${head} { ${call} ${selectionOf(field.type, levels)} }`, variables };
}

/** Fields that cost more than a query may where they are asked of everybody in a run, or of all workflows of a page. */
const EXPENSIVE: ReadonlySet<string> = new Set([
  "User.away",
  "UserGroup.members",
  "Workflow.facts",
  "WorkflowApproval.reasonGroup",
  "WorkflowStage.approvers",
  "WorkflowStage.escalate",
  "WorkflowStage.remind",
]);

function selectionOf(type: GraphQLOutputType, levels: number): string {
  const namedType = getNamedType(type);
  if (!isObjectType(namedType)) return "";
  const fields = Object.values(namedType.getFields())
    .filter((field) => levels > 0 || !isCompositeType(getNamedType(field.type)))
    .filter((field) => !EXPENSIVE.has(`${namedType.name}.${field.name}`) || levels > 2)
    .map((field) => `${field.name} ${selectionOf(field.type, levels - 1)}`);
  return `{ ${fields.join(" ")} }`;
}

/** Makes the value of one input field or argument; `undefined` leaves an optional one out. */
export type ValueMaker = (type: GraphQLInputType, path: readonly string[], isRequired: boolean) => unknown;

/** The arguments of an operation, each leaf made by the maker. */
export function argumentsOf({ field }: Operation, make: ValueMaker): Record<string, unknown> {
  return objectOf(field.args, [], make);
}

function objectOf(
  fields: readonly (GraphQLArgument | GraphQLInputField)[],
  path: readonly string[],
  make: ValueMaker,
): Record<string, unknown> {
  const values = fields.map(({ name, type }) => [name, valueOf(type, [...path, name], make)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function valueOf(type: GraphQLInputType, path: readonly string[], make: ValueMaker): unknown {
  const isRequired = isNonNullType(type);
  const bare: GraphQLInputType = isRequired ? type.ofType : type;
  if (isListType(bare)) {
    const item = valueOf(bare.ofType, path, make);
    return item === undefined ? undefined : [item];
  }
  if (isInputObjectType(bare)) {
    const value = objectOf(Object.values(bare.getFields()), path, make);
    return isRequired || Object.keys(value).length > 0 ? value : undefined;
  }
  return make(bare, path, isRequired);
}

/** Texts of a document that not every text is sound for, by their field. */
const CODES: Readonly<Record<string, string>> = {
  amount: "1250.5",
  amountAbove: "1250.5",
  currency: "EUR",
  date: "2027-03-01",
  expectedRevision: "0.1",
  fact: "changed",
  from: "09:00",
  fromDate: "2027-03-01",
  key: "changed",
  of: "SUBMITTER",
  query: "kind=Leave",
  sha256: "0f".repeat(32),
  timeZone: "Europe/Berlin",
  to: "17:00",
  untilDate: "2027-03-05",
  upTo: "1250.5",
  url: "https://example.com/changed",
};

/** Fields that exclude another one of their input, which is given instead. */
const EXCLUDED: ReadonlySet<string> = new Set(["closed", "businessHours", "hours"]);

/** Days of the rungs of a ladder by their field, so that they ascend. */
const DAYS: Readonly<Record<string, number>> = { remind: 1, after: 2, endAfter: 3 };

/** Whether only numbers, codes and addresses are sound for a text. */
export function isCode(path: readonly string[]): boolean {
  return (path.at(-1) ?? "") in CODES;
}

/** A sound value for a leaf that is no id, different for each write where possible. */
export function soundValue(type: GraphQLInputType, path: readonly string[]): unknown {
  if (EXCLUDED.has(path.at(-1) ?? "")) return undefined;
  if (path.at(-1) === "businessDays") return DAYS[path.at(-2) ?? ""] ?? 1;
  if (String(type) === "DateTime") return "2027-03-01T09:00:00Z";
  if (isEnumType(type)) {
    const names = type.getValues().map(({ name }) => name);
    return names.includes("APPROVED") ? "APPROVED" : names[0];
  }
  if (isCode(path)) return CODES[path.at(-1) ?? ""];
  return { String: "changed", Int: 1, Float: 1, Boolean: true, FactValue: "changed" }[String(type)];
}
