import { BUILT_IN_KINDS, documentKinds } from "@countersign/contracts";
import {
  APPROVE_BY,
  REJECT_BY,
  SEAT_REASONS,
  WORKFLOW_APPROVAL_STATUSES,
  WORKFLOW_EVENT_TYPES,
  WORKFLOW_TASK_KINDS,
  WORKFLOW_TASK_STATUSES,
} from "@countersign/domain/approval";
import { HR_APPROVAL_KINDS, HR_APPROVAL_ROLES, HR_APPROVAL_STATUSES } from "@countersign/domain/hr";
import { APPROVAL_THRESHOLD_KINDS } from "@countersign/domain/inventory";
import { FINDING_CODES } from "@countersign/domain/routing";
import {
  GraphQLEnumType,
  GraphQLInterfaceType,
  GraphQLObjectType,
  getNamedType,
  isInputObjectType,
  printSchema,
} from "graphql";
import { describe, expect, it } from "vitest";

import { operationsOf } from "../../test/operations.ts";
import { DEFINITION_STATUSES } from "../definitions/index.ts";
import * as features from "../features.ts";
import type { GraphqlContext } from "./context.ts";
import type { Resolvers } from "./generated/resolver-types.ts";
import { createSchema } from "./schema.ts";

const schema = createSchema(BUILT_IN_KINDS);
const OPERATIONS = operationsOf(schema);
const operation = (name: string) => OPERATIONS.find((candidate) => candidate.name === name);
const argumentsOf = (name: string) =>
  (operation(name)?.field.args ?? []).map((argument) => `${argument.name}: ${String(argument.type)}`);
const resultOf = (name: string) => String(operation(name)?.field.type);

/** Input types that the specification names itself. */
const NAMED_BY_THE_SPECIFICATION: Readonly<Record<string, string>> = {
  findWorkflow: "QueryWorkflowInput",
  findMySubmissions: "WorkflowTaskSubmissionsPageInput",
  findOneWorkflowTask: "QueryWorkflowTaskInput",
  findOneWorkflowApproval: "QueryWorkflowApprovalInput",
  findWorkflowApproval: "QueryWorkflowApprovalInput",
};

it("the resolvers of every feature find what they use in the host's context, as the compiler checks", () => {
  const { sharedFeature: _scalars, ...others } = features;
  const all: Resolvers<GraphqlContext>[] = Object.values(others).flatMap((feature) =>
    "resolvers" in feature ? [feature.resolvers] : [],
  );
  expect(all.flatMap((resolvers) => Object.keys(resolvers.Query ?? {})).length).toBeGreaterThan(20);
});

