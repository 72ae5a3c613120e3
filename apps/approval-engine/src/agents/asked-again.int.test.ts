import { randomUUID } from "node:crypto";
import { toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { ACTION, type AskWorld, useAskWorld } from "../../test/ask-fixture.ts";
import { recordsOf } from "../../test/engine-fixture.ts";
import type { Caller } from "../shared/caller.ts";

const store = await useTestStore();
const records = recordsOf(store);
const DAY_MS = 86_400_000;

/** Nora's agent asked Milan for a call, and he rejected it. */
async function aRejection(remark?: string) {
  const world = await useAskWorld(store);
  const person = async (name: string): Promise<Caller> => {
    const user = world.company.user({ name });
    const companyId = toObjectId(world.company.companyId);
    await store.db.collection("users").insertOne({ _id: toObjectId(user.userId), companyId, name });
    return user;
  };
  const [fay, oli] = [await person("Fay"), await person("Oli")];
  const id = await world.agentOf(world.nora).ask({ title: "Pay Rocket Ltd" });
  await world.decide(id, "REJECTED", remark);
  return { ...world, fay, oli, id, today: world.now().toISOString().slice(0, 10) };
}

const rejectionsOf = async ({ as }: AskWorld, caller: Caller, refId: string) => {
  const { runTasks } = await as(caller).get<{
    runTasks: { document: { audience: string; earlierRejections: object[] } }[];
  }>(
    `query ($refId: ID!) { runTasks(refId: $refId) { document {
      audience earlierRejections { userId name at remark } } } }`,
    { refId },
  );
  return runTasks[0]!.document;
};

const seatsOf = async (id: string) => {
  const tasks = (await records.tasks(id)).toSorted((left, right) => left.orderNo - right.orderNo);
  const rows = await Promise.all(tasks.map(async ({ _id }) => records.approvals(_id)));
  return tasks.map(({ stageName }, at) => [stageName].concat(rows[at]!.map(({ approverId }) => approverId)));
};

describe("a call that was rejected and is asked for again", () => {
  it("is refused to the same user's agents for a day, however it is worded, and writes nothing [MEET-6]", async () => {
    const world = await aRejection("this is a fraud");
    const agent = world.agentOf(world.nora);
    const refusal = `Error: Rejected by Milan Cole on ${world.today}; ask a person`;
    const reordered = { arguments: { table: "customers", year: 2019 }, tool: ACTION.tool };
    const wordings = [
      {},
      { title: "Another title", facts: [{ key: "a", label: "A", type: "TEXT", value: "b" }] },
      { approvers: [world.fay.userId] },
      { expiresIn: 3_600 },
      { audience: "\u00A0countersign-tools " },
      { action: reordered },
      { action: JSON.stringify(ACTION) },
    ];
    const before = await store.db.collection("agent_requests").countDocuments();
    for (const fields of wordings) await expect(agent.ask(fields)).rejects.toThrow(refusal);
    world.later(DAY_MS - 60_000);
    await expect(agent.ask()).rejects.toThrow(refusal);
    expect(await store.db.collection("agent_requests").countDocuments()).toBe(before);
    world.later(120_000);
    const id = await agent.ask();
    expect(await seatsOf(id)).toEqual([["Approval", world.milan.userId]]);
    const { earlierRejections } = await rejectionsOf(world, world.milan, id);
    expect(earlierRejections).toMatchObject([{ name: "Milan Cole", remark: "this is a fraud" }]);
  });

  it("asks whoever rejected it besides, and shows the rejection, whoever's agent asks [MEET-6] [MEET-9]", async () => {
    const world = await aRejection("this is \u202Ea fraud");
    const { fay, oli, milan } = world;
    const id = await world.agentOf(fay).ask({ title: "A small favour", approvers: [oli.userId] });
    expect(await seatsOf(id)).toEqual([
      ["Rejected it before", milan.userId],
      ["Approval", oli.userId],
    ]);
    expect(await rejectionsOf(world, oli, id)).toEqual({
      audience: "countersign-tools",
      earlierRejections: [
        {
          userId: milan.userId,
          name: "Milan Cole",
          at: expect.stringContaining(world.today),
          remark: "this is [U+202E]a fraud",
        },
      ],
    });
    const shown = await world.agentOf(oli).call("show_approval", { id });
    expect(shown.data).toMatchObject({
      document: { audience: "countersign-tools", earlierRejections: [{ userId: milan.userId }] },
    });
    await world.decide(id, "APPROVED");
    const [, task] = await records.tasks(id);
    await world.engine.decideApproval(oli, { taskId: task!._id, status: "APPROVED" });
    const { data } = await world.agentOf(fay).call("get_approval", { id });
    expect(data).toMatchObject({ status: "APPROVED", grant: expect.any(String) });
  });

  it("is decided by whoever rejected it, where the rule asks them and nobody decides in two stages [MEET-6] [PPL-6]", async () => {
    const world = await aRejection();
    const { fay, oli, milan, engine } = world;
    const admin = world.company.user({ privileged: true });
    await engine.updateApprovalSettings(admin, { onePersonOneStage: true });
    const stages = [{ name: "Rule", approveBy: "ANY" as const, approverIds: [milan.userId, oli.userId] }];
    const draft = await engine.saveRule(admin, { kind: "ToolCall", stages });
    await engine.publishRule(admin, { id: draft.id });
    const id = await world.agentOf(fay).ask({ approvers: null });
    expect(await seatsOf(id)).toEqual([["Rule", milan.userId, oli.userId]]);
    const [task] = await records.tasks(id);
    await engine.decideApproval(oli, { taskId: task!._id, status: "APPROVED" });
    const { data: waiting } = await world.agentOf(fay).call("get_approval", { id });
    expect(waiting).toMatchObject({ status: "PENDING" });
    await world.decide(id, "APPROVED");
    const { data } = await world.agentOf(fay).call("get_approval", { id });
    expect(data).toMatchObject({ status: "APPROVED", grant: expect.any(String) });
  });

  it.each(["the same user's", "another user's"])(
    "gives no grant where %s twin, asked for meanwhile, was rejected [MEET-6]",
    async (whose) => {
      const world = await useAskWorld(store);
      const fay = world.company.user({ name: "Fay" });
      const oli = world.company.user({ name: "Oli" });
      const asker = whose === "the same user's" ? world.nora : oli;
      const [rejected, approved, fetched] = await Promise.all([
        world.agentOf(world.nora).ask(),
        world.agentOf(asker).ask({ approvers: [fay.userId], title: "A small favour" }),
        world.agentOf(asker).ask({ approvers: [fay.userId], title: "Another favour" }),
      ]);
      const approve = async (id: string) => {
        const [task] = await records.tasks(id);
        await world.engine.decideApproval(fay, { taskId: task!._id, status: "APPROVED" });
      };
      await approve(fetched);
      const grantOf = async (id: string) => world.agentOf(asker).call("get_approval", { id });
      const { data: before } = await grantOf(fetched);
      expect(before).toMatchObject({ status: "APPROVED", grant: expect.any(String) });
      await approve(approved);
      await world.decide(rejected, "REJECTED", "this is a fraud");
      const refused = await grantOf(approved);
      expect(refused).toMatchObject({ isError: true });
      expect(refused.text).toMatch(/Rejected by .+ on \d{4}-\d\d-\d\d; ask a person$/u);
      const request = await store.db.collection("agent_requests").findOne({ _id: toObjectId(approved) });
      expect(request).not.toHaveProperty("grant");
      // A grant that was drawn before stays: it is for one call.
      expect((await grantOf(fetched)).data).toMatchObject({ grant: before["grant"] });
    },
  );

  it.each([
    ["for another tool server", { audience: "elsewhere" }],
    ["with another argument", { action: { ...ACTION, reason: "contract 7" } }],
    ["without a call", { action: null }],
  ])("is another one %s [MEET-6]", async (_, fields) => {
    const world = await aRejection();
    const id = await world.agentOf(world.nora).ask({ approvers: [world.fay.userId], ...fields });
    expect(await seatsOf(id)).toEqual([["Approval", world.fay.userId]]);
    expect((await rejectionsOf(world, world.fay, id)).earlierRejections).toEqual([]);
  });

  it("is a new one after thirty days [MEET-6]", async () => {
    const world = await aRejection();
    world.later(30 * DAY_MS + 60_000);
    const id = await world.agentOf(world.nora).ask({ approvers: [world.fay.userId] });
    expect(await seatsOf(id)).toEqual([["Approval", world.fay.userId]]);
  });

  it("shows the newest five rejections, and asks everybody who rejected it [MEET-6]", async () => {
    const world = await aRejection("0");
    const { fay, oli, nora } = world;
    for (let at = 1; at <= 6; at += 1) {
      world.later(DAY_MS + 60_000);
      const id = await world.agentOf(nora).ask({ approvers: [oli.userId] });
      const [task] = await records.tasks(id);
      await world.decide(id, "REJECTED", String(at));
      expect(task!.stageName).toBe("Rejected it before");
    }
    const id = await world.agentOf(fay).ask({ approvers: [oli.userId] });
    const { earlierRejections } = await rejectionsOf(world, oli, id);
    expect(earlierRejections.map((one) => (one as { remark: string }).remark)).toEqual([
      "6",
      "5",
      "4",
      "3",
      "2",
    ]);
    expect((await seatsOf(id))[0]).toEqual(["Rejected it before", world.milan.userId]);
  });

  it("does not ask whoever has left, nor the user whose agent asks, but shows what they said [MEET-6]", async () => {
    const world = await aRejection("no");
    const { milan, fay } = world;
    const ofMilan = await world.agentOf(milan).ask({ approvers: [fay.userId] });
    expect(await seatsOf(ofMilan)).toEqual([["Approval", fay.userId]]);
    await store.db
      .collection("users")
      .updateOne({ _id: toObjectId(milan.userId) }, { $set: { active: false } });
    const ofOli = await world.agentOf(world.oli).ask({ approvers: [fay.userId] });
    expect(await seatsOf(ofOli)).toEqual([["Approval", fay.userId]]);
    for (const id of [ofMilan, ofOli]) {
      expect((await rejectionsOf(world, fay, id)).earlierRejections).toMatchObject([{ remark: "no" }]);
    }
  });

  it("still grants by the agent's choice alone where its user chose who approved [MEET-6] [MEET-1]", async () => {
    const world = await aRejection();
    const id = await world.agentOf(world.fay).ask({ approvers: [world.oli.userId] });
    const row = await store.db.collection("agent_requests").findOne({ _id: toObjectId(id) });
    expect(row).toMatchObject({ isNamed: true });
  });

  it("keeps the bound on floods: a refused repetition counts for nothing [MEET-6] [ASK-2]", async () => {
    const world = await aRejection();
    const agent = world.agentOf(world.nora);
    for (let at = 0; at < 25; at += 1) await expect(agent.ask()).rejects.toThrow("Rejected by Milan Cole");
    await expect(agent.ask({ action: { other: true } })).resolves.toMatch(/^[0-9a-f]{24}$/u);
  });

  it("in another company is another call [MEET-6]", async () => {
    await aRejection();
    const other = await useAskWorld(store);
    const idempotencyKey = randomUUID();
    const id = await other.agentOf(other.nora).ask({ idempotencyKey });
    expect((await rejectionsOf(other, other.milan, id)).earlierRejections).toEqual([]);
  });
});

describe("the name of an agent's program", () => {
  it.each([
    ['Claude") approved by Ada Berg (', "Claude approved by Ada Berg"],
    ["Claude [verified] {x} <b>", "Claude verified x b"],
    ["«Claude» “Desktop” ‘a’ „b“", "Claude Desktop a b"],
    ["Claude · approved • by・Ada", "Claude approved by Ada"],
    ["（Claude）【x】", "Claude x"],
  ])("%s cannot end the label around it [MEET-9]", async (name, shown) => {
    const world = await useAskWorld(store);
    const id = await world.agentOf(world.nora, name).ask();
    const { runTasks } = await world.as(world.milan).get<{
      runTasks: { submittedBy: object }[];
    }>(`query ($refId: ID!) { runTasks(refId: $refId) { submittedBy { client label } } }`, { refId: id });
    expect(runTasks[0]!.submittedBy).toEqual({
      client: shown,
      label: `Nora Lind's agent (claims to be "${shown}")`,
    });
  });

  it("of marks alone is none [MEET-9]", async () => {
    const world = await useAskWorld(store);
    const id = await world.agentOf(world.nora, '("·")').ask();
    const { runTasks } = await world.as(world.milan).get<{
      runTasks: { submittedBy: object }[];
    }>(`query ($refId: ID!) { runTasks(refId: $refId) { submittedBy { client label } } }`, { refId: id });
    expect(runTasks[0]!.submittedBy).toEqual({ client: null, label: "Nora Lind's agent" });
  });
});
