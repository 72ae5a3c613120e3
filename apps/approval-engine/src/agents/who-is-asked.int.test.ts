import { toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";

import { useAskWorld } from "../../test/ask-fixture.ts";
import { recordsOf } from "../../test/engine-fixture.ts";
import type { Caller } from "../shared/caller.ts";

const store = await useTestStore();
const records = recordsOf(store);

/** A wire of 250,000, as an agent asks for it. */
const WIRE = {
  title: "Wire 250,000 to Rocket Ltd",
  amount: "250000.00",
  currency: "EUR",
  action: { tool: "wire", arguments: { amount: "250000.00", to: "Rocket Ltd" } },
  approvers: null,
};

/** The stages of a run with their approvers, in their order. */
const stagesOfRun = async (id: string) => {
  const tasks = (await records.tasks(id)).toSorted((left, right) => left.orderNo - right.orderNo);
  const rows = await Promise.all(tasks.map(async ({ _id }) => records.approvals(_id)));
  return tasks.map(({ stageName }, at) => [stageName].concat(rows[at]!.map(({ approverId }) => approverId)));
};

/** A company with people of their addresses. */
async function aScene() {
  const world = await useAskWorld(store);
  const { companyId } = world.company;
  const person = async (name: string, fields: object = {}): Promise<Caller> => {
    const user = world.company.user({ name });
    const record = { _id: toObjectId(user.userId), companyId: toObjectId(companyId), name, ...fields };
    await store.db.collection("users").insertOne(record);
    return user;
  };
  const admin = world.company.user({ privileged: true });
  const [bob, cas] = [await person("Bob"), await person("Cas")];
  const fay = await person("Fay", { email: "Fay@Example.com" });
  const stages = [{ name: "Treasury", approverIds: [bob.userId, cas.userId], approveBy: "ALL" as const }];
  const publish = async (fields: object = {}) => {
    const draft = await world.engine.saveRule(admin, { kind: "ToolCall", stages, ...fields });
    return (await world.engine.publishRule(admin, { id: draft.id })).workflowId!;
  };
  const namedWorkflow = async (approver: Caller) =>
    (
      await world.engine.publishWorkflow(admin, {
        name: "Anything goes",
        status: "IN_PROGRESS",
        stages: [{ name: "Anybody", approverIds: [approver.userId] }],
      })
    ).workflowId;
  const makeDefault = async (workflowId: string) =>
    store.db.collection("configs").insertOne({
      companyId: toObjectId(companyId),
      defaultWorkflows: [{ transactionType: "ToolCall", workflowId: toObjectId(workflowId) }],
    });
  /** The verdict of a person on the stage that waits. */
  const verdict = async (person: Caller, id: string, status: "APPROVED" | "REJECTED", more: object = {}) => {
    const task = (await records.tasks(id)).find((one) => one.status === "AWAITING_APPROVAL");
    return world.engine.decideApproval(person, { taskId: task!._id, status, ...more });
  };
  const reportTo = async (user: Caller, manager: Caller) => {
    const boss = { _id: toObjectId(manager.userId), companyId: toObjectId(companyId) };
    await store.db.collection("employees").insertMany([
      { ...boss, userId: boss._id },
      { companyId: boss.companyId, userId: toObjectId(user.userId), reportingTo: boss._id },
    ]);
  };
  const agent = world.agentOf(world.nora);
  const grantOf = async (id: string) => {
    const { data } = await agent.call("get_approval", { id });
    const { grant } = data;
    return typeof grant === "string" ? decodeJwt(grant) : undefined;
  };
  return {
    ...world,
    agent,
    admin,
    person,
    bob,
    cas,
    fay,
    publish,
    namedWorkflow,
    makeDefault,
    verdict,
    reportTo,
    grantOf,
  };
}

describe("where a rule for tool calls is in force", () => {
  it("a wire of 250,000 runs by it, and whom the agent names is asked besides [MEET-1]", async () => {
    const scene = await aScene();
    const { agent, bob, cas, fay, verdict, grantOf } = scene;
    const workflowId = await scene.publish();
    const id = await agent.ask({ ...WIRE, approvers: [fay.userId] });
    expect(await stagesOfRun(id)).toEqual([
      ["Named by the agent", fay.userId],
      ["Treasury", bob.userId, cas.userId],
    ]);
    await verdict(fay, id, "APPROVED");
    expect(await grantOf(id)).toBeUndefined();
    await verdict(bob, id, "APPROVED");
    expect(await grantOf(id)).toBeUndefined();
    await verdict(cas, id, "APPROVED");
    const grant = await grantOf(id);
    expect(grant).toMatchObject({
      rule: { workflowId, version: 1 },
      approvedBy: [fay.userId, bob.userId, cas.userId],
    });
    expect(grant).not.toHaveProperty("named");
  });

  it("its grant names every rule that asked, also one whose stages an earlier one has [MEET-1] [MEET-2]", async () => {
    const scene = await aScene();
    const { bob, cas, verdict, grantOf } = scene;
    const small = await scene.publish({ order: 1, name: "Small", when: "document.amount <= 100.0" });
    const large = await scene.publish({
      order: 2,
      name: "Large",
      stages: [{ name: "Board", approverIds: [cas.userId] }],
    });
    const again = await scene.publish({ order: 3, name: "Again", currency: "EUR" });
    const id = await scene.agent.ask(WIRE);
    for (const person of [bob, cas, cas]) await verdict(person, id, "APPROVED");
    const rules = [small, large, again].map((workflowId) => ({ workflowId, version: 1 }));
    expect(await grantOf(id)).toMatchObject({ rule: rules[0], rules });
  });

  it("runs by it also where the agent names nobody [MEET-1]", async () => {
    const scene = await aScene();
    await scene.publish();
    const id = await scene.agent.ask(WIRE);
    expect(await stagesOfRun(id)).toEqual([["Treasury", scene.bob.userId, scene.cas.userId]]);
  });

  it.each(["a rule", "a default"])(
    "refuses every workflow that the agent names: %s decides [MEET-1]",
    async (by) => {
      const scene = await aScene();
      const other = await scene.namedWorkflow(scene.fay);
      if (by === "a rule") await scene.publish();
      else await scene.makeDefault(await scene.namedWorkflow(scene.bob));
      const { companyId } = scene.company;
      for (const workflowId of [other, "a".repeat(24)]) {
        const asking = scene.agent.call("request_approval", {
          ...WIRE,
          kind: "ToolCall",
          workflowId,
          idempotencyKey: `by ${workflowId}`,
        });
        expect(await asking).toMatchObject({ isError: true, text: "Error: A rule of this kind decides" });
      }
      const asked = { companyId: toObjectId(companyId) };
      expect(await store.db.collection("agent_requests").countDocuments(asked)).toBe(0);
      expect(await store.db.collection("workflow_tasks").countDocuments(asked)).toBe(0);
    },
  );

  it("asks by the default of the kind, with whom the agent names besides [MEET-1]", async () => {
    const scene = await aScene();
    await scene.makeDefault(await scene.namedWorkflow(scene.bob));
    const id = await scene.agent.ask({ ...WIRE, approvers: [scene.fay.userId] });
    expect(await stagesOfRun(id)).toEqual([
      ["Named by the agent", scene.fay.userId],
      ["Anybody", scene.bob.userId],
    ]);
  });

  it("asks by a rule with conditions, whatever the agent says about the amount [MEET-1] [ROUTE-4]", async () => {
    const scene = await aScene();
    const { bob, fay } = scene;
    const stages = [
      { name: "Always", approverIds: [scene.cas.userId] },
      { name: "Large", approverIds: [bob.userId], when: "document.amount > 100000.0" },
    ];
    await scene.publish({ amountAbove: "100000", currency: "EUR", stages });
    const id = await scene.agent.ask({ ...WIRE, amount: "1.00", approvers: [fay.userId] });
    const names = (await stagesOfRun(id)).map(([name]) => name);
    expect(names).toEqual(["Named by the agent", "Always", "Large"]);
  });

  describe("and nobody decides in two stages", () => {
    const ANY = { approveBy: "ANY" as const };
    const once = { onePersonOneStage: true };

    it.each<[string, (scene: Awaited<ReturnType<typeof aScene>>) => object, string[]]>([
      ["all of whom it needs", () => ({}), ["bob", "cas"]],
      [
        "any of whom would do",
        ({ bob, cas }) => ({ ...ANY, approverIds: [bob.userId, cas.userId] }),
        ["bob", "cas"],
      ],
      ["without anybody else", ({ bob }) => ({ ...ANY, approverIds: [bob.userId] }), ["bob"]],
      [
        "which a source gives",
        () => ({ approverIds: undefined, approvers: [{ source: { submitterManager: { levels: 1 } } }] }),
        ["bob"],
      ],
    ])(
      "asks whom the agent names in the rule's stage, %s, and needs them [MEET-1] [PPL-6]",
      async (_, fields, wanted) => {
        const scene = await aScene();
        const { bob, cas, fay, agent, verdict, grantOf } = scene;
        await scene.reportTo(scene.nora, bob);
        await scene.engine.updateApprovalSettings(scene.admin, once);
        const treasury = {
          name: "Treasury",
          approverIds: [bob.userId, cas.userId],
          approveBy: "ALL" as const,
        };
        await scene.publish({ stages: [{ ...treasury, ...fields(scene) }] });
        const people = { bob, cas };
        const userIds = wanted.map((name) => people[name as keyof typeof people].userId);
        const id = await agent.ask({ ...WIRE, approvers: [bob.userId, fay.userId] });
        expect(await stagesOfRun(id)).toEqual([
          ["Named by the agent", fay.userId],
          ["Treasury", ...userIds],
        ]);
        await verdict(fay, id, "APPROVED");
        for (const name of wanted.toReversed()) {
          expect(await grantOf(id)).toBeUndefined();
          await verdict(people[name as keyof typeof people], id, "APPROVED");
        }
        const { approvedBy } = (await grantOf(id)) as { approvedBy: string[] };
        expect(approvedBy.toSorted()).toEqual([fay.userId, ...userIds].toSorted());
      },
    );
  });
});

describe("a rejection of an agent's request", () => {
  it.each([
    ["of the first stage", 0],
    ["of a later stage, which would return to the one before", 1],
  ])("%s ends it [MEET-1]", async (_, approvals) => {
    const scene = await aScene();
    const { fay, bob } = scene;
    await scene.publish();
    const id = await scene.agent.ask({ ...WIRE, approvers: [fay.userId] });
    if (approvals > 0) await scene.verdict(fay, id, "APPROVED");
    await scene.verdict(approvals > 0 ? bob : fay, id, "REJECTED", { remark: "no" });
    expect((await scene.agent.call("get_approval", { id })).data).toMatchObject({ status: "REJECTED" });
    expect((await records.tasks(id)).filter(({ archived }) => !archived)).toEqual(
      approvals > 0 ? [expect.objectContaining({ stageName: "Named by the agent", status: "APPROVED" })] : [],
    );
  });

  it("ends it where the rule would go on without that vote, and where a stage to return to is named [MEET-1]", async () => {
    const scene = await aScene();
    const { bob, cas } = scene;
    const workflowId = await scene.publish({
      stages: [
        { name: "First", approverIds: [cas.userId] },
        { name: "Second", approverIds: [bob.userId, cas.userId], approveBy: "ANY", rejectBy: "UNREACHABLE" },
      ],
    });
    const [first] = await records.list<{ _id: string; name: string }>("workflow_stages", {
      workflowId: toObjectId(workflowId),
      name: "First",
    });
    const id = await scene.agent.ask(WIRE);
    await scene.verdict(cas, id, "APPROVED");
    await scene.verdict(bob, id, "REJECTED", { remark: "no", returnToStageId: first!._id });
    expect((await scene.agent.call("get_approval", { id })).data).toMatchObject({ status: "REJECTED" });
  });
});

describe("without a rule", () => {
  it("an agent names people by address, without case, and all of them have to approve [MEET-1]", async () => {
    const scene = await aScene();
    const { fay, bob } = scene;
    const id = await scene.agent.ask({ ...WIRE, approvers: [" FAY@example.COM\u00A0", `${bob.userId} `] });
    expect(await stagesOfRun(id)).toEqual([["Approval", fay.userId, bob.userId]]);
    await scene.verdict(fay, id, "APPROVED");
    await scene.verdict(bob, id, "APPROVED");
    const claims = { named: true, rule: null, rules: [], approvedBy: [fay.userId, bob.userId] };
    expect(await scene.grantOf(id)).toMatchObject(claims);
  });

  it("the workflow that an agent names is the agent's choice too [MEET-1]", async () => {
    const scene = await aScene();
    const id = await scene.agent.ask({ ...WIRE, workflowId: await scene.namedWorkflow(scene.fay) });
    await scene.verdict(scene.fay, id, "APPROVED");
    const claims = { named: true, rule: null, approvedBy: [scene.fay.userId] };
    expect(await scene.grantOf(id)).toMatchObject(claims);
  });

  it("the submitter's manager is asked where the agent names nobody [MEET-1]", async () => {
    const scene = await aScene();
    await expect(scene.agent.ask(WIRE)).rejects.toThrow(
      "Error: approvers: no rule of this kind says who is asked, and you report to nobody",
    );
    await scene.reportTo(scene.nora, scene.bob);
    const id = await scene.agent.ask(WIRE);
    expect(await stagesOfRun(id)).toEqual([["Manager", scene.bob.userId]]);
    await scene.verdict(scene.bob, id, "APPROVED");
    const grant = await scene.grantOf(id);
    expect(grant).toMatchObject({ rule: null, approvedBy: [scene.bob.userId] });
    expect(grant).not.toHaveProperty("named");
  });

  it.each([
    [
      "an address that nobody has",
      "x@y.example",
      "approvers[1]: nobody in the company has the address x@y.example",
    ],
    [
      "a part of an address",
      "ay@example.com",
      "approvers[1]: nobody in the company has the address ay@example.com",
    ],
    [
      "the address of somebody who left",
      "gone@x.example",
      "approvers[1]: nobody in the company has the address",
    ],
    [
      "the address of two people",
      "two@x.example",
      "approvers[1]: several people in the company have the address",
    ],
    ["a stranger's address", "stranger@x.example", "approvers[1]: nobody in the company has the address"],
    ["a name", "Fay", "approvers.1: must be a user's id or an e-mail address"],
  ])("refuses %s by its place, and writes nothing [MEET-1]", async (_, approver, message) => {
    const scene = await aScene();
    await scene.person("Gone", { email: "gone@x.example", active: false });
    for (const name of ["One", "Two"]) await scene.person(name, { email: "two@x.example" });
    await (await aScene()).person("Stranger", { email: "stranger@x.example" });
    const companyId = toObjectId(scene.company.companyId);
    await expect(scene.agent.ask({ ...WIRE, approvers: [scene.bob.userId, approver] })).rejects.toThrow(
      message,
    );
    expect(await store.db.collection("agent_requests").countDocuments({ companyId })).toBe(0);
  });

  it("its own user's address is nobody who can decide [MEET-1] [AGT-3]", async () => {
    const scene = await aScene();
    await store.db
      .collection("users")
      .updateOne({ _id: toObjectId(scene.nora.userId) }, { $set: { email: "nora@x.example" } });
    await expect(scene.agent.ask({ ...WIRE, approvers: ["Nora@x.example"] })).rejects.toThrow(
      /nobody who can decide/u,
    );
  });
});

it("eight people's agents at once get 32 requests with 32 numbers [ASK-2]", async () => {
  const scene = await aScene();
  const people = await Promise.all(Array.from({ length: 8 }, async (_, at) => scene.person(`Person ${at}`)));
  const asking = people.flatMap((person) =>
    [1, 2, 3, 4].map(async (at) =>
      scene.agentOf(person).ask({ title: `Request ${at}`, approvers: [scene.bob.userId], action: { at } }),
    ),
  );
  const outcomes = await Promise.allSettled(asking);
  expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
  const ids = (await Promise.all(asking)).map((id) => toObjectId(id));
  const tasks = await records.list<{ ref: string }>("workflow_tasks", { refId: { $in: ids } });
  expect(new Set(tasks.map(({ ref }) => ref)).size).toBe(32);
});
