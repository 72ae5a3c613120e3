import { createHash } from "node:crypto";

import { canonicalJson } from "@countersign/domain/canonical-json";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, recordsOf } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import type { Caller } from "../shared/caller.ts";
import type { WorkflowStage } from "./records.ts";

const store = await useTestStore();
const { as, engine } = await useReplica(store, useBus());
const records = recordsOf(store);

interface Version {
  workflowId: string;
  version: number;
  hash: string;
  name: string;
  facts: { key: string; type: string; required: boolean }[];
  stages: { key: string; stageId: string; approvers: object[]; when: string | null }[];
}

const VERSION = `workflowId version hash name facts { key type required }
  stages { key stageId approvers when }`;
const PUBLISH = `mutation Publish($input: PublishWorkflowInput!) { publishWorkflow(input: $input) { ${VERSION} } }`;
const publish = async (caller: Caller, input: object) =>
  (await as(caller).get<{ publishWorkflow: Version }>(PUBLISH, { input })).publishWorkflow;
const refusalOf = async (caller: Caller, input: object) => (await as(caller).ask(PUBLISH, { input })).errors;

const APPROVERS = `approvers { approverId approver { _id } groups source {
  groupId submitterManager { levels untilLimit } departmentHead { of } fact previousApproverManager } }`;
const stagesOf = async (caller: Caller, workflowId: string) => {
  const query = `query Find($id: ID!) { findWorkflow(input: { _id: $id }) {
    version stages { _id key when ${APPROVERS} } } }`;
  const { findWorkflow } = await as(caller).get<{ findWorkflow: { version: number; stages: StageShown[] } }>(
    query,
    { id: workflowId },
  );
  return findWorkflow;
};
interface StageShown {
  _id: string;
  key: string;
  when: string | null;
  approvers: object[];
}

const FACTS = [
  { key: "lead", type: "PERSON", required: true },
  { key: "costCentre", type: "TEXT" },
  { key: "discount", type: "NUMBER" },
];

async function aCase() {
  const company = aCompany();
  const author = company.user({ privileged: true });
  const ann = company.user();
  const { _id: groupId } = await engine.groups.create(author, {
    name: "Directors",
    memberIds: [ann.userId, company.user().userId],
  });
  const legal = { key: "legal", name: "Legal", approverIds: [ann.userId] };
  const board = {
    key: "board",
    name: "Board",
    when: "document.facts.discount > 10.0",
    approvers: [
      { source: { groupId }, groups: ["directors"] },
      { approverId: ann.userId, groups: ["law"] },
      { source: { submitterManager: { levels: 2 } } },
      { source: { submitterManager: { untilLimit: true } } },
      { source: { departmentHead: { of: "SUBMITTER" } } },
      { source: { departmentHead: { of: "costCentre" } } },
      { source: { fact: "lead" } },
      { source: { previousApproverManager: true } },
    ],
  };
  const workflow = { name: "Contracts", facts: FACTS, stages: [legal, board] };
  return { company, author, ann, groupId, legal, board, workflow };
}

interface StoredContent {
  name: string;
  facts: object[];
  stages: StageOfContent[];
}
interface StageOfContent {
  approvers: { id: string }[];
}

const shownStage = ({ approvers, ...stage }: StageOfContent) => ({
  ...stage,
  approvers: approvers.map(({ id: _id, ...approver }) => approver),
});