describe("the names of the schema", () => {
  it("an input type is named after its operation, unless the specification names it [AE-GQL-01]", () => {
    const inputs = OPERATIONS.flatMap(({ name, field }) =>
      field.args
        .filter((argument) => argument.name === "input")
        .map(({ type }) => [name, String(type)] as const),
    );
    expect(inputs.length).toBeGreaterThan(20);
    for (const [name, type] of inputs) {
      const pascal = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
      expect(type.replace("!", "")).toBe(NAMED_BY_THE_SPECIFICATION[name] ?? pascal);
    }
  });

  /** With other arguments, by the specification or by the contracts. */
  const OTHERWISE = new Set([
    "actionApproval",
    "updateWorkflowApprovalStatus",
    "updateApprovalSettings",
    "updateNotificationPreferences",
    "publishWorkflow",
    "validateWorkflow",
    "workflowVersions",
    "workflowDiff",
    "publishRule",
    "saveRule",
    "discardRule",
    "switchRule",
    "orderRules",
  ]);

  /** Deletes of a run's records, which have no input for what every command on a run may carry (CTRL-1, CTRL-2). */
  const OF_RUNS = new Set(["deleteWorkflowTask", "deleteWorkflowApproval"]);

  /** Arguments of operations that take no other form. */
  const BARE = [
    "",
    "input",
    "input changeNote",
    "id",
    "read",
    "refId",
    "workflowId",
    "kind",
    "owner chat",
    "kind ruleId a b",
    "kind ruleId before take",
    "refId key skip take",
    "refId take before",
    "taskId idempotencyKey",
  ];

  const UPDATES = ["id input", "id input expectedVersion", "id input expectedVersion changeNote"];

  it("operations take one input, bare arguments, or an id and an input [AE-GQL-02] [AE-GQL-03]", () => {
    for (const { name, field } of OPERATIONS.filter((operation) => !OTHERWISE.has(operation.name))) {
      const names = field.args.map((argument) => argument.name).join(" ");
      if (name.startsWith("update")) expect(UPDATES).toContain(names);
      else if (OF_RUNS.has(name)) expect(names).toBe("id idempotencyKey expectedRevision");
      else if (name.startsWith("delete")) expect(["id", "id changeNote"]).toContain(names);
      else expect(BARE).toContain(names);
    }
    expect(argumentsOf("updateWorkflowApprovalStatus")).toEqual([
      "input: UpdateWorkflowApprovalStatusInput!",
    ]);
    expect(argumentsOf("updateApprovalSettings")).toEqual([
      "input: UpdateApprovalSettingsInput!",
      "expectedVersion: Int",
    ]);
    expect(argumentsOf("updateNotificationPreferences")).toEqual([
      "input: UpdateNotificationPreferencesInput!",
    ]);
    expect(argumentsOf("publishWorkflow")).toEqual([
      "input: PublishWorkflowInput!",
      "expectedVersion: Int",
      "changeNote: ChangeNoteInput",
    ]);
    expect(argumentsOf("validateWorkflow")).toEqual([
      "workflowId: ID",
      "stages: [PublishWorkflowStageInput!]",
      "facts: [FactDeclarationInput!]",
    ]);
    expect(argumentsOf("workflowVersions")).toEqual(["workflowId: ID!", "before: Int"]);
    expect(argumentsOf("workflowDiff")).toEqual(["workflowId: ID!", "a: Int!", "b: Int!"]);
    expect(argumentsOf("saveRule")).toEqual(["input: SaveRuleInput!", "expectedVersion: Int"]);
    const noted = "changeNote: ChangeNoteInput";
    expect(argumentsOf("discardRule")).toEqual(["id: ID!", "expectedVersion: Int", noted]);
    expect(argumentsOf("switchRule")).toEqual(["input: SwitchRuleInput!", noted]);
    expect(argumentsOf("orderRules")).toEqual(["input: OrderRulesInput!", noted]);
    expect(argumentsOf("publishRule")).toEqual([
      "id: ID!",
      "expectedVersion: Int",
      "expectedDraft: Int",
      "note: String",
      noted,
    ]);
    expect(argumentsOf("actionApproval")).toEqual(["taskId: ID!", "input: ActionApprovalInput!"]);
    expect(argumentsOf("findMyNotifications")).toEqual(["read: Boolean"]);
    expect(argumentsOf("workflowEvents")).toEqual(["refId: ID!"]);
    expect(argumentsOf("markNotificationRead")).toEqual(["id: ID!"]);
  });

  /** Mutations that change no run. */
  const OF_NO_RUN =
    /^(?:create|update|delete|publish|revoke|save|discard)\w*(?:Rule|Workflow|Stage|Approver|Policy|Threshold|Calendar|Group|Limit|Substitution|Settings|Preferences)$|^mark|View$|^answerJournalConfirmation$|^testWebhook$/u;

  it("every mutation on a run takes an idempotency key [CTRL-1]", () => {
    const onRuns = OPERATIONS.filter(({ kind, name }) => kind === "mutation" && !OF_NO_RUN.test(name));
    expect(onRuns.length).toBeGreaterThanOrEqual(9);
    const without = onRuns.filter(({ field }) => {
      const input = getNamedType(field.args.find(({ name }) => name === "input")?.type);
      const fields = isInputObjectType(input) ? Object.keys(input.getFields()) : [];
      return ![...fields, ...field.args.map(({ name }) => name)].includes("idempotencyKey");
    });
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  it("lists and records are of the types that the specification names [AE-GQL-04]", () => {
    expect(resultOf("findMyNotifications")).toBe("[WorkflowNotificationDto!]!");
    expect(resultOf("myPendingApprovals")).toBe("[Approval!]!");
    expect(resultOf("actionApproval")).toBe("Approval!");
    expect(resultOf("findWorkflowApproval")).toBe("[WorkflowApproval!]!");
    expect(resultOf("findMySubmissions")).toBe("WorkflowTaskSubmissionsPageResult!");
    for (const name of ["createHrApprovalPolicy", "updateHrApprovalPolicy", "deleteHrApprovalPolicy"]) {
      expect(resultOf(name)).toBe("HrApprovalPolicyDto!");
    }
    expect(String(schema.getSubscriptionType()?.getFields()["workflowNotificationAdded"]?.type)).toBe(
      "WorkflowNotificationDto!",
    );
  });

  it("every page is data and total [AE-GQL-05]", () => {
    const pages = OPERATIONS.filter(({ field }) => String(field.type).endsWith("PageResult!"));
    expect(pages).toHaveLength(16);
    for (const { field } of pages) {
      const type = schema.getType(String(field.type).replace("!", ""));
      if (!(type instanceof GraphQLObjectType)) throw new Error("a page that is no object");
      const fields = Object.values(type.getFields()).map((each) => `${each.name}: ${String(each.type)}`);
      const [data, total, ...ofCursors] = fields;
      expect([data, total]).toEqual([expect.stringMatching(/^data: \[\w+!\]!$/u), "total: Int!"]);
      // Pages whose total ends somewhere (contract-4, ONE-4), and those with a cursor (contract-3, READ-1).
      expect([
        [],
        ["totalIsLowerBound: Boolean!"],
        ["totalIsLowerBound: Boolean!", "next: String"],
        ["totalIsLowerBound: Boolean!", "next: String", "groups: [InboxGroup!]"],
      ]).toContainEqual(ofCursors);
    }
  });

  it("the records carry the base fields [AE-BASE-01]", () => {
    const base = schema.getType("BaseRecord");
    if (!(base instanceof GraphQLInterfaceType)) throw new Error("no base record");
    expect(Object.keys(base.getFields()).join(" ")).toBe(
      "_id companyId branchId ref documentCode documentDate createdAt updatedAt createdBy updatedBy deletedAt " +
        "canUpdate canView canDelete canPost",
    );
    expect(schema.getImplementations(base).objects.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "Workflow",
        "WorkflowStage",
        "WorkflowApprover",
        "WorkflowTask",
        "WorkflowApproval",
        "WorkflowEvent",
        "WorkflowNotificationDto",
      ]),
    );
  });

  it("no operation writes an event [AE-EVENT-08]", () => {
    const writers = OPERATIONS.filter(({ kind, name }) => kind === "mutation" && /event/iu.test(name));
    expect(writers).toEqual([]);
  });
});

