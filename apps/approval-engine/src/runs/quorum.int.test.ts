import { newId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, recordsOf } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";

const store = await useTestStore();
const { as } = await useReplica(store, useBus());
const records = recordsOf(store);

const STAGE = `mutation Create($input: CreateWorkflowStageInput!) { createWorkflowStage(input: $input) { _id } }`;
const SUBMIT = `mutation Submit($input: NewWorkflowTaskInput!) { newWorkflowTask(input: $input) }`;
const DECIDE = `mutation Decide($input: UpdateWorkflowApprovalStatusInput!) {
  updateWorkflowApprovalStatus(input: $input) }`;
const TASK = `query Task($input: QueryWorkflowTaskInput!) { findOneWorkflowTask(input: $input) {
  _id status approveBy quorum rejectBy bulk approvals { approverId status decidedBy groups reason } } }`;

interface Rule {
  approveBy: string;
  quorum?: number;
  rejectBy?: string;
  bulk?: boolean;
}
interface ReadTask extends Rule {
  _id: string;
  status: string;
  approvals: { approverId: string; status: string; groups: string[]; reason: string }[];
}

/** A workflow of one stage, whose approvers carry the given groups; and a submission to it. */
async function aStage(rule: Rule, groupsOf: readonly string[][]) {
  const company = aCompany();
  const submitter = company.user();
  const approvers = groupsOf.map((groups) => ({ user: company.user(), groups }));
  const client = as(submitter);
  const { createWorkflow } = await client.get<{ createWorkflow: { _id: string } }>(
    `mutation { createWorkflow(input: { name: "Contracts" }) { _id } }`,
  );
  const workflowId = createWorkflow._id;
  const named = approvers.map(({ user, groups }) => ({ approverId: user.userId, groups }));
  await client.get(STAGE, { input: { workflowId, name: "Board", order: 1, ...rule, approvers: named } });
  const refId = newId();
  return {
    refId,
    submit: async () => client.ask(SUBMIT, { input: { workflowId, refId, kind: "Leave", ref: "LV-1" } }),
    task: async () =>
      (await client.get<{ findOneWorkflowTask: ReadTask }>(TASK, { input: { refId } })).findOneWorkflowTask,
    decide: async (index: number, status: "APPROVED" | "REJECTED", taskId: string) => {
      const { user } = approvers[index] ?? {};
      if (user === undefined) throw new Error(`no approver ${index}`);
      const remark = status === "REJECTED" ? "No" : undefined;
      await as(user).get(DECIDE, { input: { taskId, status, remark } });
    },
  };
}

/** The stage after verdicts of its approvers, each by its place among them. */
async function decided(
  rule: Rule,
  groupsOf: readonly string[][],
  verdicts: readonly (readonly [number, "APPROVED" | "REJECTED"])[],
) {
  const { submit, task, decide, refId } = await aStage(rule, groupsOf);
  expect(await submit()).toMatchObject({ data: { newWorkflowTask: true } });
  const { _id: taskId } = await task();
  const steps: string[] = [];
  for (const [index, status] of verdicts) {
    await decide(index, status, taskId);
    steps.push((await task()).status);
  }
  const { approvals } = await task();
  const outcomes = (await records.outbox(refId)).map(({ subject }) => subject);
  return {
    steps,
    seats: approvals.map(({ status }) => status),
    outcomes: outcomes.filter((subject) => subject.startsWith("approval.outcome.")),
  };
}

const COMPLETED = ["approval.outcome.hr.Leave.completed"];
const REJECTED = ["approval.outcome.hr.Leave.rejected"];
const three = [[], [], []];
const approves = (seat: number) => [seat, "APPROVED"] as const;
const rejects = (seat: number) => [seat, "REJECTED"] as const;