describe("publishWorkflow", () => {
  it("saves sources, conditions and declared facts, and shows them again [SRC-1] [ROUTE-3]", async () => {
    const { author, ann, groupId, board, workflow } = await aCase();
    const { workflowId, version, facts, stages } = await publish(author, workflow);
    const [user, ...sources] = [board.approvers[1], board.approvers[0], ...board.approvers.slice(2)];
    expect({ version, facts }).toEqual({
      version: 1,
      facts: [
        { key: "lead", type: "PERSON", required: true },
        { key: "costCentre", type: "TEXT", required: false },
        { key: "discount", type: "NUMBER", required: false },
      ],
    });
    expect(stages).toMatchObject([
      { key: "legal", when: null, approvers: [{ approverId: ann.userId }] },
      { key: "board", when: board.when, approvers: [user, ...sources] },
    ]);

    const now = await stagesOf(author, workflowId);
    const none = {
      groupId: null,
      submitterManager: null,
      departmentHead: null,
      fact: null,
      previousApproverManager: null,
    };
    const shown = (source: object, groups: string[] = []) => ({
      approverId: null,
      approver: null,
      groups,
      source: { ...none, ...source },
    });
    expect(now.version).toBe(1);
    expect(now.stages[1]).toEqual({
      _id: stages[1]?.stageId,
      key: "board",
      when: board.when,
      approvers: [
        { approverId: ann.userId, approver: null, groups: ["law"], source: null },
        shown({ groupId }, ["directors"]),
        shown({ submitterManager: { levels: 2, untilLimit: null } }),
        shown({ submitterManager: { levels: null, untilLimit: true } }),
        shown({ departmentHead: { of: "SUBMITTER" } }),
        shown({ departmentHead: { of: "costCentre" } }),
        shown({ fact: "lead" }),
        shown({ previousApproverManager: true }),
      ],
    });
    expect(await records.list("workflow_approvers", { workflowId: toObjectId(workflowId) })).toHaveLength(2);
    const [audited] = await records.audit(workflowId);
    expect(audited?.["after"]).toMatchObject({
      facts: [{ key: "lead" }, {}, {}],
      stages: [{}, { key: "board" }],
    });
  });

  it("hashes name, stages and facts as they are stored [ROUTE-1] [ROUTE-3]", async () => {
    const { author, workflow } = await aCase();
    const { workflowId, hash } = await publish(author, workflow);
    const [stored] = await records.list<StoredContent>("workflow_versions", {
      workflowId: toObjectId(workflowId),
    });
    const { name, facts, stages = [] } = stored ?? {};
    expect(facts).toEqual([FACTS[0], FACTS[1], FACTS[2]]);
    const shownStages = stages.map(shownStage);
    const text = canonicalJson({ name, facts, stages: shownStages });
    expect(hash).toBe(createHash("sha256").update(text).digest("hex"));
    expect((await publish(author, { ...workflow, workflowId })).hash).toBe(hash);
    const [lead, ...others] = FACTS;
    const relaxed = { ...workflow, workflowId, facts: [{ ...lead, required: false }, ...others] };
    expect((await publish(author, relaxed)).hash).not.toBe(hash);
  });

  it("leaves out what it is not given: facts, sources and conditions go [ROUTE-1] [ROUTE-3]", async () => {
    const { author, workflow, legal } = await aCase();
    const { workflowId } = await publish(author, workflow);
    const plain = { key: "board", name: "Board" };
    const { facts, stages } = await publish(author, {
      workflowId,
      name: "Contracts",
      stages: [legal, plain],
    });
    expect({ facts, board: stages[1] }).toMatchObject({ facts: [], board: { approvers: [], when: null } });
    const [row] = await records.list<WorkflowStage>("workflow_stages", {
      _id: toObjectId(stages[1]?.stageId ?? ""),
    });
    expect(row).not.toHaveProperty("sources");
    expect(row).not.toHaveProperty("when");
  });

  it("shows what differs in facts, sources and conditions [ROUTE-1] [ROUTE-3]", async () => {
    const { author, workflow, legal, board } = await aCase();
    const { workflowId } = await publish(author, workflow);
    const stages = [
      legal,
      { ...board, when: "document.amount >= 5000.0", approvers: board.approvers.slice(1) },
    ];
    await publish(author, { ...workflow, workflowId, facts: FACTS.slice(0, 2), stages });
    const query = `query Diff($id: ID!) { workflowDiff(workflowId: $id, a: 1, b: 2) { path before after } }`;
    const { workflowDiff } = await as(author).get<{ workflowDiff: { path: string }[] }>(query, {
      id: workflowId,
    });
    expect(workflowDiff).toMatchObject([
      { path: "facts.discount", before: { type: "NUMBER" }, after: null },
      { path: "stages.board.sources" },
      { path: "stages.board.when", before: board.when, after: "document.amount >= 5000.0" },
    ]);
  });
});