describe("the enums of the schema", () => {
  it("have the kinds that a deployment adds, and are else as released [DOC-1]", () => {
    const grown = createSchema(documentKinds.parse("legal:Nda"));
    const type = grown.getType("WorkflowTaskKind");
    if (!(type instanceof GraphQLEnumType)) throw new Error("no kinds");
    expect(type.getValues().map(({ name }) => name)).toEqual([...WORKFLOW_TASK_KINDS, "Nda"]);
    expect(printSchema(grown).replaceAll("  Nda\n", "")).toBe(printSchema(schema));
  });

  it.each([
    ["[AE-WF-05] [AE-STAGE-05]", "WorkflowStatus", DEFINITION_STATUSES],
    ["[AE-STAGE-04]", "ApproveBy", APPROVE_BY],
    ["[AE-TASK-15]", "WorkflowTaskKind", WORKFLOW_TASK_KINDS],
    ["[AE-TASK-16]", "WorkflowTaskStatus", WORKFLOW_TASK_STATUSES],
    ["[AE-APPROVAL-08]", "WorkflowApprovalStatus", WORKFLOW_APPROVAL_STATUSES],
    ["[AE-EVENT-03]", "WorkflowEventType", WORKFLOW_EVENT_TYPES],
    ["[PPL-4]", "RejectBy", REJECT_BY],
    ["[PPL-5]", "SeatReason", SEAT_REASONS],
    ["[PPL-6]", "WorkflowFindingCode", FINDING_CODES],
    ["[AE-POLICY-01]", "HrApprovalKind", HR_APPROVAL_KINDS],
    ["[AE-FACADE-04]", "HrApprovalStatus", HR_APPROVAL_STATUSES],
    ["[AE-POLICY-03]", "HrApprovalRole", HR_APPROVAL_ROLES],
    ["[AE-THRESH-01]", "ApprovalThresholdKind", APPROVAL_THRESHOLD_KINDS],
  ])("%s %s has the values that are stored [AE-BASE-10]", (_, name, values) => {
    const type = schema.getType(name);
    if (!(type instanceof GraphQLEnumType)) throw new Error(`no enum ${name}`);
    expect(type.getValues().map((value) => value.name)).toEqual([...values]);
  });
});
