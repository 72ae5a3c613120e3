import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import type { Caller } from "../shared/caller.ts";

const store = await useTestStore();
const bus = useBus();
const { as, engine } = await useReplica(store, bus);

const VALIDATE = `query Validate($workflowId: ID!) {
  validateWorkflow(workflowId: $workflowId) { stageId stageName code message } }`;

/** A company, and one of its users to whom a person reports and who has a name. */
async function aTeam() {
  const company = aCompany();
  const author = company.user({ privileged: true });
  const companyId = toObjectId(company.companyId);
  const stages: string[] = [];
  const { _id: workflowId } = await engine.workflows.create(author, { name: "Contracts" });
  return {
    company,
    author,
    workflowId,
    person: async (name: string, fields: { active?: boolean; manager?: Caller } = {}) => {
      const user = company.user({ name });
      const { manager, ...of } = fields;
      await store.db
        .collection("users")
        .insertOne({ _id: toObjectId(user.userId), companyId, name, email: `${name}@example.test`, ...of });
      if (manager !== undefined) {
        const reportingTo = toObjectId(newId());
        await store.db.collection("employees").insertMany([
          { _id: reportingTo, companyId, userId: toObjectId(manager.userId) },
          { _id: toObjectId(newId()), companyId, userId: toObjectId(user.userId), reportingTo },
        ]);
      }
      return user;
    },
    stage: async (
      name: string,
      approvers: { approverId: string; groups?: string[] }[],
      rule: object = {},
    ) => {
      const order = stages.push(name);
      const input = { workflowId, name, order, approvers, ...rule };
      return (await engine.stages.create(author, input))._id;
    },
    findings: async (caller = author) =>
      (
        await as(caller).get<{ validateWorkflow: { stageId: string; code: string; message: string }[] }>(
          VALIDATE,
          { workflowId },
        )
      ).validateWorkflow,
  };
}
const seat = ({ userId: approverId }: Caller, ...groups: string[]) => ({ approverId, groups });

