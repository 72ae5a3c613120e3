import { createHash } from "node:crypto";

import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { type Company, aCompany, countAll, recordsOf } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import type { Caller } from "../engine.ts";
import type { PublishWorkflowInput } from "./publish-workflow.ts";
import type { WorkflowApprover, WorkflowStage } from "./records.ts";

const store = await useTestStore();
const bus = useBus();
const { as, engine } = await useReplica(store, bus);
const records = recordsOf(store);

interface Version {
  workflowId: string;
  version: number;
  hash: string;
  name: string;
  note: string | null;
  createdAt: string;
  creator: { _id: string } | null;
  stages: {
    key: string;
    stageId: string;
    name: string;
    order: number;
    approveBy: string;
    quorum: number | null;
    rejectBy: string;
    bulk: boolean;
    approvers: { approverId: string; groups?: string[] }[];
  }[];
}

const VERSION = `workflowId version hash name note createdAt creator { _id }
  stages { key stageId name order approveBy quorum rejectBy bulk approvers }`;
const PUBLISH = `mutation Publish($input: PublishWorkflowInput!, $seen: Int) {
  publishWorkflow(input: $input, expectedVersion: $seen) { ${VERSION} } }`;
const publish = async (caller: Caller, input: Record<string, unknown>, seen?: number) =>
  (await as(caller).get<{ publishWorkflow: Version }>(PUBLISH, { input, seen })).publishWorkflow;
const refusalOf = async (caller: Caller, input: Record<string, unknown>, seen?: number) =>
  (await as(caller).ask(PUBLISH, { input, seen })).errors?.[0];
const versionsOf = async (caller: Caller, workflowId: string, before?: number) => {
  const query = `query Versions($workflowId: ID!, $before: Int) {
    workflowVersions(workflowId: $workflowId, before: $before) { ${VERSION} } }`;
  const found = await as(caller).get<{ workflowVersions: Version[] }>(query, { workflowId, before });
  return found.workflowVersions;
};
const numbersOf = async (caller: Caller, workflowId: string) =>
  (await versionsOf(caller, workflowId)).map(({ version }) => version);
const storedOf = (workflowId: string) =>
  store.db
    .collection("workflow_versions")
    .find({ workflowId: toObjectId(workflowId) }, { sort: { version: 1 } })
    .toArray();
const liveRows = async <T>(collection: string, workflowId: string) =>
  records.list<T>(collection, { workflowId: toObjectId(workflowId), deletedAt: null });

function aCase(company: Company = aCompany()) {
  const [author, ann, ben] = [company.user(), company.user(), company.user()];
  const legal = { key: "legal", name: "Legal", approvers: [{ approverId: ann.userId }] };
  const board = {
    key: "board",
    name: "Board",
    approveBy: "COUNT",
    quorum: 2,
    rejectBy: "UNREACHABLE",
    bulk: false,
    approvers: [{ approverId: ann.userId, groups: ["law"] }, { approverId: ben.userId }],
  };
  return { company, author, ann, ben, legal, board };
}