const managerOfBefore = { approvers: [{ source: { previousApproverManager: true } }] };

const twoStages = (fields: object) => [
  { key: "first", name: "First", approvers: [{ approverId: newId() }] },
  { key: "board", name: "Board", ...fields },
];
const sourced = (given: object) => twoStages({ approvers: [{ source: given }] });

describe("publishWorkflow refuses, and writes nothing for,", () => {
  it.each<[string, object, string, RegExp]>([
    [
      "a condition that is none",
      { stages: twoStages({ when: "amount >" }) },
      "stages.1.when",
      /^Stage "Board": ./u,
    ],
    [
      "a condition on a fact that is not declared",
      { stages: twoStages({ when: "document.facts.country == 'DE'" }) },
      "stages.1.when",
      /^Stage "Board": .*country/u,
    ],
    [
      "a condition on a fact of another type",
      { stages: twoStages({ when: "document.facts.costCentre > 10.0" }) },
      "stages.1.when",
      /^Stage "Board": ./u,
    ],
    [
      "too long a condition",
      { stages: twoStages({ when: "x".repeat(501) }) },
      "stages.1.when",
      /must have at most 500 characters/u,
    ],
    [
      "a person who is not declared",
      { stages: sourced({ fact: "owner" }) },
      "stages.1.approvers.0.source",
      /^Stage "Board": declare the fact owner with type PERSON$/u,
    ],
    [
      "a person who is declared as text",
      { stages: sourced({ fact: "costCentre" }) },
      "stages.1.approvers.0.source",
      /^Stage "Board": declare the fact costCentre with type PERSON$/u,
    ],
    [
      "a department that is not declared",
      { stages: sourced({ departmentHead: { of: "department" } }) },
      "stages.1.approvers.0.source",
      /declare the fact department with type PERSON or TEXT$/u,
    ],
    [
      "a department that is declared as a number",
      { stages: sourced({ departmentHead: { of: "discount" } }) },
      "stages.1.approvers.0.source",
      /declare the fact discount with type PERSON or TEXT$/u,
    ],
    [
      "managers of the stage before on the first stage",
      { stages: [{ name: "Board", ...managerOfBefore }] },
      "stages.0.approvers.0.source",
      /^Stage "Board" is the first: previousApproverManager/u,
    ],
    [
      "the same where the order makes it the first",
      {
        stages: [
          { name: "One", order: 5 },
          { name: "Board", order: 4, ...managerOfBefore },
        ],
      },
      "stages.1.approvers.0.source",
      /^Stage "Board" is the first/u,
    ],
    [
      "an unknown group",
      { stages: sourced({ groupId: newId() }) },
      "stages.1.approvers.0.source",
      /^Stage "Board": the company has no group [0-9a-f]{24}/u,
    ],
    [
      "a source with two ways",
      { stages: sourced({ fact: "lead", departmentHead: { of: "SUBMITTER" } }) },
      "stages.1.approvers.0.source",
      /exactly one of groupId/u,
    ],
    [
      "a source without any",
      { stages: sourced({}) },
      "stages.1.approvers.0.source",
      /exactly one of groupId/u,
    ],
    [
      "six levels",
      { stages: sourced({ submitterManager: { levels: 6 } }) },
      "stages.1.approvers.0.source.submitterManager.levels",
      /at most 5/u,
    ],
    [
      "a user and a source in one",
      { stages: twoStages({ approvers: [{ approverId: newId(), source: { fact: "lead" } }] }) },
      "stages.1.approvers.0",
      /exactly one of approverId, source/u,
    ],
    [
      "a fact twice",
      { facts: [...FACTS, { key: "lead", type: "TEXT" }], stages: twoStages({}) },
      "facts.3.key",
      /must differ from the keys before/u,
    ],
    [
      "another form of key",
      { facts: [{ key: "Cost centre", type: "TEXT" }], stages: twoStages({}) },
      "facts.0.key",
      /small letter/u,
    ],
    [
      "41 facts",
      { facts: Array.from({ length: 41 }, (_, index) => ({ key: `f${index}`, type: "TEXT" })), stages: [] },
      "facts",
      /at most 40/u,
    ],
  ])("%s [SRC-1] [ROUTE-3]", async (_, wrong, field, message) => {
    const author = aCompany().user();
    const before = await countAll(store);
    const [refusal, ...others] = (await refusalOf(author, { name: "W", facts: FACTS, ...wrong })) ?? [];
    expect(others).toEqual([]);
    expect(refusal?.message).toMatch(message);
    expect(refusal?.extensions).toMatchObject({ code: "BAD_USER_INPUT", field });
    expect(await countAll(store)).toBe(before);
  });

  it("groups of another company and deleted ones [SRC-1]", async () => {
    const { author, groupId, workflow } = await aCase();
    const { workflowId } = await publish(author, workflow);
    const stranger = aCompany().user({ privileged: true });
    const theirs = { name: "Mine", stages: [{ name: "Board", approvers: [{ source: { groupId } }] }] };
    const missing = [{ extensions: { code: "BAD_USER_INPUT", field: "stages.0.approvers.0.source" } }];
    const before = await countAll(store);
    expect(await refusalOf(stranger, theirs)).toMatchObject(missing);
    expect(await countAll(store)).toBe(before);
    await engine.groups.remove(author, groupId);
    const [refusal] = (await refusalOf(author, { ...workflow, workflowId })) ?? [];
    expect(refusal).toMatchObject({
      message: expect.stringContaining(`Stage "Board": the company has no group ${groupId}`) as string,
      extensions: { field: "stages.1.approvers.0.source" },
    });
    expect((await stagesOf(author, workflowId)).version).toBe(1);
  });
});

