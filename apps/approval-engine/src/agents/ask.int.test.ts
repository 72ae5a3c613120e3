import { createHash } from "node:crypto";
import { toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { ACTION, ACTION_JSON, rpcOf, useAskWorld } from "../../test/ask-fixture.ts";
import { recordsOf } from "../../test/engine-fixture.ts";
import { followRequests } from "./end-requests.ts";

const store = await useTestStore();
const world = await useAskWorld(store);
const { nora, milan, agentOf, decide } = world;
const agent = agentOf(nora, "Claude Desktop");
const records = recordsOf(store);
const SHA = createHash("sha256").update(ACTION_JSON).digest("hex");

const TOOLS = [
  "request_approval",
  "get_approval",
  "wait_for_approval",
  "list_my_requests",
  "withdraw_request",
  "list_my_approvals",
  "show_approval",
];

interface Listed {
  name: string;
  annotations: Record<string, unknown>;
  inputSchema: { properties: object };
  outputSchema: object;
}

async function listed(): Promise<Listed[]> {
  const { body } = await world.app.inject(await rpcOf(nora, "tools/list"));
  return (JSON.parse(body) as { result: { tools: Listed[] } }).result.tools;
}

const seatOf = async (id: string) => {
  const [task] = await records.tasks(id);
  return records.approvals(task!._id);
};

describe("the tools for agents", () => {
  it("are seven, with annotations and schemas of what they answer; comment is not among them [ASK-1]", async () => {
    const tools = await listed();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    for (const { annotations, outputSchema } of tools) {
      expect(annotations).toMatchObject({ openWorldHint: false, idempotentHint: true });
      expect(outputSchema).toMatchObject({ type: "object" });
    }
    const reading = tools.filter(({ annotations }) => annotations["readOnlyHint"] === true);
    expect(reading.map(({ name }) => name)).toEqual(
      TOOLS.filter((name) => name !== "request_approval" && name !== "withdraw_request"),
    );
  });

  it("decide, reassign, substitute and set nothing, whatever an approver's agent calls [ASK-1] [AGT-3]", async () => {
    const id = await agent.ask();
    const before = await seatOf(id);
    const settings = await store.db.collection("approval_settings").countDocuments();
    const [task] = await records.tasks(id);
    const everything = {
      id,
      taskId: task!._id,
      status: "APPROVED",
      verdict: "APPROVED",
      toUserId: nora.userId,
    };
    for (const holder of [milan, nora]) {
      const hands = agentOf({ ...holder, privileged: true });
      for (const { name, inputSchema } of await listed()) {
        if (name === "withdraw_request" && holder === nora) continue;
        const known = Object.keys(inputSchema.properties);
        const args = Object.fromEntries(Object.entries(everything).filter(([key]) => known.includes(key)));
        await hands.call(name, name === "wait_for_approval" ? { ...args, seconds: 1 } : args);
        const refused = await hands.call(name, { ...args, verdict: "APPROVED" });
        expect(refused.text).toMatch(/^Error: Invalid arguments: verdict: unknown argument/u);
      }
    }
    expect(await seatOf(id)).toEqual(before);
    expect(await records.events(id)).toHaveLength(1);
    expect(await store.db.collection("substitutions").countDocuments()).toBe(0);
    expect(await store.db.collection("approval_settings").countDocuments()).toBe(settings);
  });

  it("ask, withdraw and give grants to no auditor [AUD-1]", async () => {
    const id = await agent.ask();
    const hands = agentOf({ ...nora, isAuditor: true, privileged: true });
    for (const name of ["request_approval", "withdraw_request"]) {
      const refused = await hands.call(name, { nobody: "knows" });
      expect(refused.text).toBe("Error: An auditor changes nothing");
    }
    expect(await seatOf(id)).toMatchObject([{ status: "AWAITING_APPROVAL" }]);
    await decide(id, "APPROVED");
    const { data } = await hands.call("get_approval", { id });
    expect(data).toMatchObject({ status: "APPROVED" });
    expect(data).not.toHaveProperty("grant");
  });

  it("need a token of the engine's audience or of their own, which the engine's GraphQL does not take [ASK-1] [AGT-2]", async () => {
    const { headers, ...request } = await rpcOf(nora, "tools/list");
    const { authorization: _none, ...without } = headers;
    const refused = await world.app.inject({ ...request, headers: without });
    expect(refused.statusCode).toBe(401);
    expect(refused.headers["www-authenticate"]).toContain(
      'resource_metadata="https://approvals.example.com/.well-known/oauth-protected-resource/api/mcp/approvals"',
    );
    const metadata = await world.app.inject("/.well-known/oauth-protected-resource/api/mcp/approvals");
    expect(metadata.json()).toMatchObject({ resource: "https://approvals.example.com/api/mcp/approvals" });
  });
});

describe("a request for approval", () => {
  it("asks the people whom it names, by what a person says and an agent asked [ASK-2] [AGT-4]", async () => {
    const { data } = await agent.call("request_approval", {
      kind: "ToolCall",
      title: "Delete the customer records of 2019",
      amount: "12.50",
      currency: "EUR",
      facts: [{ key: "table", label: "Table", type: "TEXT", value: "customers" }],
      approvers: [milan.userId],
      action: ACTION,
      idempotencyKey: "first",
    });
    const id = String(data["id"]);
    expect(data).toMatchObject({
      status: "PENDING",
      url: `https://approvals.example.com/console/documents/${id}`,
      actionSha256: SHA,
    });
    const tasks = await world.as(milan).get<{ runTasks: object[] }>(
      `query ($refId: ID!) { runTasks(refId: $refId) { status kind submittedBy { agent client label }
        document { title amount currency statedBy action actionSha256 facts { key value } } } }`,
      { refId: id },
    );
    expect(tasks.runTasks).toEqual([
      {
        status: "AWAITING_APPROVAL",
        kind: "ToolCall",
        submittedBy: {
          agent: true,
          client: "Claude Desktop",
          label: `Nora Lind's agent (claims to be "Claude Desktop")`,
        },
        document: {
          title: "Delete the customer records of 2019",
          amount: "12.50",
          currency: "EUR",
          statedBy: "PERSON",
          action: ACTION,
          actionSha256: SHA,
          facts: [{ key: "table", value: "customers" }],
        },
      },
    ]);
  });

  it("is the same for the same key and content, and refused for other content [ASK-2]", async () => {
    const fields = { idempotencyKey: "same", title: "Restart the server" };
    const first = await agent.ask(fields);
    expect(await agent.ask(fields)).toBe(first);
    const again = await Promise.all([1, 2, 3].map(() => agent.ask({ ...fields, idempotencyKey: "at once" })));
    expect(new Set(again).size).toBe(1);
    await expect(agent.ask({ ...fields, title: "Restart the other server" })).rejects.toThrow(
      "Error: Idempotency key was used for another command",
    );
    expect(await agentOf(milan).ask({ ...fields, approvers: [nora.userId] })).not.toBe(first);
  });

  it.each([
    ["a kind of another owner", { kind: "Nda" }, "Error: kind: Nda is not a kind of agents"],
    ["a life that is too short", { expiresIn: 59 }, "Error: expiresIn: must be at least 60"],
    ["a life that is too long", { expiresIn: 2_592_001 }, "Error: expiresIn: "],
    [
      "both ways to name people",
      { workflowId: "a".repeat(24) },
      "Error: Give either workflowId or approvers, not both",
    ],
    [
      "an action that is too large",
      { action: { text: "x".repeat(16_384) } },
      "Error: action: must be JSON of at most 16384 bytes in its canonical form (RFC 8785)",
    ],
    ["an amount without a currency", { amount: "1" }, "Error: currency: is required with an amount"],
    ["an unknown argument", { approver: "x" }, "Error: Invalid arguments: approver: unknown argument"],
  ])("refuses %s by the argument's name, and writes nothing [ASK-2]", async (_, fields, message) => {
    const before = await store.db.collection("agent_requests").countDocuments();
    const asked = agent.call("request_approval", {
      kind: "ToolCall",
      title: "Refused",
      approvers: [milan.userId],
      idempotencyKey: `refused ${JSON.stringify(fields).length}`,
      ...fields,
    });
    const { text, isError } = await asked;
    expect({ text: text.slice(0, message.length), isError }).toEqual({ text: message, isError: true });
    expect(await store.db.collection("agent_requests").countDocuments()).toBe(before);
  });

  it("is not decided by the one whose token asked, nor by agents [AGT-3]", async () => {
    await expect(agent.ask({ approvers: [nora.userId] })).rejects.toThrow(/nobody who can decide/u);
    const id = await agent.ask();
    const [task] = await records.tasks(id);
    const verdict = { taskId: task!._id, status: "APPROVED" };
    for (const caller of [{ ...milan, isAgent: true as const }, nora]) {
      await expect(world.engine.decideApproval(caller, verdict)).rejects.toThrow(
        "Separation of duties: agent",
      );
    }
  });

  it("shows who decided what, and gives no grant while it waits or once it is rejected [ASK-3]", async () => {
    const id = await agent.ask({ title: "Send the letter", action: { tool: "send_letter" } });
    const waiting = await agent.call("get_approval", { id });
    expect(waiting.data).toMatchObject({ id, status: "PENDING", decisions: [], retryAfter: 15 });
    expect(waiting.data).not.toHaveProperty("grant");
    await decide(id, "REJECTED", "not today");
    const { data } = await agent.call("get_approval", { id });
    expect(data).toMatchObject({
      status: "REJECTED",
      decisions: [{ userId: milan.userId, name: "Milan Cole", verdict: "REJECTED", remark: "not today" }],
    });
    expect(data).not.toHaveProperty("grant");
    expect(data).not.toHaveProperty("retryAfter");
  });

  it("is nobody else's: neither a colleague nor another company's agent finds it [ASK-3]", async () => {
    const id = await agent.ask({ title: "Read the archive" });
    const stranger = (await useAskWorld(store)).nora;
    for (const other of [milan, stranger]) {
      for (const name of ["get_approval", "withdraw_request"]) {
        const { text, isError } = await agentOf(other).call(name, { id });
        expect([text, isError]).toEqual(["Error: Request not found", true]);
      }
    }
  });

  it("can be withdrawn while it waits, and stays as it ended afterwards [ASK-1]", async () => {
    const id = await agent.ask({ title: "Move the files" });
    const withdrawn = { id, status: "WITHDRAWN" };
    expect((await agent.call("withdraw_request", { id, reason: "done by hand" })).data).toEqual(withdrawn);
    expect((await agent.call("withdraw_request", { id })).data).toEqual(withdrawn);
    const notified = (await records.notifications(id)).find(({ event }) => event === "RECALLED");
    expect(notified).toMatchObject({ userId: milan.userId });
    expect(notified?.message).toContain(`Nora Lind's agent (claims to be "Claude Desktop"): done by hand`);
    const decided = await agent.ask({ title: "Move the other files" });
    await decide(decided, "APPROVED");
    expect((await agent.call("withdraw_request", { id: decided })).data).toMatchObject({
      status: "APPROVED",
    });
  });

  it("is listed page by page, newest first [ASK-1]", async () => {
    const lister = agentOf((await useAskWorld(store)).milan);
    const ids: string[] = [];
    for (const title of ["One", "Two", "Three"]) {
      ids.unshift(
        await lister.ask({ title, approvers: [milan.userId], idempotencyKey: title }).catch(String),
      );
    }
    const first = await lister.call("list_my_requests", { take: 2 });
    const items = first.data["items"] as { id: string }[];
    const next = await lister.call("list_my_requests", { take: 2, cursor: first.data["nextCursor"] });
    expect([...items, ...(next.data["items"] as { id: string }[])].map(({ id }) => id)).toEqual(ids);
    expect(next.data).not.toHaveProperty("nextCursor");
    const wrong = await lister.call("list_my_requests", { cursor: "nowhere" });
    expect(wrong.text).toBe("Error: cursor: is no place of this list: take it from the page before");
  });
});

describe("what waits for a person", () => {
  it("is listed and shown to their agent, which learns how to decide nothing [ASK-1]", async () => {
    const own = await useAskWorld(store);
    const id = await own.agentOf(own.nora).ask({ title: "Pay the invoice" });
    const hands = own.agentOf(own.milan);
    const { data } = await hands.call("list_my_approvals");
    expect(data).toMatchObject({
      items: [{ id, kind: "ToolCall", title: "Pay the invoice", status: "PENDING" }],
    });
    const shown = await hands.call("show_approval", { id });
    expect(shown.data).toMatchObject({
      id,
      status: "PENDING",
      actionSha256: SHA,
      document: { title: "Pay the invoice", action: ACTION_JSON },
      why: "asked for the stage Approval: RULE",
      url: `https://approvals.example.com/console/documents/${id}`,
    });
    expect(shown.data).not.toHaveProperty("grant");
    const wrong = await hands.call("list_my_approvals", { cursor: "nowhere" });
    expect(wrong.text).toBe(
      "Error: Invalid arguments: cursor: is no place of this list: take it from the page before",
    );
    const stranger = own.agentOf(own.company.user());
    expect((await stranger.call("show_approval", { id })).text).toBe("Error: Request not found");
  });
});

it("a request of which an approver wants changes says so, which ends a wait; a person answers [ASK-3] [TALK-2]", async () => {
  const id = await agent.ask({ title: "Pay twice" });
  const [task] = await records.tasks(id);
  const waiting = agent.call("wait_for_approval", { id, seconds: 45 });
  const questionId = await world.engine.requestChanges(milan, {
    taskId: task!._id,
    text: "Why twice?\u202E",
  });
  const question = { text: "Why twice?[U+202E]", by: "Milan Cole", at: expect.stringMatching(/Z$/u) };
  expect((await waiting).data).toMatchObject({ status: "PENDING", question, retryAfter: 15 });
  expect((await agent.call("get_approval", { id })).data).toMatchObject({ status: "PENDING", question });
  const byAgent = world.engine.answerQuestion({ ...nora, isAgent: true }, { questionId, text: "So be it" });
  await expect(byAgent).rejects.toThrow("Separation of duties: agent");
  await world.engine.answerQuestion(nora, { questionId, text: "One was lost" });
  const isShown = async () => "question" in (await agent.call("get_approval", { id })).data;
  expect(await isShown()).toBe(false);
  // As a slow replica writes what followed from the wish once more, and what followed from its end after the next.
  const [run] = await store.db
    .collection("workflow_runs")
    .find({ refId: toObjectId(id) })
    .toArray();
  const ofRun = { _id: toObjectId(id), runId: run!._id, changesAsked: 1 };
  const earlierQuestion = { text: "Why twice?", by: toObjectId(milan.userId), at: new Date() };
  await followRequests.write({ db: store.db }, { ...ofRun, question: earlierQuestion });
  expect(await isShown()).toBe(false);
  await world.engine.requestChanges(milan, { taskId: task!._id, text: "Which one?" });
  await followRequests.write({ db: store.db }, ofRun);
  expect(await isShown()).toBe(true);
  await world.decide(id, "APPROVED");
  expect((await agent.call("get_approval", { id })).data).toMatchObject({ status: "APPROVED" });
});

it("a request's document ends as its run does, also when its owner cancels it [ASK-3]", async () => {
  const id = await agent.ask({ title: "Close the account" });
  await world.engine.cancelDocument(nora, { refId: id });
  expect((await agent.call("get_approval", { id })).data).toMatchObject({ status: "WITHDRAWN" });
  const row = await store.db.collection("agent_requests").findOne({ _id: toObjectId(id) });
  expect(row).not.toHaveProperty("claimedUntil");
});
