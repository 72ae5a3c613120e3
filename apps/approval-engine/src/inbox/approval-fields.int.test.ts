import { BUILT_IN_KINDS } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { commandEventsOf, useTestStore } from "@countersign/testing";
import { type GraphQLObjectType, getNamedType, isObjectType } from "graphql";
import { describe, expect, it } from "vitest";

import { aCompany, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import { createSchema } from "../graphql/schema.ts";
import { RULE_FIELDS } from "./approval-fields.ts";

const store = await useTestStore({ monitored: true });
const { as, engine } = await useReplica(store, useBus());
const db = store.db;

const approvalType = createSchema(BUILT_IN_KINDS).getType("WorkflowApproval") as GraphQLObjectType;
/** Every field of an approval, and how a query asks for it. */
const FIELDS = Object.values(approvalType.getFields()).map(({ name, type }) => ({
  name,
  asked: isObjectType(getNamedType(type)) ? `${name} { _id name }` : name,
}));

type Approval = Record<string, unknown>;
interface Data {
  workflowTaskPage: Record<string, { approvals: Approval[] }[]>;
  runTasks: { approvals: Approval[] }[];
}

/** A task with one approval that has a value in every field. */
async function aFullApproval() {
  const company = aCompany();
  const [submitter, approver, other] = [company.user(), company.user(), company.user()];
  const people = [approver, other].map(({ userId, companyId }) => ({
    _id: toObjectId(userId),
    companyId: toObjectId(companyId),
    name: `User ${userId}`,
  }));
  await db.collection("users").insertMany(people);
  const { refId, tasks } = await submitNew(engine, submitter, stagesOf([approver]));
  const otherId = toObjectId(other.userId);
  const group = { _id: toObjectId(newId()), companyId: toObjectId(company.companyId), name: "Board" };
  await db.collection("user_groups").insertOne({ ...group, memberIds: [otherId], deletedAt: null });
  const fields = {
    branchId: toObjectId(newId()),
    ref: "LV-1",
    documentCode: "LV",
    documentDate: new Date(1e12),
    createdBy: otherId,
    updatedBy: otherId,
    stageId: toObjectId(newId()),
    workflowId: toObjectId(newId()),
    remark: "Fine",
    statusUpdateDate: 1_000,
    decidedBy: otherId,
    groups: ["Law"],
    reason: "MANAGER_OF",
    reasonUserId: otherId,
    reasonGroupId: group._id,
    required: true,
    skipped: true,
    leftOut: "INACTIVE",
  };
  await db
    .collection("workflow_approvals")
    .updateOne({ taskId: toObjectId(tasks[0]!._id) }, { $set: fields });
  return { approver, refId };
}

describe("approvals of a page", () => {
  it("have each field that is asked for, as those of a single task do", async () => {
    const { approver, refId } = await aFullApproval();
    const all = FIELDS.map(({ asked }) => asked).join(" ");
    const run = `query Run($refId: ID!) { runTasks(refId: $refId) { approvals { ${all} } } }`;
    const [whole] = (await as(approver).get<Data>(run, { refId })).runTasks[0]!.approvals;
    const empty = FIELDS.filter(({ name }) => whole![name] === null).map(({ name }) => name);
    expect(empty).toEqual(["deletedAt"]);
    for (const { name, asked } of FIELDS) {
      const { workflowTaskPage: page } = await as(approver).get<Data>(
        `{ workflowTaskPage { data { approvals { ${asked} } } } }`,
      );
      expect(page["data"]![0]!.approvals, name).toEqual([{ [name]: whole![name] }]);
    }
  });

  it("are read with the fields that are asked for, and those that rules look at", async () => {
    const { approver } = await aFullApproval();
    const query = `{ workflowTaskPage { data { canUpdateStatus ...f } } }
      fragment f on WorkflowTask { approvals { _id remark ... on BaseRecord { updatedAt } approver { name } } }`;
    const events = await commandEventsOf(store.client, () => as(approver).get(query));
    const finds = events.filter(({ command }) => command["find"] === "workflow_approvals");
    const projections = finds.map(({ command }) => Object.keys(command["projection"] as object).toSorted());
    expect(projections).toEqual([[...RULE_FIELDS, "_id", "remark", "updatedAt"].toSorted()]);
  });

  it("have their own fields under each alias of the page's tasks", async () => {
    const { approver } = await aFullApproval();
    const query = "{ workflowTaskPage { a: data { approvals { remark } } b: data { approvals { ref } } } }";
    const { workflowTaskPage: page } = await as(approver).get<Data>(query);
    expect(page).toEqual({
      a: [{ approvals: [{ remark: "Fine" }] }],
      b: [{ approvals: [{ ref: "LV-1" }] }],
    });
  });
});