describe("a group that the directory has closed", () => {
  it("is refused in what is published, and found in what was [SRC-1] [SRC-2]", async () => {
    const { company, author } = await aCase();
    const _id = toObjectId(newId());
    const group = { _id, companyId: toObjectId(company.companyId), name: "Board", version: 1 };
    const memberIds = [toObjectId(company.user().userId)];
    await store.db.collection("user_groups").insertOne({ ...group, memberIds, active: true });
    const approvers = [{ source: { groupId: _id.toHexString() } }];
    const workflow = { name: "Contracts", stages: [{ key: "board", name: "Board", approvers }] };
    const { workflowId } = await publish(author, workflow);
    await store.db.collection("user_groups").updateOne({ _id }, { $set: { active: false } });
    expect(await engine.validateWorkflow(author, workflowId)).toMatchObject([
      { stageKey: "board", code: "GROUP_INACTIVE" },
    ]);
    expect(await refusalOf(author, { ...workflow, workflowId })).toMatchObject([
      {
        message: 'Stage "Board": the group "Board" is no longer active, choose another one',
        extensions: { code: "BAD_USER_INPUT", field: "stages.0.approvers.0.source" },
      },
    ]);
  });
});

const CREATE = `mutation Create($input: CreateWorkflowStageInput!) {
  createWorkflowStage(input: $input) { _id key when ${APPROVERS} } }`;
const UPDATE = `mutation Update($id: ID!, $input: UpdateWorkflowStageInput!) {
  updateWorkflowStage(id: $id, input: $input) { _id key when ${APPROVERS} } }`;
const create = async (caller: Caller, input: object) =>
  (await as(caller).get<{ createWorkflowStage: StageShown }>(CREATE, { input })).createWorkflowStage;
const update = async (caller: Caller, id: string, input: object) =>
  (await as(caller).get<{ updateWorkflowStage: StageShown }>(UPDATE, { id, input })).updateWorkflowStage;

