import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { ACTION, rpcOf, useAskWorld } from "../../test/ask-fixture.ts";
import { recordsOf } from "../../test/engine-fixture.ts";

const store = await useTestStore();
const records = recordsOf(store);

describe("an agent that floods people with requests", () => {
  it("is refused after twenty in a minute, and reads when to try again; others may still ask [ASK-2]", async () => {
    const world = await useAskWorld(store);
    const agent = world.agentOf(world.nora);
    for (let at = 1; at <= 20; at += 1) await agent.ask({ title: `Request ${at}` });
    await expect(agent.ask({ title: "One more" })).rejects.toThrow(
      /^Error: Too many requests for approval: at most 20 in a minute; try again in \d+ seconds$/u,
    );
    const other = world.agentOf(world.milan);
    await expect(other.ask({ approvers: [world.nora.userId] })).resolves.toMatch(/^[0-9a-f]{24}$/u);
    world.later(61_000);
    await expect(agent.ask({ title: "One more" })).resolves.toMatch(/^[0-9a-f]{24}$/u);
  });

  it("has at most a hundred that wait for people [ASK-2]", async () => {
    const world = await useAskWorld(store);
    const agent = world.agentOf(world.nora);
    for (let at = 1; at <= 100; at += 1) {
      if (at % 20 === 1) world.later(61_000);
      await agent.ask({ title: `Request ${at}` });
    }
    world.later(61_000);
    await expect(agent.ask({ title: "One more" })).rejects.toThrow(
      "Error: Too many of your requests wait for people: at most 100; try again in 60 seconds, or withdraw some",
    );
  });
});

describe("an agent that asks again after a rejection", () => {
  it("is refused while nothing has changed, whomever it asks and however it is worded to the server [ASK-2]", async () => {
    const world = await useAskWorld(store);
    const agent = world.agentOf(world.nora);
    const other = world.company.user();
    const id = await agent.ask({ title: "Pay Rocket Ltd" });
    await world.decide(id, "REJECTED", "this is a fraud");
    const day = new Date().toISOString().slice(0, 10);
    const refusal =
      `Error: Milan Cole rejected this on ${day}: this is a fraud. ` +
      "Change what you ask for before you ask again";
    for (const fields of [
      {},
      { approvers: [other.userId] },
      { expiresIn: 3_600 },
      { audience: "elsewhere" },
    ]) {
      await expect(agent.ask({ title: "Pay Rocket Ltd", ...fields })).rejects.toThrow(refusal);
    }
    const reordered = { arguments: { table: "customers", year: 2019 }, tool: ACTION.tool };
    await expect(agent.ask({ title: "Pay Rocket Ltd", action: reordered })).rejects.toThrow(refusal);
    await expect(
      agent.ask({ title: "Pay Rocket Ltd", action: { ...ACTION, reason: "contract 7" } }),
    ).resolves.toMatch(/^[0-9a-f]{24}$/u);
  });
});

describe("what an agent writes for people", () => {
  const RTL = "\u202E";

  it.each([
    ["a link in the title", { title: "Approve at https://evil.example/now" }, "title"],
    ["a bare address in the title", { title: "See WWW.evil.example" }, "title"],
    [
      "a link as a fact",
      { facts: [{ key: "page", label: "Page", type: "LINK", value: "https://evil.example" }] },
      "facts.0.type",
    ],
    [
      "a link in the words of a fact",
      { facts: [{ key: "page", label: "Page", type: "TEXT", value: "javascript://alert" }] },
      "facts.0.value",
    ],
  ])("holds no link: %s is refused [ASK-2]", async (_, fields, field) => {
    const world = await useAskWorld(store);
    await expect(world.agentOf(world.nora).ask(fields)).rejects.toThrow(new RegExp(`Error: .*${field}`, "u"));
  });

  it("holds no hidden or bidirectional letters in its title [ASK-2] [SAFE-7]", async () => {
    const { agentOf, nora } = await useAskWorld(store);
    await expect(agentOf(nora).ask({ title: `Pay ${RTL}001 RUE` })).rejects.toThrow(/^Error: title: /u);
    await expect(agentOf(nora).ask({ title: "Pay\nApproved by Milan" })).rejects.toThrow(/^Error: title: /u);
  });

  it("is plain text: Markdown stays as it was written, hidden letters of facts and names are spelt out [ASK-2] [SAFE-7]", async () => {
    const world = await useAskWorld(store);
    const markdown = "**Approved** by [Milan](Milan) <b>already</b>";
    const agent = world.agentOf(world.nora, `Claude${RTL}edualC`);
    const id = await agent.ask({
      title: markdown,
      facts: [{ key: "note", label: "Note", type: "TEXT", value: `up${RTL}down` }],
    });
    const { runTasks } = await world
      .as(world.milan)
      .get<{ runTasks: object[] }>(
        `query ($refId: ID!) { runTasks(refId: $refId) { submittedBy { label } document { title facts { value } } } }`,
        { refId: id },
      );
    expect(runTasks).toEqual([
      {
        submittedBy: { label: "Nora Lind's agent (Claude[U+202E]edualC)" },
        document: { title: markdown, facts: [{ value: "up[U+202E]down" }] },
      },
    ]);
    const [asked] = await records.notifications(id);
    expect(asked?.message).toMatch(/^AR-\d{6} submitted for your approval — Approval$/u);
  });

  it("cannot break a remark of a person into another text [ASK-3] [SAFE-7]", async () => {
    const world = await useAskWorld(store);
    const agent = world.agentOf(world.nora);
    const id = await agent.ask({});
    await world.decide(id, "REJECTED", `no${RTL}sey`);
    const { data } = await agent.call("get_approval", { id });
    expect(data).toMatchObject({ decisions: [{ remark: "no[U+202E]sey" }] });
  });
});

it.each([
  ["a number beyond JSON's", '{"a":1e999}'],
  ["half a surrogate pair", String.raw`{"a":"\ud800"}`],
  ["lists in lists in lists", `{"a":${"[".repeat(8_000)}${"]".repeat(8_000)}}`],
])(
  "an action without a canonical form, such as %s, is refused and fails nothing [ASK-2]",
  async (_, json) => {
    const world = await useAskWorld(store);
    const args = {
      kind: "ToolCall",
      title: "Strange",
      approvers: [world.milan.userId],
      action: "@",
      idempotencyKey: "strange",
    };
    const { payload, ...request } = await rpcOf(world.nora, "tools/call", {
      name: "request_approval",
      arguments: args,
    });
    const { statusCode, body } = await world.app.inject({
      ...request,
      payload: JSON.stringify(payload).replace('"@"', json),
    });
    expect(statusCode).toBe(200);
    expect((JSON.parse(body) as { result: object }).result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^Error: action: must be JSON of at most 16384 bytes/u) }],
    });
  },
);
