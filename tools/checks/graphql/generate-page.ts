import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  buildASTSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType,
  parse,
} from "graphql";

import { SCHEMAS } from "../../release/graphql/schemas.ts";
import { sdlOf } from "../../release/graphql/service-schema.ts";

const PAGE = join(import.meta.dirname, "../../../docs/graphql.md");

const HEADER = `# The engine's GraphQL

<!-- Generated from the SDL by \`npm run graphql\`. Do not edit. -->

\`POST /graphql\` of the approval engine, with \`authorization: Bearer <token>\`; subscriptions over the protocol \`graphql-transport-ws\` at the same address. \`GRAPHIQL=on\` (as in \`npm start\`) serves a browser for it at \`/graphiql\`, where the same texts stand.

- An error has a \`code\` in its \`extensions\`, and the exact text as its \`message\`. \`INVALID_INPUT\` names the field.
- Ids are 24 hexadecimal characters. Another company's record looks like a missing one.
- \`DOCUMENT_KINDS\` adds values to \`WorkflowTaskKind\`.
- Commands take an \`idempotencyKey\` where they may be repeated: the same key and input get the first answer again.

What waits for you, newest first, and a verdict on it:

\`\`\`graphql
query {
  inboxPage {
    data { _id ref kind title stageName }
  }
}
\`\`\`

\`\`\`graphql
mutation Decide($input: UpdateWorkflowApprovalStatusInput!) {
  updateWorkflowApprovalStatus(input: $input)
}
\`\`\`

with \`{ "input": { "taskId": "<_id>", "status": "APPROVED", "remark": "Fine" } }\`.
`;

/** Text of a cell of a table. */
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ").trim();
const code = (text: string): string => `\`${cell(text)}\``;

const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}

function argumentsOf(args: readonly GraphQLArgument[]): string {
  if (args.length === 0) return "";
  return args
    .map(({ name, type, description }) =>
      `${code(`${name}: ${String(type)}`)} ${cell(description ?? "")}`.trim(),
    )
    .join("<br>");
}

const byName = <T extends { name: string }>(items: Iterable<T>): T[] =>
  [...items].toSorted((left, right) => left.name.localeCompare(right.name, "en"));

type Operation = GraphQLField<unknown, unknown>;

function operations(title: string, fields: readonly Operation[]): string {
  const rows = fields.map(({ name, args, type, description }) => [
    code(name),
    argumentsOf(args),
    code(String(type)),
    cell(description ?? ""),
  ]);
  return `## ${title}\n\n${table(["operation", "arguments", "answer", "what it does"], rows)}\n`;
}

/** The operations of an app in which people decide, in the order in which it needs them. */
const OPERATIONS_OF_CLIENTS = [
  "viewer",
  "inboxPage",
  "inboxCounts",
  "inboxChanged",
  "runTasks",
  "documentTable",
  "workflowEvents",
  "updateWorkflowApprovalStatus",
  "decideMany",
  "withdrawVerdict",
  "reassignApproval",
  "mySubmissions",
  "recallDocument",
  "documentSearch",
  "createSubstitution",
];

/** @throws Error for an operation that the schema has no more */
function operationsOfClients(fields: readonly Operation[]): string {
  const operationNamed = (name: string): Operation => {
    const operation = fields.find((field) => field.name === name);
    if (operation === undefined) throw new Error(`there is no operation ${name}`);
    return operation;
  };
  return operations("The fifteen that a client needs", OPERATIONS_OF_CLIENTS.map(operationNamed));
}

function fieldRows(fields: readonly (GraphQLField<unknown, unknown> | GraphQLInputField)[]): string {
  const rows = fields.map((field) => {
    const args =
      "args" in field && field.args.length > 0
        ? `(${field.args.map(({ name, type }) => `${name}: ${String(type)}`).join(", ")})`
        : "";
    return [code(field.name + args), code(String(field.type)), cell(field.description ?? "")];
  });
  return table(["field", "type", "what it is"], rows);
}

function typeText(type: GraphQLNamedType): string {
  const about = type.description ? `${type.description}\n\n` : "";
  const head = `### ${type.name}\n\n${about}`;
  if (isEnumType(type)) {
    const rows = type.getValues().map(({ name, description }) => [code(name), cell(description ?? "")]);
    return `${head}${table(["value", "what it means"], rows)}\n`;
  }
  if (isUnionType(type))
    return `${head}${type
      .getTypes()
      .map(({ name }) => code(name))
      .join(", ")}\n`;
  if (isScalarType(type)) return head.trimEnd().concat("\n");
  return `${head}${fieldRows(Object.values(type.getFields()))}\n`;
}

function section(title: string, types: readonly GraphQLNamedType[]): string {
  return `## ${title}\n\n${byName(types).map(typeText).join("\n")}`;
}

function pageOf(schema: GraphQLSchema): string {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const [queries = [], mutations = [], subscriptions = []] = roots.map((type) =>
    byName(Object.values(type?.getFields() ?? {})),
  );
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type) && !roots.includes(type as never),
  );
  return [
    HEADER,
    operationsOfClients([...queries, ...mutations, ...subscriptions]),
    operations("Queries", queries),
    operations("Mutations", mutations),
    operations("Subscriptions", subscriptions),
    section(
      "Types",
      types.filter((type) => isObjectType(type) || isInterfaceType(type) || isUnionType(type)),
    ),
    section("Inputs", types.filter(isInputObjectType)),
    section("Enums", types.filter(isEnumType)),
    section("Scalars", types.filter(isScalarType)),
  ].join("\n");
}

/** The page of the engine's GraphQL, from its SDL. */
export function graphqlPage(): string {
  const [engine] = SCHEMAS;
  return pageOf(buildASTSchema(parse(sdlOf(engine!)), { assumeValidSDL: true }));
}

export function writePage(): void {
  writeFileSync(PAGE, graphqlPage());
}

/** Whether the committed page is what the SDL gives now. */
export const pageIsCurrent = (): boolean => readFileSync(PAGE, "utf8") === graphqlPage();
