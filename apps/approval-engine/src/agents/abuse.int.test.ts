import { createHash, randomUUID } from "node:crypto";
import { toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { ACTION, ACTION_JSON, type AskWorld, rpcOf, useAskWorld } from "../../test/ask-fixture.ts";
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
        submittedBy: { label: `Nora Lind's agent (claims to be "Claude[U+202E]edualC")` },
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

/** Asks with arguments of which one is written as the test gives it. */
async function callAsWritten(world: AskWorld, fields: Record<string, unknown>, written: string) {
  const { payload, ...request } = await rpcOf(world.nora, "tools/call", {
    name: "request_approval",
    arguments: {
      kind: "ToolCall",
      title: "Strange",
      approvers: [world.milan.userId],
      idempotencyKey: randomUUID(),
      ...fields,
    },
  });
  const { statusCode, body } = await world.app.inject({
    ...request,
    payload: JSON.stringify(payload).replace('"@"', written),
  });
  expect(statusCode).toBe(200);
  const { result } = JSON.parse(body) as {
    result: { content: { text: string }[]; isError?: boolean; structuredContent?: object };
  };
  const { content, isError = false, structuredContent: data } = result;
  return { text: content[0]!.text, isError, data };
}

it.each([
  ["half a surrogate pair", String.raw`{"a":"\ud800"}`],
  ["lists in lists in lists", `{"a":${"[".repeat(100)}${"]".repeat(100)}}`],
  ["lists in lists without end", `{"a":${"[".repeat(8_000)}${"]".repeat(8_000)}}`],
])(
  "an action without a canonical form, such as %s, is refused and fails nothing [ASK-2]",
  async (_, json) => {
    const { text, isError } = await callAsWritten(await useAskWorld(store), { action: "@" }, json);
    expect(isError).toBe(true);
    expect(text).toMatch(
      /^Error: (?:action: must be JSON of at most 16384 bytes|Invalid arguments: must not be nested so deeply$)/u,
    );
  },
);

it.each([
  ["a number that a double changes", '{"account":12345678901234567890}', "account: send this number as text"],
  ["a number beyond a double", '{"account":1e999}', "account: send this number as text"],
  ["a key twice", '{"to":"Milan","to":"Rocket Ltd"}', "to: must not be named twice"],
])("an action with %s is refused by its path, and writes nothing [MEET-14]", async (_, json, problem) => {
  const world = await useAskWorld(store);
  for (const action of [json, JSON.stringify(json)]) {
    const { text } = await callAsWritten(world, { action: "@" }, action);
    expect(text).toBe(`Error: Invalid arguments: action.${problem}`);
  }
  const companyId = toObjectId(world.company.companyId);
  expect(await store.db.collection("agent_requests").countDocuments({ companyId })).toBe(0);
});

it("numbers whose value a double keeps are approved as they are in canonical JSON [MEET-14]", async () => {
  const world = await useAskWorld(store);
  const { data } = await callAsWritten(world, { action: "@" }, '{"amount":250.00,"times":1e3}');
  const canonical = createHash("sha256").update('{"amount":250,"times":1000}').digest("hex");
  expect(data).toMatchObject({ status: "PENDING", actionSha256: canonical });
});

it("amounts as numbers, lists and objects as JSON text are read as they are meant [FIX-5]", async () => {
  const world = await useAskWorld(store);
  const facts = [
    { key: "count", label: "Count", type: "NUMBER", value: 3 },
    { key: "fee", label: "Fee", type: "MONEY", value: { amount: 0.5, currency: "EUR" } },
  ];
  const id = await world.agentOf(world.nora).ask({
    amount: 12.5,
    currency: "EUR",
    facts: JSON.stringify(facts),
    approvers: JSON.stringify([world.milan.userId]),
    action: JSON.stringify(ACTION),
  });
  const { data } = await world.agentOf(world.milan).call("show_approval", { id });
  expect(data).toMatchObject({
    document: {
      amount: "12.5",
      facts: [{ value: "3" }, { value: { amount: "0.5", currency: "EUR" } }],
      action: ACTION_JSON,
    },
  });
});

it.each([{}, { seconds: 60 }, { seconds: 0.5 + 1 }])("a wait of %j is taken [FIX-5]", async (fields) => {
  const world = await useAskWorld(store);
  const agent = world.agentOf(world.nora);
  const id = await agent.ask();
  const waiting = agent.call("wait_for_approval", { id, ...fields });
  await world.decide(id, "APPROVED");
  expect(await waiting).toMatchObject({ isError: false, data: { status: "APPROVED" } });
});