describe("the row-by-row mutations", () => {
  it("take sources and conditions, and publish them [SRC-1] [ROUTE-1] [ROUTE-3]", async () => {
    const { author, ann, groupId } = await aCase();
    const { _id: workflowId } = await engine.workflows.create(author, { name: "Contracts" });
    const stage = await create(author, {
      workflowId,
      name: "Board",
      order: 1,
      when: "document.amount > 100.0",
      approvers: [{ approverId: ann.userId }, { source: { groupId }, groups: ["law"] }],
    });
    expect(stage).toMatchObject({
      when: "document.amount > 100.0",
      approvers: [{ approverId: ann.userId }, { source: { groupId }, groups: ["law"] }],
    });
    const renamed = await update(author, stage._id, { name: "The board" });
    expect(renamed.approvers).toEqual(stage.approvers);
    const cleared = await update(author, stage._id, {
      when: null,
      approvers: [{ source: { submitterManager: { levels: 1 } } }],
    });
    expect(cleared).toMatchObject({
      when: null,
      approvers: [{ source: { submitterManager: { levels: 1 } } }],
    });
    const plain = await update(author, stage._id, { approverIds: [ann.userId] });
    expect(plain.approvers).toMatchObject([{ approverId: ann.userId, source: null }]);

    const query = `query Versions($id: ID!) { workflowVersions(workflowId: $id) { ${VERSION} } }`;
    const { workflowVersions } = await as(author).get<{ workflowVersions: Version[] }>(query, {
      id: workflowId,
    });
    expect(
      workflowVersions.map(({ version, stages: [one] }) => [version, one?.when, one?.approvers]),
    ).toEqual([
      [5, null, [{ approverId: ann.userId }]],
      [4, null, [{ source: { submitterManager: { levels: 1 } } }]],
      [3, "document.amount > 100.0", [{ approverId: ann.userId }, { source: { groupId }, groups: ["law"] }]],
      [2, "document.amount > 100.0", [{ approverId: ann.userId }, { source: { groupId }, groups: ["law"] }]],
      [1, undefined, undefined],
    ]);
  });

  it.each<[string, object, string]>([
    ["a condition that is none", { when: "amount >" }, "when"],
    ["a condition on a fact that is not declared", { when: "document.facts.country == 'DE'" }, "when"],
    ["an unknown group", { approvers: [{ source: { groupId: newId() } }] }, "approvers.0.source"],
    ["a fact that is not declared", { approvers: [{ source: { fact: "lead" } }] }, "approvers.0.source"],
    [
      "managers of the stage before on the first stage",
      { order: 0, ...managerOfBefore },
      "approvers.0.source",
    ],
  ])("refuse %s, and write nothing [SRC-1] [ROUTE-3]", async (_, wrong, field) => {
    const { author } = await aCase();
    const { _id: workflowId } = await engine.workflows.create(author, { name: "Contracts" });
    await create(author, { workflowId, name: "One", order: 1 });
    const two = await create(author, { workflowId, name: "Two", order: 2 });
    const before = await countAll(store);
    const refused = [{ extensions: { code: "BAD_USER_INPUT", field } }];
    const input = { workflowId, name: "Three", order: 3, ...wrong };
    expect((await as(author).ask(CREATE, { input })).errors).toMatchObject(refused);
    expect((await as(author).ask(UPDATE, { id: two._id, input: wrong })).errors).toMatchObject(refused);
    expect(await countAll(store)).toBe(before);
    expect((await stagesOf(author, workflowId)).stages).toMatchObject([{ when: null }, { approvers: [] }]);
  });

  it("refuse what would make a stage the first that asks managers of the stage before [SRC-1]", async () => {
    const { author } = await aCase();
    const { workflowId, stages } = await publish(author, {
      name: "Contracts",
      stages: [{ name: "One" }, { name: "Two", ...managerOfBefore }],
    });
    const [one = "", two = ""] = stages.map(({ stageId }) => stageId);
    const remove = `mutation Remove($id: ID!) { deleteWorkflowStage(id: $id) }`;
    expect((await as(author).ask(remove, { id: one })).errors).toMatchObject([
      { extensions: { field: "id" } },
    ]);
    const late = { id: one, input: { order: 3 } };
    expect((await as(author).ask(UPDATE, late)).errors).toMatchObject([{ extensions: { field: "order" } }]);
    expect((await stagesOf(author, workflowId)).version).toBe(1);
    await as(author).get(remove, { id: two });
    await as(author).get(remove, { id: one });
  });

  it("change a stage whose group was deleted, but not its approvers to the same [SRC-1]", async () => {
    const { author, groupId } = await aCase();
    const approvers = [{ source: { groupId } }];
    const { stages } = await publish(author, { name: "Contracts", stages: [{ name: "One", approvers }] });
    const id = stages[0]?.stageId ?? "";
    await engine.groups.remove(author, groupId);
    await update(author, id, { name: "First" });
    expect((await as(author).ask(UPDATE, { id, input: { approvers } })).errors).toMatchObject([
      { extensions: { field: "approvers.0.source" } },
    ]);
  });
});

