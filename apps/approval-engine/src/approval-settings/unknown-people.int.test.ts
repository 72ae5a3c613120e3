import { BUILT_IN_KINDS, RPC } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { type GraphQLInputType, getNamedType, isInputObjectType } from "graphql";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

import { daysFrom } from "../../test/days-from.ts";
import { aCompany, engineOn, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { operationsOf } from "../../test/operations.ts";
import { addStaff } from "../../test/service-fixture.ts";
import type { Caller } from "../engine.ts";
import { createSchema } from "../graphql/schema.ts";

const store = await useTestStore();
const engine = await engineOn(store);

const STRANGER = "f".repeat(24);
const company = aCompany();
const { companyId } = company;
const admin = company.user({ privileged: true });
const submitter = company.user();
const approver = company.user();
const colleague = company.user();
const owner = (caller: Caller): Caller => ({ ...caller, isService: true });
const STAGE = { name: "First", order: 1, approveBy: "ANY" } as const;

const directory = store.db.collection("users");
const enter = async (...people: Caller[]) =>
  directory.insertMany(
    people.map((one) => ({ _id: toObjectId(one.userId), companyId: toObjectId(one.companyId), name: "Ann" })),
  );
const setUnknown = async (caller: Caller, unknownPeople: "ACCEPT" | "REFUSE") =>
  engine.updateApprovalSettings(caller, { unknownPeople, onAmend: "ASK_AGAIN" });

let workflowId = "";
let stageId = "";
let approverRow = "";
let employeeId = "";
/** A task of a new document, which waits for the approver. */
const aTask = async (): Promise<{ taskId: string; refId: string }> => {
  const { refId, tasks } = await submitNew(engine, submitter, stagesOf([approver]));
  return { refId, taskId: tasks[0]!._id };
};

beforeAll(async () => {
  ({ employeeId } = await addStaff(store, companyId, newId));
  await enter(admin, submitter, approver, colleague);
  await engine.seedCompany(companyId);
  workflowId = (await engine.workflows.create(admin, { name: "Purchases" }))._id;
  stageId = (await engine.stages.create(admin, { ...STAGE, workflowId }))._id;
  approverRow = (await engine.approvers.create(admin, { stageId, approverId: approver.userId }))._id;
  await engine.thresholds.create(admin, {
    kind: "SalesOrder",
    workflowId,
    amountThreshold: 100,
    enabled: true,
  });
  await engine.updateApprovalSettings(admin, { thresholdsEnabled: true });
  await setUnknown(admin, "REFUSE");
});

const submit = (fields: object) =>
  engine.submitDocument(owner(submitter), {
    refId: newId(),
    kind: "Leave",
    submitterId: submitter.userId,
    dynamicStages: stagesOf([approver]),
    ...fields,
  });
const anOrder = () => ({ _id: newId(), kind: "SalesOrder" as const, totalAmount: 500 });
const written = (title: string) => ({ document: { title, editorIds: [STRANGER] } });

const LIMIT = { kind: "SalesOrder", currency: "EUR", upTo: "100" };
/** Levels of a policy with a stranger beside the manager. */
const LEVELS = [
  { role: "MANAGER", order: 1, approveBy: "ANY", approvers: [{ approverId: STRANGER }] },
] as const;

/** A command for each field that takes a person; each names a stranger there, and nowhere else. */
const COMMANDS: Record<string, { field: string; send: () => Promise<unknown> }> = {
  "createWorkflowStage.input.approverIds": {
    field: "approverIds.1",
    send: () =>
      engine.stages.create(admin, { ...STAGE, workflowId, approverIds: [approver.userId, STRANGER] }),
  },
  "createWorkflowStage.input.approvers.approverId": {
    field: "approvers.0.approverId",
    send: () => engine.stages.create(admin, { ...STAGE, workflowId, approvers: [{ approverId: STRANGER }] }),
  },
  "saveRule.input.stages.approverIds": {
    field: "stages.0.approverIds.0",
    send: () =>
      engine.saveRule(admin, { kind: "SalesOrder", stages: [{ name: "A", approverIds: [STRANGER] }] }),
  },
  "saveRule.input.stages.approvers.approverId": {
    field: "stages.0.approvers.0.approverId",
    send: () =>
      engine.saveRule(admin, {
        kind: "SalesOrder",
        stages: [{ name: "A", approvers: [{ approverId: STRANGER }] }],
      }),
  },
  "updateWorkflowStage.input.approverIds": {
    field: "approverIds.0",
    send: () => engine.stages.update(admin, stageId, { approverIds: [STRANGER] }),
  },
  "updateWorkflowStage.input.approvers.approverId": {
    field: "approvers.0.approverId",
    send: () => engine.stages.update(admin, stageId, { approvers: [{ approverId: STRANGER }] }),
  },
  "publishWorkflow.input.stages.approverIds": {
    field: "stages.0.approverIds.0",
    send: () =>
      engine.publishWorkflow(admin, { name: "New", stages: [{ name: "One", approverIds: [STRANGER] }] }),
  },
  "publishWorkflow.input.stages.approvers.approverId": {
    field: "stages.0.approvers.0.approverId",
    send: () =>
      engine.publishWorkflow(admin, {
        name: "New",
        stages: [{ name: "One", approvers: [{ approverId: STRANGER }] }],
      }),
  },
  "createWorkflowApprover.input.approverId": {
    field: "approverId",
    send: () => engine.approvers.create(admin, { stageId, approverId: STRANGER }),
  },
  "updateWorkflowApprover.input.approverId": {
    field: "approverId",
    send: () => engine.approvers.update(admin, approverRow, { approverId: STRANGER }),
  },
  "createWorkflowApproval.input.approverId": {
    field: "approverId",
    send: async () =>
      engine.approvals.create(admin, { taskId: (await aTask()).taskId, approverId: STRANGER }),
  },
  "reassignApproval.input.toUserId": {
    field: "toUserId",
    send: async () =>
      engine.seats.reassign(approver, {
        taskId: (await aTask()).taskId,
        toUserId: STRANGER,
        reason: "On leave",
      }),
  },
  "addApprover.input.userId": {
    field: "userId",
    send: async () =>
      engine.seats.addApprover(approver, {
        taskId: (await aTask()).taskId,
        userId: STRANGER,
        position: "PARALLEL",
      }),
  },
  "createSubstitution.input.substituteId": {
    field: "substituteId",
    send: () => engine.createSubstitution(approver, { substituteId: STRANGER, ...daysFrom(0) }),
  },
  "createSubstitution.input.principalId": {
    field: "principalId",
    send: () =>
      engine.createSubstitution(admin, {
        principalId: STRANGER,
        substituteId: colleague.userId,
        reason: "Ill",
        ...daysFrom(0),
      }),
  },
  "createApprovalLimit.input.userId": {
    field: "userId",
    send: () => engine.limits.create(admin, { ...LIMIT, userId: STRANGER }),
  },
  "updateApprovalLimit.input.userId": {
    field: "userId",
    send: async () => {
      const { _id } = await engine.limits.create(admin, { ...LIMIT, userId: approver.userId });
      return engine.limits.update(admin, _id, { userId: STRANGER });
    },
  },
  "createHrApprovalPolicy.input.levels.approvers.approverId": {
    field: "levels.0.approvers.0.approverId",
    send: () => engine.policies.create(admin, { kind: "LEAVE", levels: [...LEVELS] }),
  },
  "updateHrApprovalPolicy.input.levels.approvers.approverId": {
    field: "levels.0.approvers.0.approverId",
    send: async () => {
      const policy = await store.db
        .collection("hr_approval_policies")
        .findOne({ companyId: toObjectId(companyId) });
      return engine.policies.update(admin, policy!._id.toHexString(), { levels: [...LEVELS] });
    },
  },
  "updateApprovalSettings.input.fallbackApproverIds": {
    field: "fallbackApproverIds",
    send: () => engine.updateApprovalSettings(admin, { fallbackApproverIds: [STRANGER] }),
  },
  "approval.rpc.submit.submitterId": {
    field: "submitterId",
    send: () => submit({ submitterId: STRANGER }),
  },
  "approval.rpc.submit.dynamicStages.approverIds": {
    field: "dynamicStages.0.approverIds.0",
    send: () => submit({ dynamicStages: [{ ...STAGE, approverIds: [STRANGER] }] }),
  },
  "approval.rpc.submit.dynamicStages.approvers.approverId": {
    field: "dynamicStages.0.approvers.0.approverId",
    send: () => submit({ dynamicStages: [{ ...STAGE, approvers: [{ approverId: STRANGER }] }] }),
  },
  "approval.rpc.submit.document.editorIds": {
    field: "document.editorIds.0",
    send: () => submit(written("Written by nobody")),
  },
  "approval.rpc.hr.submit.submitterId": {
    field: "submitterId",
    send: () =>
      engine.submitHr(owner(submitter), { kind: "Leave", refId: newId(), employeeId, submitterId: STRANGER }),
  },
  "approval.rpc.hr.submit.document.editorIds": {
    field: "document.editorIds.0",
    send: () =>
      engine.submitHr(owner(submitter), {
        kind: "Leave",
        refId: newId(),
        employeeId,
        submitterId: submitter.userId,
        ...written("Leave"),
      }),
  },
  "approval.rpc.inventory.orderCreated.submitterId": {
    field: "submitterId",
    send: () => engine.orderCreated(owner({ ...submitter, userId: STRANGER }), anOrder()),
  },
  "approval.rpc.inventory.orderCreated.document.editorIds": {
    field: "document.editorIds.0",
    send: () => engine.orderCreated(owner(submitter), { ...anOrder(), ...written("Sales order") }),
  },
  "approval.rpc.amend.document.editorIds": {
    field: "document.editorIds.0",
    send: async () =>
      engine.amendDocument(owner(submitter), { refId: (await aTask()).refId, ...written("Changed") }),
  },
};

/** Fields that name a person and take anybody. */
const OPEN: Record<string, string> = {
  "reassignApproval.input.fromUserId": "the holder of a seat that is there",
  "approval.rpc.cancel.actorId": "who acted; a cancellation is never refused for it",
  "approval.rpc.amend.actorId": "who acted",
  "approval.rpc.inventory.evaluate.submitterId": "nothing is written",
};

const PERSON =
  /^(?:from|to)?user_?id$|^(?:approver|submitter|principal|substitute|actor|editor|fallbackApprover)ids?$/iu;

/** Paths of the fields of an input that name a person. */
function inputPaths(type: GraphQLInputType, path: string): string[] {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return PERSON.test(path.split(".").at(-1)!) ? [path] : [];
  return Object.values(named.getFields()).flatMap((field) => inputPaths(field.type, `${path}.${field.name}`));
}

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

/** The same of a request's JSON schema. */
function schemaPaths({ properties = {}, items, anyOf = [] }: JsonSchema, path: string): string[] {
  const named = Object.entries(properties).map(([name, schema]) => ({ at: `${path}.${name}`, name, schema }));
  const own = named.filter(({ name }) => PERSON.test(name)).map(({ at }) => at);
  const within = [...(items ? [items] : []), ...anyOf].flatMap((schema) => schemaPaths(schema, path));
  return own.concat(
    named.flatMap(({ at, schema }) => schemaPaths(schema, at)),
    within,
  );
}

/** Every field of a command that names a person, by the schema of GraphQL and those of the requests. */
function personFields(): string[] {
  const mutations = operationsOf(createSchema(BUILT_IN_KINDS)).filter(({ kind }) => kind === "mutation");
  const ofMutations = mutations.flatMap(({ name, field }) =>
    field.args.flatMap((argument) => inputPaths(argument.type, `${name}.${argument.name}`)),
  );
  const ofRequests = Object.values(RPC).flatMap(({ subject, request }) => {
    const schema = z.toJSONSchema(request, { io: "input", unrepresentable: "any" });
    return schemaPaths(schema as JsonSchema, subject);
  });
  return [...ofMutations, ...ofRequests];
}

describe("unknownPeople REFUSE", () => {
  it("is proved below for every field of a command that takes a person", () => {
    expect(personFields().toSorted()).toEqual([...Object.keys(COMMANDS), ...Object.keys(OPEN)].toSorted());
  });

  it.each(Object.entries(COMMANDS))("refuses a stranger in %s [OPS-1]", async (_, command) => {
    const { field, send } = command;
    const refusal = await send().then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refusal).toMatchObject({
      code: "INVALID_INPUT",
      message: `${field}: ${STRANGER} is not known in the directory`,
      field,
    });
  });

  it("counts users of another company as strangers [OPS-1]", async () => {
    const other = aCompany().user();
    await enter(other);
    await expect(submit({ dynamicStages: [{ ...STAGE, approverIds: [other.userId] }] })).rejects.toThrow(
      `dynamicStages.0.approverIds.0: ${other.userId} is not known in the directory`,
    );
  });

  it("keeps approvers who were there before", async () => {
    await setUnknown(admin, "ACCEPT");
    const stage = await engine.stages.create(admin, {
      ...STAGE,
      workflowId,
      approverIds: [STRANGER, colleague.userId],
    });
    await setUnknown(admin, "REFUSE");
    const approverIds = [STRANGER, approver.userId];
    await expect(engine.stages.update(admin, stage._id, { approverIds })).resolves.toMatchObject({
      name: "First",
    });
  });

  it("takes everybody where the directory has nobody of the company", async () => {
    const small = aCompany();
    await setUnknown(small.user({ privileged: true }), "REFUSE");
    const answer = await submitNew(engine, small.user(), stagesOf([small.user()]));
    expect(answer.tasks).toHaveLength(1);
  });
});

describe("unknownPeople ACCEPT, the default", () => {
  it("takes whom the directory does not know [OPS-1]", async () => {
    const open = aCompany();
    const known = open.user();
    await enter(known);
    const answer = await submitNew(engine, open.user(), stagesOf([open.user()]));
    expect(answer.tasks).toHaveLength(1);
  });
});