describe("publishWorkflow", () => {
  it("names the users of its stages, each once [CON-17]", async () => {
    const { author, ann, ben, legal, board } = aCase();
    const { workflowId } = await publish(author, { name: "Contracts", stages: [legal, board] });
    const query = "query People($id: ID!) { workflowVersions(workflowId: $id) { people { _id } } }";
    const { workflowVersions } = await as(author).get<{ workflowVersions: object[] }>(query, {
      id: workflowId,
    });
    expect(workflowVersions).toEqual([{ people: [{ _id: ann.userId }, { _id: ben.userId }] }]);
  });

  it("saves a new workflow whole, as its version 1 [ROUTE-1]", async () => {
    const { author, ann, ben, legal, board } = aCase();
    const published = await publish(author, {
      name: "Contracts",
      description: "Over 10,000",
      stages: [legal, board],
      note: "First draft",
    });
    expect(published).toMatchObject({
      version: 1,
      name: "Contracts",
      note: "First draft",
      stages: [
        {
          key: "legal",
          name: "Legal",
          order: 1,
          approveBy: "ANY",
          quorum: null,
          rejectBy: "VETO",
          bulk: true,
        },
        { key: "board", order: 2, approveBy: "COUNT", quorum: 2, rejectBy: "UNREACHABLE", bulk: false },
      ],
    });
    const [one, two] = published.stages;
    expect(one?.approvers).toEqual([{ approverId: ann.userId }]);
    expect(two?.approvers).toEqual([{ approverId: ann.userId, groups: ["law"] }, { approverId: ben.userId }]);
    const { workflowId } = published;
    const { findWorkflow } = await as(author).get<{ findWorkflow: Record<string, unknown> }>(
      `query Find($id: ID!) { findWorkflow(input: { _id: $id }) {
        name description status version ref createdBy stages { _id key name ref approveBy quorum bulk status } } }`,
      { id: workflowId },
    );
    expect(findWorkflow).toMatchObject({
      name: "Contracts",
      description: "Over 10,000",
      status: "DRAFT",
      version: 1,
      ref: "WF-000001",
      createdBy: author.userId,
      stages: [
        { _id: one?.stageId, key: "legal", name: "Legal", ref: "WS-000001", status: "DRAFT", bulk: true },
        { _id: two?.stageId, key: "board", approveBy: "COUNT", quorum: 2, ref: "WS-000002", bulk: false },
      ],
    });
    expect(await records.audit(workflowId)).toMatchObject([
      {
        action: "publish",
        entity: "workflows",
        actorId: author.userId,
        after: {
          name: "Contracts",
          version: 1,
          note: "First draft",
          stages: [{ key: "legal" }, { key: "board" }],
        },
      },
    ]);
  });

  it("keeps the stages whose keys are given under their ids, and deletes the others [ROUTE-1]", async () => {
    const { author, ann, ben, legal, board } = aCase();
    const first = await publish(author, { name: "Contracts", description: "Old", stages: [legal, board] });
    const { workflowId } = first;
    const archive = { name: "Archive", approverIds: [ben.userId] };
    const plain = { key: "board", name: "The board", approvers: [{ approverId: ann.userId }] };
    const second = await publish(author, { workflowId, name: "Deals", stages: [archive, plain] }, 1);
    expect(second.stages).toMatchObject([
      { key: "stage1", name: "Archive", order: 1, approvers: [{ approverId: ben.userId }] },
      {
        key: "board",
        stageId: first.stages[1]?.stageId,
        name: "The board",
        order: 2,
        approveBy: "ANY",
        quorum: null,
        rejectBy: "VETO",
        bulk: true,
        approvers: [{ approverId: ann.userId }],
      },
    ]);
    const stages = await liveRows<WorkflowStage>("workflow_stages", workflowId);
    expect(stages.map(({ name }) => name).toSorted()).toEqual(["Archive", "The board"]);
    const rows = await liveRows<WorkflowApprover>("workflow_approvers", workflowId);
    expect(rows.map(({ approverId, groups }) => ({ approverId, groups }))).toEqual([
      { approverId: ann.userId, groups: undefined },
      { approverId: ben.userId, groups: undefined },
    ]);
    expect(await records.list("workflows", { _id: toObjectId(workflowId) })).toMatchObject([
      { name: "Deals", status: "DRAFT" },
    ]);
    const [, audited] = await records.audit(workflowId);
    expect(audited).toMatchObject({
      action: "publish",
      before: {
        name: "Contracts",
        description: "Old",
        version: 1,
        stages: [{ key: "legal" }, { key: "board" }],
      },
      after: { name: "Deals", version: 2 },
    });
  });

  it("touches no row that stays as it is, and publishes a version all the same [ROUTE-1]", async () => {
    const { author, legal, board } = aCase();
    const input = { name: "Contracts", stages: [legal, board] };
    const first = await publish(author, input);
    const rowsNow = async () => [
      await liveRows<WorkflowStage>("workflow_stages", first.workflowId),
      await liveRows<WorkflowApprover>("workflow_approvers", first.workflowId),
    ];
    const before = await rowsNow();
    const second = await publish(author, { ...input, workflowId: first.workflowId });
    expect(second).toMatchObject({ version: 2, hash: first.hash, stages: first.stages });
    expect(await rowsNow()).toEqual(before);
  });

  it("with a version that is not the newest is refused and writes nothing [ROUTE-1]", async () => {
    const { author, legal, board } = aCase();
    const { workflowId } = await publish(author, { name: "Contracts", stages: [legal] }, 0);
    await publish(author, { workflowId, name: "Contracts", stages: [legal, board] }, 1);
    const before = await countAll(store);
    const rows = JSON.stringify(await liveRows("workflow_stages", workflowId));
    for (const seen of [0, 1, 3]) {
      expect(await refusalOf(author, { workflowId, name: "Mine", stages: [] }, seen)).toMatchObject({
        message: "Workflow has changed",
        extensions: { code: "CONFLICT", field: "expectedVersion" },
      });
    }
    expect(await refusalOf(author, { name: "New", stages: [] }, 1)).toMatchObject({
      message: "Workflow has changed",
    });
    expect(await countAll(store)).toBe(before);
    expect(JSON.stringify(await liveRows("workflow_stages", workflowId))).toBe(rows);
  });

  it("lets one of several with the same expected version through [ROUTE-1]", async () => {
    const { author, legal } = aCase();
    const { workflowId } = await publish(author, { name: "Contracts", stages: [legal] });
    const names = Array.from({ length: 10 }, (_, index) => `Contracts ${index}`);
    const answers = await Promise.allSettled(
      names.map(async (name) => publish(author, { workflowId, name, stages: [legal] }, 1)),
    );
    const won = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    const lost = answers.flatMap((answer) => (answer.status === "rejected" ? [String(answer.reason)] : []));
    expect(won).toMatchObject([{ version: 2 }]);
    expect(new Set(lost)).toEqual(new Set(["Error: Workflow has changed"]));
    expect(await records.list("workflows", { _id: toObjectId(workflowId) })).toMatchObject([
      { name: won[0]?.name },
    ]);
  });

  it("saves a version that nobody can pass, with its findings as today [ROUTE-1]", async () => {
    const { author, ann, legal } = aCase();
    const twin = {
      key: "twin",
      name: "Twin",
      order: 1,
      approveBy: "COUNT",
      quorum: 3,
      approverIds: [ann.userId],
    };
    const { workflowId } = await publish(author, { name: "Odd", stages: [legal, twin, { name: "Nobody" }] });
    const find = `query Find($workflowId: ID!, $stages: [PublishWorkflowStageInput!]) {
      validateWorkflow(workflowId: $workflowId, stages: $stages) { stageKey stageId code } }`;
    const { validateWorkflow: found } = await as(author).get<{ validateWorkflow: Record<string, string>[] }>(
      find,
      { workflowId },
    );
    expect(found.map(({ stageKey, code }) => `${stageKey} ${code}`)).toEqual([
      "twin DUPLICATE_ORDER",
      "twin QUORUM_UNREACHABLE",
      "stage3 NO_APPROVERS",
    ]);

    const before = await countAll(store);
    const draft = [{ ...twin, order: 5 }, { name: "New" }];
    expect(await as(author).get(find, { workflowId, stages: draft })).toEqual({
      validateWorkflow: [
        { stageKey: "stage2", stageId: null, code: "NO_APPROVERS" },
        { stageKey: "twin", stageId: found[0]?.["stageId"], code: "QUORUM_UNREACHABLE" },
      ],
    });
    expect(await countAll(store)).toBe(before);
  });

  it.each<[string, Partial<PublishWorkflowInput>, string]>([
    ["no name", { name: " " }, "name"],
    [
      "a key twice",
      {
        stages: [
          { key: "a", name: "A" },
          { key: "a", name: "B" },
        ],
      },
      "stages.1.key",
    ],
    ["another form of key", { stages: [{ key: "A-1", name: "A" }] }, "stages.0.key"],
    ["a number without its rule", { stages: [{ name: "A", quorum: 2 }] }, "stages.0.quorum"],
    ["a rule without its number", { stages: [{ name: "A", approveBy: "COUNT" }] }, "stages.0.quorum"],
    [
      "two lists of approvers",
      { stages: [{ name: "A", approverIds: [], approvers: [] }] },
      "stages.0.approvers",
    ],
    ["too many stages", { stages: Array.from({ length: 101 }, () => ({ name: "A" })) }, "stages"],
    ["too long a note", { note: "x".repeat(2_001) }, "note"],
  ])("refuses %s, naming the field [ROUTE-1]", async (_, wrong, field) => {
    const before = await countAll(store);
    const refusal = await refusalOf(aCompany().user(), { name: "W", stages: [], ...wrong });
    expect(refusal?.extensions).toMatchObject({ code: "BAD_USER_INPUT", field });
    expect(await countAll(store)).toBe(before);
  });

  it("is for people who may edit definitions of their own company [ROUTE-1] [SAFE-15]", async () => {
    const { company, author, legal } = aCase();
    const { workflowId } = await publish(author, { name: "Contracts", stages: [legal] });
    const input = { workflowId, name: "Contracts", stages: [] };
    expect(await refusalOf(company.user({ isAgent: true, privileged: true }), input)).toMatchObject({
      message: "Separation of duties: agent",
      extensions: { code: "FORBIDDEN" },
    });
    const stranger = aCompany().user({ privileged: true });
    expect(await refusalOf(stranger, input)).toMatchObject({ message: "Workflow not found" });
    expect(await versionsOf(stranger, workflowId)).toEqual([]);
    const strict = await useReplica(store, bus, { rules: { definitionsRequirePrivileged: true } });
    expect((await strict.as(author).ask(PUBLISH, { input })).errors).toMatchObject([
      { extensions: { code: "FORBIDDEN" } },
    ]);
    await strict.as(company.user({ privileged: true })).get(PUBLISH, { input });
  });
});