describe("validateWorkflow", () => {
  it("judges a workflow that is not stored by the stages that are given, and needs one or the other [ROUTE-5]", async () => {
    const { person, company } = await aTeam();
    const [ann, gus] = [await person("Ann"), await person("Gus", { active: false })];
    const draft = `query Draft($stages: [PublishWorkflowStageInput!], $facts: [FactDeclarationInput!]) {
      validateWorkflow(stages: $stages, facts: $facts) { stageId stageKey code message } }`;
    const facts = [{ key: "urgent", type: "BOOLEAN" }];
    const stages = [
      { name: "Legal", approverIds: [gus.userId], when: "document.facts.urgent" },
      { key: "board", name: "Board", approverIds: [ann.userId] },
    ];
    const { validateWorkflow } = await as(company.user()).get<{ validateWorkflow: object[] }>(draft, {
      stages,
      facts,
    });
    expect(validateWorkflow).toEqual([
      { stageId: null, stageKey: "stage1", code: "APPROVER_LEFT", message: "Gus has left" },
      {
        stageId: null,
        stageKey: "stage1",
        code: "NOBODY_LEFT",
        message: 'All approvers of stage "Legal" have left',
      },
    ]);
    const { errors } = await as(company.user()).ask(draft, { facts });
    expect(errors?.[0]?.message).toBe("workflowId: is required");
  });

  it("finds nothing in a workflow that anybody may pass [PPL-4] [PPL-6]", async () => {
    const { stage, person, findings, company } = await aTeam();
    const [ann, bob] = [await person("Ann"), await person("Bob")];
    await stage("Board", [seat(ann, "legal"), seat(bob, "finance")], { approveBy: "PER_GROUP" });
    expect(await findings(company.user())).toEqual([]);
  });

  it("names stage and reason: leavers, quorums, groups, no approvers [PPL-4] [PPL-5]", async () => {
    const { stage, person, findings } = await aTeam();
    const [ann, gus] = [await person("Ann"), await person("Gus", { active: false })];
    const first = await stage("Counsel", [seat(ann, "legal"), seat(gus)]);
    const second = await stage("Board", [seat(ann)], { approveBy: "COUNT", quorum: 2 });
    const third = await stage("Groups", [seat(ann)], { approveBy: "PER_GROUP" });
    const fourth = await stage("Nobody", []);
    expect(await findings()).toEqual([
      { stageId: first, stageName: "Counsel", code: "APPROVER_LEFT", message: "Gus has left" },
      {
        stageId: second,
        stageName: "Board",
        code: "QUORUM_UNREACHABLE",
        message: 'Stage "Board" cannot reach its quorum',
      },
      {
        stageId: third,
        stageName: "Groups",
        code: "NO_GROUPS",
        message: 'No approver of stage "Groups" carries a group',
      },
      {
        stageId: fourth,
        stageName: "Nobody",
        code: "NO_APPROVERS",
        message: 'Stage "Nobody" has no approvers',
      },
    ]);
  });

  it("says of a workflow without stages that it has none [PPL-4]", async () => {
    const { findings } = await aTeam();
    expect(await findings()).toEqual([
      { stageId: null, stageName: null, code: "NO_STAGES", message: "Workflow has no stages" },
    ]);
  });

  it("judges by the company's settings which duty empties which stage [PPL-6]", async () => {
    const { stage, person, findings, author } = await aTeam();
    const [ann, bob] = [await person("Ann"), await person("Bob")];
    await stage("Manager", [seat(ann, "legal")]);
    await stage("Board", [seat(ann, "finance")]);
    await stage("Counsel", [seat(ann), seat(bob)]);
    expect(await findings()).toEqual([]);
    const codes = async () => (await findings()).map(({ code, message }) => `${code} ${message}`);
    await engine.updateApprovalSettings(author, { submitterNeverDecides: true });
    expect(await codes()).toEqual([
      'SUBMITTER_NEVER_DECIDES submitterNeverDecides: nobody can complete stage "Manager" when Ann submits',
      'SUBMITTER_NEVER_DECIDES submitterNeverDecides: nobody can complete stage "Board" when Ann submits',
    ]);
    await engine.updateApprovalSettings(author, { submitterNeverDecides: false, onePersonOneStage: true });
    expect(await codes()).toEqual([
      'ONE_PERSON_ONE_STAGE onePersonOneStage: nobody can complete stage "Board" once Ann decided earlier stages',
    ]);
    await engine.updateApprovalSettings(author, {
      onePersonOneStage: false,
      exclusiveGroups: [["legal", "finance"]],
    });
    expect(await codes()).toEqual([
      'EXCLUSIVE_GROUPS exclusiveGroups: nobody can complete stage "Board" once Ann decided earlier stages',
    ]);
  });

  it("asks the submitter's manager where the settings do [PPL-5]", async () => {
    const { stage, person, findings, author } = await aTeam();
    const boss = await person("Boss");
    await stage("Managed", [seat(await person("Ann", { manager: boss }))]);
    await stage("Alone", [seat(await person("Bob"))]);
    await engine.updateApprovalSettings(author, { onSubmitterIsApprover: "MANAGER" });
    expect(await findings()).toMatchObject([{ stageName: "Alone", code: "SUBMITTER_IS_APPROVER" }]);
  });

  it("is for those who may edit definitions, and of the company's own workflows [PPL-6]", async () => {
    const { company, workflowId } = await aTeam();
    const strict = await useReplica(store, bus, { rules: { definitionsRequirePrivileged: true } });
    expect((await strict.as(company.user()).ask(VALIDATE, { workflowId })).errors).toMatchObject([
      { extensions: { code: "FORBIDDEN" } },
    ]);
    const missing = [{ message: "Workflow not found", extensions: { code: "NOT_FOUND" } }];
    expect((await as(company.user()).ask(VALIDATE, { workflowId: newId() })).errors).toMatchObject(missing);
    expect((await as(aCompany().user()).ask(VALIDATE, { workflowId })).errors).toMatchObject(missing);
    expect((await as(company.user()).ask(VALIDATE, { workflowId: "zz" })).errors).toMatchObject([
      { extensions: { code: "BAD_USER_INPUT", field: "workflowId" } },
    ]);
  });
});