describe("validateWorkflow", () => {
  const VALIDATE = `query Validate($workflowId: ID!, $stages: [PublishWorkflowStageInput!], $facts: [FactDeclarationInput!]) {
    validateWorkflow(workflowId: $workflowId, stages: $stages, facts: $facts) { stageKey code message textCode } }`;
  const findingsOf = async (caller: Caller, variables: object) => {
    const { validateWorkflow } = await as(caller).get<{
      validateWorkflow: { stageKey: string | null; code: string; message: string }[];
    }>(VALIDATE, { ...variables });
    return validateWorkflow.map(({ stageKey, code }) => `${stageKey ?? "-"} ${code}`);
  };

  it("finds nothing in a sound workflow, nor in sources that may yield nobody [SRC-1]", async () => {
    const { author, workflow } = await aCase();
    const { workflowId } = await publish(author, workflow);
    expect(await findingsOf(author, { workflowId })).toEqual([]);
  });

  it("judges the stored workflow by its groups of now [SRC-1] [SRC-2]", async () => {
    const { author, company, groupId, workflow } = await aCase();
    const { workflowId } = await publish(author, workflow);
    const memberIds = Array.from({ length: 51 }, () => company.user().userId);
    await engine.groups.update(author, groupId, { memberIds });
    expect(await findingsOf(author, { workflowId })).toEqual(["board GROUP_TOO_LARGE"]);
    await engine.groups.update(author, groupId, { memberIds: [] });
    expect(await findingsOf(author, { workflowId })).toEqual(["board GROUP_EMPTY"]);
    await engine.groups.remove(author, groupId);
    expect(await findingsOf(author, { workflowId })).toEqual(["board GROUP_MISSING"]);
  });

  it("judges drafts by the facts given with them, or else by those declared [ROUTE-3]", async () => {
    const { author, workflow, legal, board } = await aCase();
    const { workflowId } = await publish(author, workflow);
    expect(await findingsOf(author, { workflowId, facts: [] })).toEqual([
      "board CONDITION_INVALID",
      "board FACT_NOT_DECLARED",
      "board FACT_NOT_DECLARED",
    ]);
    const before = await countAll(store);
    const always = { ...board, key: "first", order: 0 };
    expect(await findingsOf(author, { workflowId, stages: [always] })).toEqual([
      "- ALL_CONDITIONAL",
      "first NO_STAGE_BEFORE",
    ]);
    const wrong = { ...legal, when: "document.amount > '10'" };
    expect(await findingsOf(author, { workflowId, stages: [wrong, { name: "Open" }] })).toEqual([
      "legal CONDITION_INVALID",
      "stage2 NO_APPROVERS",
    ]);
    expect(await countAll(store)).toBe(before);
  });
});