describe("the row-by-row mutations", () => {
  it("publish a version each, in their transaction [ROUTE-1]", async () => {
    const { author, ann, ben } = aCase();
    const { _id: workflowId } = await engine.workflows.create(author, { name: "Contracts" });
    const stage = await engine.stages.create(author, {
      workflowId,
      name: "Board",
      order: 5,
      approverIds: [ann.userId],
    });
    const row = await engine.approvers.create(author, { stageId: stage._id, approverId: ben.userId });
    await engine.approvers.update(author, row._id, { groups: ["law"] });
    await engine.stages.update(author, stage._id, { approveBy: "ALL" });
    const legal = await engine.stages.create(author, { workflowId, name: "Legal", order: 1 });
    await engine.approvers.remove(author, row._id);
    await engine.workflows.update(author, workflowId, { name: "Deals" });
    await engine.stages.remove(author, stage._id);

    const versions = (await versionsOf(author, workflowId)).toReversed();
    const lines = versions.map(({ version, name, stages }) => {
      const ofStages = stages.map(
        ({ key, name: own, approveBy, approvers }) => `${key} ${own} ${approveBy} ${approvers.length}`,
      );
      return `${version} ${name}: ${ofStages.join(", ")}`;
    });
    expect(lines).toEqual([
      "1 Contracts: ",
      "2 Contracts: stage1 Board ANY 1",
      "3 Contracts: stage1 Board ANY 2",
      "4 Contracts: stage1 Board ANY 2",
      "5 Contracts: stage1 Board ALL 2",
      "6 Contracts: stage2 Legal ANY 0, stage1 Board ALL 2",
      "7 Contracts: stage2 Legal ANY 0, stage1 Board ALL 1",
      "8 Deals: stage2 Legal ANY 0, stage1 Board ALL 1",
      "9 Deals: stage2 Legal ANY 0",
    ]);
    expect(versions[3]?.stages[0]?.approvers).toEqual([
      { approverId: ann.userId },
      { approverId: ben.userId, groups: ["law"] },
    ]);
    expect(versions[8]?.stages[0]?.stageId).toBe(legal._id);
    expect(await records.audit(stage._id)).not.toMatchObject([{ action: "publish" }]);
  });

  it("publish none when they are refused, and none of a workflow that they delete [ROUTE-1]", async () => {
    const { author } = aCase();
    const { _id: workflowId } = await engine.workflows.create(author, { name: "Contracts" });
    const wrong = { workflowId, name: "Board", order: 1, approveBy: "COUNT" } as const;
    await expect(engine.stages.create(author, wrong)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    expect(await numbersOf(author, workflowId)).toEqual([1]);
    await engine.workflows.remove(author, workflowId);
    expect(await numbersOf(author, workflowId)).toEqual([1]);
  });

  it("number the versions without gaps when they come side by side [ROUTE-1]", async () => {
    const { author } = aCase();
    const { _id: workflowId } = await engine.workflows.create(author, { name: "Contracts" });
    const orders = Array.from({ length: 8 }, (_, index) => index + 1);
    await Promise.all(
      orders.map((order) => engine.stages.create(author, { workflowId, name: `S${order}`, order })),
    );
    const versions = await versionsOf(author, workflowId);
    expect(versions.map(({ version }) => version)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(versions.map(({ stages }) => stages.length)).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });
});

describe("a version of a workflow", () => {
  it("never changes, whatever becomes of the workflow [ROUTE-1]", async () => {
    const { author, legal, board } = aCase();
    const { workflowId, stages } = await publish(author, { name: "Contracts", stages: [legal, board] });
    const first = await storedOf(workflowId);
    await engine.stages.update(author, stages[0]?.stageId ?? "", { name: "Law", approverIds: [] });
    await publish(author, { workflowId, name: "Deals", stages: [] });
    await engine.workflows.remove(author, workflowId);
    const [before, ...others] = first;
    const versions = await storedOf(workflowId);
    expect(others).toEqual([]);
    expect(versions[0]).toEqual({ ...before, until: expect.any(Date) as Date });
    expect(versions.map(({ until }) => until as Date | null)).not.toContain(null);
    expect(await numbersOf(author, workflowId)).toEqual([3, 2, 1]);
    expect((await versionsOf(author, workflowId, 2)).map(({ version }) => version)).toEqual([1]);
  });

  it("has the SHA-256 of its canonical JSON, and its ids as object ids [ROUTE-1] [AE-BASE-03]", async () => {
    const { author, ann } = aCase();
    const stage = {
      key: "legal",
      name: "Legal",
      order: 2.5,
      approvers: [{ approverId: ann.userId, groups: ["b", "a"] }],
    };
    const { workflowId, hash, stages } = await publish(author, { name: 'Contracts "€"', stages: [stage] });
    const text =
      '{"name":"Contracts \\"€\\"","stages":[{"approveBy":"ANY","approvers":[{"approverId":"' +
      `${ann.userId}","groups":["b","a"]}],"key":"legal","name":"Legal","order":2.5,"stageId":"${stages[0]?.stageId}"}]}`;
    expect(hash).toBe(createHash("sha256").update(text).digest("hex"));
    const [stored] = await storedOf(workflowId);
    expect(stored).toMatchObject({
      companyId: toObjectId(author.companyId),
      workflowId: toObjectId(workflowId),
      createdBy: toObjectId(author.userId),
      stages: [
        {
          stageId: toObjectId(stages[0]?.stageId ?? ""),
          approvers: [{ approverId: toObjectId(ann.userId) }],
        },
      ],
    });
  });

  it("differs from another one by field and stage, as workflowDiff says [ROUTE-1]", async () => {
    const { author, ann, legal, board } = aCase();
    const { workflowId } = await publish(author, { name: "Contracts", stages: [legal, board] });
    await publish(author, { workflowId, name: "Deals", stages: [{ ...legal, approveBy: "ALL" }] });
    const query = `query Diff($workflowId: ID!, $a: Int!, $b: Int!) {
      workflowDiff(workflowId: $workflowId, a: $a, b: $b) { path before after } }`;
    const { workflowDiff } = await as(author).get<{ workflowDiff: Record<string, unknown>[] }>(query, {
      workflowId,
      a: 1,
      b: 2,
    });
    expect(workflowDiff).toMatchObject([
      { path: "name", before: "Contracts", after: "Deals" },
      { path: "stages.legal.approveBy", before: "ANY", after: "ALL" },
      {
        path: "stages.board",
        before: { key: "board", quorum: 2, approvers: [{ approverId: ann.userId, groups: ["law"] }, {}] },
        after: null,
      },
    ]);
    expect((await as(author).ask(query, { workflowId, a: 1, b: 3 })).errors).toMatchObject([
      { message: "Workflow version not found", extensions: { code: "NOT_FOUND", field: "b" } },
    ]);
    expect((await as(aCompany().user()).ask(query, { workflowId, a: 1, b: 2 })).errors).toMatchObject([
      { message: "Workflow version not found", extensions: { field: "a" } },
    ]);
    expect((await as(author).ask(query, { workflowId: newId(), a: 0, b: 2 })).errors).toMatchObject([
      { extensions: { code: "BAD_USER_INPUT", field: "a" } },
    ]);
  });
});