describe("a stage with a quorum", () => {
  it("shows its rule, and whom it asks with which groups and why [PPL-4]", async () => {
    const rule = { approveBy: "PER_GROUP", quorum: 1, rejectBy: "UNREACHABLE", bulk: false };
    const { submit, task } = await aStage(rule, [["legal"], ["finance", "legal"]]);
    await submit();
    expect(await task()).toMatchObject({
      ...rule,
      status: "AWAITING_APPROVAL",
      approvals: [
        { status: "AWAITING_APPROVAL", decidedBy: null, groups: ["legal"], reason: "RULE" },
        { status: "AWAITING_APPROVAL", decidedBy: null, groups: ["finance", "legal"], reason: "RULE" },
      ],
    });
  });

  it("shows nothing of it where none was given [PPL-4]", async () => {
    const { submit, task } = await aStage({ approveBy: "ALL" }, [[]]);
    await submit();
    expect(await task()).toMatchObject({
      approveBy: "ALL",
      quorum: null,
      rejectBy: "VETO",
      bulk: true,
      approvals: [{ groups: [], reason: "RULE" }],
    });
  });

  it("of COUNT is complete with 2 of 3; the third is not needed [PPL-4]", async () => {
    expect(await decided({ approveBy: "COUNT", quorum: 2 }, three, [approves(2), approves(0)])).toEqual({
      steps: ["AWAITING_APPROVAL", "APPROVED"],
      seats: ["APPROVED", "NOT_NEEDED", "APPROVED"],
      outcomes: COMPLETED,
    });
  });

  it("of COUNT is rejected by one veto [PPL-4]", async () => {
    expect(await decided({ approveBy: "COUNT", quorum: 2 }, three, [approves(0), rejects(1)])).toMatchObject({
      steps: ["AWAITING_APPROVAL", "REJECTED"],
      outcomes: REJECTED,
    });
  });

  it("of PERCENT rounds up: 50 % of 3 are 2 [PPL-4]", async () => {
    expect(await decided({ approveBy: "PERCENT", quorum: 50 }, three, [approves(0), approves(1)])).toEqual({
      steps: ["AWAITING_APPROVAL", "APPROVED"],
      seats: ["APPROVED", "APPROVED", "NOT_NEEDED"],
      outcomes: COMPLETED,
    });
  });

  it("of PER_GROUP counts one person who carries both groups once [PPL-4]", async () => {
    const groups = [["legal", "finance"], ["legal"], ["finance"]];
    expect(await decided({ approveBy: "PER_GROUP" }, groups, [approves(0), approves(1)])).toEqual({
      steps: ["AWAITING_APPROVAL", "APPROVED"],
      seats: ["APPROVED", "APPROVED", "NOT_NEEDED"],
      outcomes: COMPLETED,
    });
  });

  it("of PER_GROUP with UNREACHABLE continues after a rejection if others can still reach it [PPL-4]", async () => {
    const groups = [["legal", "finance"], ["legal"], ["finance"]];
    const rule = { approveBy: "PER_GROUP", rejectBy: "UNREACHABLE" };
    expect(await decided(rule, groups, [rejects(1), approves(0), rejects(2)])).toMatchObject({
      steps: ["AWAITING_APPROVAL", "AWAITING_APPROVAL", "REJECTED"],
      outcomes: REJECTED,
    });
  });

  it("with UNREACHABLE is rejected once its quorum is out of reach, not before [PPL-4]", async () => {
    const rule = { approveBy: "COUNT", quorum: 2, rejectBy: "UNREACHABLE" };
    expect(await decided(rule, three, [rejects(0), approves(1), approves(2)])).toEqual({
      steps: ["AWAITING_APPROVAL", "AWAITING_APPROVAL", "APPROVED"],
      seats: ["REJECTED", "APPROVED", "APPROVED"],
      outcomes: COMPLETED,
    });
    expect(await decided(rule, three, [rejects(0), rejects(2)])).toMatchObject({
      steps: ["AWAITING_APPROVAL", "REJECTED"],
      outcomes: REJECTED,
    });
  });
});

describe("a submission to a stage that cannot reach its quorum", () => {
  it.each<[string, Rule, string[][]]>([
    ["more approvals than seats", { approveBy: "COUNT", quorum: 3 }, [[], []]],
    ["groups that nobody carries", { approveBy: "PER_GROUP" }, [[], []]],
    ["more of a group than carry it", { approveBy: "PER_GROUP", quorum: 2 }, [["legal"], ["finance"]]],
    ["one person for two groups", { approveBy: "PER_GROUP" }, [["legal", "finance"]]],
  ])(
    "is refused for %s, naming field and stage, and writes nothing [PPL-4]",
    async (_title, rule, groups) => {
      const { submit } = await aStage(rule, groups);
      const before = await countAll(store);
      expect((await submit()).errors).toMatchObject([
        {
          message: `Stage "Board" cannot reach its quorum`,
          extensions: { code: "BAD_USER_INPUT", field: "workflowId" },
        },
      ]);
      expect(await countAll(store)).toBe(before);
    },
  );
});
