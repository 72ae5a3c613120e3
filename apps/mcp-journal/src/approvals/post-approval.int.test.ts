import { newId, toObjectId, verifyAuditChain } from "@countersign/mongo";
import {
  createGate,
  silentLogger,
  startTestService,
  testTokens,
  useTestStore,
  waitFor,
  useTestService,
} from "@countersign/testing";
import { call, useAgent } from "@countersign/testing/mcp-agent";
import { createInProcessBus } from "@countersign/bus";
import { type CommandStartedEvent, Decimal128 } from "mongodb";
import { describe, expect, it, onTestFinished } from "vitest";
import { startApprovalTest } from "../../test/approval-fixture.ts";
import { mcpJournal } from "../service.ts";

const store = await useTestStore({ monitored: true });
const NO_ANSWER = "Error: The approval engine did not answer";

describe("post_journal_entry where every entry needs approval", () => {
  it("submits the entry, by the company's default workflow, and says that it waits when asked again [AGT-1] [AGT-3]", async () => {
    const { draft, post, engine, companyId, userId, statusOf } = await startApprovalTest(store);
    const { id, ref } = await draft();
    expect(await post(id)).toEqual({
      text: `Journal entry ${ref} submitted for approval`,
      isError: false,
      data: { id, ref, status: "AWAITING_APPROVAL" },
      problems: undefined,
    });
    expect(await post(id)).toMatchObject({
      text: `Journal entry ${ref} is waiting for approval`,
      isError: false,
      data: { id, ref, status: "AWAITING_APPROVAL" },
    });
    expect([...engine.submissions.values()]).toEqual([
      {
        companyId,
        kind: "JournalEntry",
        refId: id,
        ref,
        submitterId: userId,
        document: expect.objectContaining({ title: `${ref}: Rent of March` }),
        submittedBy: { agent: true, client: "test-agent" },
        ownerKinds: ["JournalEntry"],
        requestId: expect.any(String),
      },
    ]);
    expect(await statusOf(id)).toBe("SAVED");
  });

  it("names whose tokens drafted and changed it as editors, and sends every line [SAFE-17] [DOC-6]", async () => {
    const test = await startApprovalTest(store);
    const { companyId, userId, engine, rent, cash } = test;
    const legs = Array.from({ length: 100 }, () => [
      { accountId: rent, debit: 5, credit: 0, remark: "Day" },
      { accountId: cash, debit: 0, credit: 5 },
    ]).flat();
    const { id } = await test.draft({ transactions: legs });
    const changer = newId();
    await store.db.collection("audit_logs").insertOne({
      companyId: toObjectId(companyId),
      actorId: toObjectId(changer),
      entity: "journal_entry",
      entityId: toObjectId(id),
      action: "update",
      at: new Date(),
    });
    const other = newId();
    const colleague = await test.connect({
      authorization: await testTokens().bearer({ sub: other, companyId }),
    });
    await test.post(id, colleague);
    const [submission] = [...engine.submissions.values()];
    expect(submission?.submitterId).toBe(other);
    const { editorIds = [], tables = [] } = submission?.document ?? {};
    expect(editorIds.toSorted()).toEqual([userId, changer].toSorted());
    expect(tables).toMatchObject([{ key: "lines", rows: { length: 200 } }]);
    expect(tables[0]?.rows[198]).toEqual(["199", "6100", "Office Rent", "5", "", "Day"]);
  });

  it("refuses an entry that is too large to be approved, and asks nobody [DOC-6]", async () => {
    const { draft, post, change, engine, approval } = await startApprovalTest(store);
    const { id, ref } = await draft();
    await change(id, { "transactions.0.remark": "x".repeat(501) });
    expect(await post(id)).toMatchObject({
      isError: true,
      text: `Error: Journal entry ${ref} is too large to be approved`,
    });
    expect(engine.submissions.size).toBe(0);
    expect(await approval(id)).toBeNull();
  });

  it("posts the entry once it is approved, exactly once, with everything in the audit [AGT-1]", async () => {
    const { draft, post, decide, legs, statusOf, audit, companyId, userId } = await startApprovalTest(store);
    const { id } = await draft();
    await post(id);
    await decide(id, "completed");
    expect(await statusOf(id)).toBe("POSTED");
    expect(await legs(id)).toHaveLength(2);
    expect((await post(id)).text).toBe(`Error: Entry ${id} is already posted`);
    expect(await audit(id)).toMatchObject([
      { action: "create" },
      {
        action: "submit",
        actorId: toObjectId(userId),
        details: { sessionId: expect.any(String), agent: "test-agent 1.0.0", arguments: { id, companyId } },
      },
      { action: "post", details: { issuer: "/countersign/finance", arguments: { id, companyId } } },
    ]);
    expect((await verifyAuditChain(store, companyId)).faults).toEqual([]);
  });

  it("tells the agent the remark of a rejection, and takes the entry again once its draft was changed [AGT-1]", async () => {
    const { draft, post, decide, change, engine, legs, statusOf } = await startApprovalTest(store);
    const { id, ref } = await draft();
    await post(id);
    await decide(id, "rejected", "Wrong account\u202e");
    for (const _ of ["asked", "asked again"]) {
      expect(await post(id)).toMatchObject({
        isError: true,
        text: `Error: Journal entry ${ref} was rejected: Wrong account[U+202E]`,
      });
    }
    expect(engine.submissions.size).toBe(1);
    await change(id, { description: "Rent of April" });
    expect((await post(id)).text).toBe(`Journal entry ${ref} submitted for approval`);
    await decide(id, "completed");
    expect(await statusOf(id)).toBe("POSTED");
    expect(await legs(id)).toHaveLength(2);
  });

  it("takes the entry again after a recall, unchanged [CTRL-3]", async () => {
    const { draft, post, decide, engine, approval, statusOf } = await startApprovalTest(store);
    const { id, ref } = await draft();
    await post(id);
    await decide(id, "recalled", "Too early");
    expect(await approval(id)).toMatchObject({ status: "RECALLED", remark: "Too early" });
    expect((await post(id)).text).toBe(`Journal entry ${ref} submitted for approval`);
    expect(engine.submissions.size).toBe(2);
    await decide(id, "completed");
    expect(await statusOf(id)).toBe("POSTED");
  });

  it("tells the agent the engine's refusal with its exact text, and leaves nothing open [AGT-1]", async () => {
    const { draft, post, engine, approval } = await startApprovalTest(store);
    const { id, ref } = await draft();
    engine.mood = "refuse";
    expect(await post(id)).toMatchObject({
      isError: true,
      text: "Error: No approvers could be resolved for Leave",
    });
    expect(await approval(id)).toBeNull();
    engine.mood = "accept";
    expect((await post(id)).text).toBe(`Journal entry ${ref} submitted for approval`);
  });

  it("refuses an entry that could not be posted before anybody is asked [AGT-1]", async () => {
    const { draft, post, change, engine, rent, cash } = await startApprovalTest(store);
    const { id } = await draft();
    await change(id, { "transactions.0.debit": Decimal128.fromString("7") });
    expect((await post(id)).text).toBe("Error: Debits (7) must equal credits (1200.5)");
    const unknown = newId();
    expect([rent, cash]).not.toContain(unknown);
    await change(id, { "transactions.0.accountId": toObjectId(unknown) });
    expect((await post(id)).text).toBe(`Error: Account ${unknown} not found`);
    expect((await post(newId())).text).toMatch(/^Error: Journal entry \w+ not found$/);
    expect(engine.submissions.size).toBe(0);
  });

  it("submits an entry once, however many sessions post it at once [AGT-1]", async () => {
    const { draft, post, connect, asked, hold, decide, legs } = await startApprovalTest(store);
    const { id, ref } = await draft();
    const agents = await Promise.all(Array.from({ length: 10 }, () => connect()));
    const engineAnswers = createGate();
    hold(engineAnswers);
    const looks: unknown[] = [];
    const answers = Promise.all(agents.map((agent) => post(id, agent)));
    store.client.on("commandStarted", ({ command }: CommandStartedEvent) => {
      if (command["find"] === "journal_approvals") looks.push(command);
    });
    // Each of the others looks again and again.
    await waitFor(() => looks.length > 30);
    engineAnswers.open();
    expect((await answers).map(({ text }) => text).toSorted()).toEqual([
      ...Array.from({ length: 9 }, () => `Journal entry ${ref} is waiting for approval`),
      `Journal entry ${ref} submitted for approval`,
    ]);
    expect(asked).toEqual(["approval.rpc.submit"]);
    await decide(id, "completed");
    expect(await legs(id)).toHaveLength(2);
  });
});

describe("an engine that does not answer", () => {
  it("is asked again with the same request when the agent asks again: nothing is lost, nothing is there twice [AGT-1]", async () => {
    const { draft, post, engine, change, decide, statusOf, buried } = await startApprovalTest(store);
    const { id, ref } = await draft();
    engine.mood = "accept without answering";
    expect(await post(id)).toMatchObject({ isError: true, text: NO_ANSWER });
    engine.mood = "accept";
    // The submission stays what it was.
    await change(id, { description: "Rent of April" });
    expect((await post(id)).text).toBe(`Journal entry ${ref} submitted for approval`);
    expect(engine.submissions.size).toBe(1);
    await decide(id, "completed");
    expect(await statusOf(id)).toBe("SAVED");
    expect(buried[0]).toBe(`Journal entry ${ref} was changed after it was submitted`);
  });

  it("is asked again by the service itself, also after a crash [AGT-1]", async () => {
    const test = await startApprovalTest(store, { SWEEP_PAUSE_MS: "50" });
    const { draft, post, engine, restart, approval } = test;
    const { id, ref } = await draft();
    engine.mood = "fail";
    expect(await post(id)).toMatchObject({ isError: true, text: NO_ANSWER });
    await restart();
    engine.mood = "accept";
    await waitFor(async () => (await approval(id))?.["status"] === "WAITING");
    expect((await post(id)).text).toBe(`Journal entry ${ref} is waiting for approval`);
    expect(engine.submissions.size).toBe(1);
  });

  it("whose refusal the service itself receives leaves nothing open [AGT-1]", async () => {
    const { draft, post, engine, approval } = await startApprovalTest(store, { SWEEP_PAUSE_MS: "50" });
    const { id } = await draft();
    engine.mood = "fail";
    expect((await post(id)).text).toBe(NO_ANSWER);
    engine.mood = "refuse";
    await waitFor(async () => (await approval(id)) === null);
    expect((await post(id)).text).toBe("Error: No approvers could be resolved for Leave");
  });

  it("may end the run before its answer is known: the entry is posted at once [AGT-1] [OPS-4]", async () => {
    const { draft, post, engine, decide, statusOf, legs, audit } = await startApprovalTest(store);
    const { id } = await draft();
    engine.mood = "accept without answering";
    expect((await post(id)).text).toBe(NO_ANSWER);
    await decide(id, "completed");
    expect(await statusOf(id)).toBe("POSTED");
    expect(await legs(id)).toHaveLength(2);
    const actions = (await audit(id)).map(({ action }) => action);
    expect(actions.filter((action) => action === "submit")).toHaveLength(1);
  });

  it("may end the run so and keep the entry from being posted: the agent hears why [AGT-1] [OPS-4]", async () => {
    const { draft, post, engine, decide, change, statusOf, buried } = await startApprovalTest(store);
    const { id, ref } = await draft();
    engine.mood = "accept without answering";
    expect((await post(id)).text).toBe(NO_ANSWER);
    await change(id, { description: "Rent of April" });
    await decide(id, "completed");
    expect(await statusOf(id)).toBe("SAVED");
    const problem = `Journal entry ${ref} was changed after it was submitted`;
    expect(buried).toEqual([problem, problem]);
    engine.mood = "accept";
    expect((await post(id)).text).toBe(`Error: Journal entry ${ref} was approved but not posted: ${problem}`);
  });

  it("may end the run before its answer is known: an older engine's outcome waits for that [AGT-1]", async () => {
    const { draft, post, engine, decide, statusOf, legs } = await startApprovalTest(store);
    const { id } = await draft();
    engine.mood = "accept without answering";
    expect((await post(id)).text).toBe(NO_ANSWER);
    const decided = decide(id, "completed", undefined, { requestId: undefined });
    engine.mood = "accept";
    expect(await statusOf(id)).toBe("SAVED");
    // The engine gives the first answer again.
    await post(id);
    await decided;
    expect(await statusOf(id)).toBe("POSTED");
    expect(await legs(id)).toHaveLength(2);
  });
});

describe("an outcome that is not for the entry as it was submitted", () => {
  it.each([
    ["another user's run on the entry's id", { origin: "person" as const }],
    ["another run that a service started on the entry's id", { runId: newId() }],
  ])("posts nothing: %s [AGT-1] [SAFE-1]", async (_, run) => {
    const { draft, post, decide, legs, buried } = await startApprovalTest(store);
    const { id, ref } = await draft();
    await post(id);
    await decide(id, "completed", undefined, run);
    expect(await legs(id)).toEqual([]);
    expect((await post(id)).text).toBe(`Journal entry ${ref} is waiting for approval`);
    await decide(id, "rejected", "No", run);
    expect((await post(id)).text).toBe(`Journal entry ${ref} is waiting for approval`);
    expect(buried).toEqual([]);
    await decide(id, "completed");
    expect(await legs(id)).toHaveLength(2);
  });

  it("posts nothing when nobody submitted the entry [AGT-1]", async () => {
    const { draft, decide, legs } = await startApprovalTest(store);
    const { id } = await draft();
    await decide(id, "completed");
    expect(await legs(id)).toEqual([]);
  });

  it("posts nothing when the draft was changed meanwhile: an audit record, a dead letter, and the agent is notified [AGT-1]", async () => {
    const { draft, post, decide, change, legs, audit, buried, statusOf, companyId } =
      await startApprovalTest(store);
    const { id, ref } = await draft();
    await post(id);
    await change(id, { description: "Rent of April" });
    expect((await post(id)).text).toBe(`Journal entry ${ref} is waiting for approval`);
    await decide(id, "completed");
    const problem = `Journal entry ${ref} was changed after it was submitted`;
    // The played engine sends each outcome twice.
    expect(buried).toEqual([problem, problem]);
    expect(await legs(id)).toEqual([]);
    expect((await audit(id)).slice(-1)).toMatchObject([
      { action: "refuse", after: { approval: "UNPOSTED", problem } },
    ]);
    expect((await verifyAuditChain(store, companyId)).faults).toEqual([]);
    expect(await post(id)).toMatchObject({
      isError: true,
      text: `Error: Journal entry ${ref} was approved but not posted: ${problem}`,
    });
    expect((await post(id)).text).toBe(`Journal entry ${ref} submitted for approval`);
    await decide(id, "completed");
    expect(await statusOf(id)).toBe("POSTED");
  });

  it("posts nothing when an account is gone, and posts when the outcome comes again and it is back [AGT-1]", async () => {
    const { draft, post, decide, rent, legs, buried } = await startApprovalTest(store);
    const { id } = await draft();
    await post(id);
    const accounts = store.db.collection("accounts");
    const account = await accounts.findOne({ _id: toObjectId(rent) });
    await accounts.deleteOne({ _id: toObjectId(rent) });
    await decide(id, "completed");
    expect(buried[0]).toBe(`Account ${rent} not found`);
    expect((await post(id)).text).toBe(`Error: Account ${rent} not found`);
    await accounts.insertOne(account!);
    expect(await legs(id)).toEqual([]);
    // As an operator who publishes the dead letter again.
    await decide(id, "completed");
    expect(await legs(id)).toHaveLength(2);
  });

  it("posts nothing when somebody posted the entry by hand meanwhile [AGT-1]", async () => {
    const { draft, post, decide, change, legs, buried } = await startApprovalTest(store);
    const { id } = await draft();
    await post(id);
    await change(id, { status: "POSTED", postedAt: new Date() });
    await decide(id, "completed");
    expect(buried[0]).toBe(`Entry ${id} is already posted`);
    expect(await legs(id)).toEqual([]);
    expect((await post(id)).text).toBe(`Error: Entry ${id} is already posted`);
  });
});

describe("where only entries above an amount need approval", () => {
  const above = { MCP_POST_APPROVAL: "1000" };

  it("posts those up to it at once, and submits the others [AGT-1]", async () => {
    const { draft, post, lines, engine, statusOf } = await startApprovalTest(store, above);
    const atLimit = await draft({ transactions: lines(1_000) });
    expect(await post(atLimit.id)).toMatchObject({
      text: `Entry ${atLimit.id} has been posted successfully.`,
      data: { status: "POSTED" },
    });
    const more = await draft({ transactions: lines(1_000.000001) });
    expect((await post(more.id)).text).toBe(`Journal entry ${more.ref} submitted for approval`);
    expect(await statusOf(more.id)).toBe("SAVED");
    expect(engine.submissions.size).toBe(1);
  });

  it("keeps an entry waiting whose amount was lowered meanwhile [AGT-1]", async () => {
    const { draft, post, change, statusOf } = await startApprovalTest(store, above);
    const { id, ref } = await draft();
    await post(id);
    const one = Decimal128.fromString("1");
    await change(id, { "transactions.0.debit": one, "transactions.1.credit": one });
    expect((await post(id)).text).toBe(`Journal entry ${ref} is waiting for approval`);
    expect(await statusOf(id)).toBe("SAVED");
  });

  it("does not post an entry that was raised after the person was asked [AGT-1]", async () => {
    const raise = { run: async () => {} };
    const test = await startApprovalTest(store, { ...above, MCP_CONFIRM_POST: "elicit" });
    const { draft, post, connect, change, lines, statusOf } = test;
    const agent = await connect({
      onElicit: async () => {
        await raise.run();
        return { action: "accept", content: {} };
      },
    });
    const { id, ref } = await draft({ transactions: lines(10) });
    const more = Decimal128.fromString("2000");
    raise.run = async () => {
      await change(id, { "transactions.0.debit": more, "transactions.1.credit": more });
    };
    expect((await post(id, agent)).text).toBe(`Error: Journal entry ${ref} needs approval`);
    expect(await statusOf(id)).toBe("SAVED");
  });
});

describe("a person's confirmation", () => {
  it("comes before the submission, and not again while the entry waits [AGT-1] [SAFE-8]", async () => {
    const { draft, post, connect, engine } = await startApprovalTest(store, { MCP_CONFIRM_POST: "required" });
    const answers = ["decline", "accept"] as const;
    let asked = 0;
    const agent = await connect({ onElicit: () => ({ action: answers[asked++] ?? "cancel", content: {} }) });
    const { id, ref } = await draft();
    expect((await post(id)).text).toBe("Error: Posting needs a person's confirmation");
    expect((await post(id, agent)).text).toBe(`Error: The user did not confirm. Entry ${id} was not posted`);
    expect(engine.submissions.size).toBe(0);
    expect((await post(id, agent)).text).toBe(`Journal entry ${ref} submitted for approval`);
    expect((await post(id, agent)).text).toBe(`Journal entry ${ref} is waiting for approval`);
    expect(asked).toBe(2);
  });
});

/** An agent of some company, on a service of its own. */
async function agentOf(options: Parameters<typeof startTestService>[2]) {
  const authorization = await testTokens().bearer({ sub: newId(), companyId: newId() });
  return useAgent(await useTestService(mcpJournal, store, options), { authorization });
}
const toolsWith = async (env: Record<string, string>) => (await (await agentOf({ env })).listTools()).tools;
const refuse = () => Promise.reject(new Error("was asked for"));

describe("the tools as they are advertised", () => {
  it("differ in a further value of the status alone [AGT-1]", async () => {
    const off = await toolsWith({});
    const on = await toolsWith({ MCP_POST_APPROVAL: "always", DOCUMENT_KINDS: "finance:JournalEntry" });
    expect(off.at(-1)?.outputSchema).toEqual({
      type: "object",
      properties: {
        id: { type: "string" },
        ref: { type: "string" },
        status: { type: "string", const: "POSTED" },
      },
      required: ["id", "ref", "status"],
    });
    const status = { type: "string", enum: ["POSTED", "AWAITING_APPROVAL"] };
    const [last, ...others] = off.toReversed();
    const changed = structuredClone(last)!;
    changed.outputSchema!.properties!["status"] = status;
    expect(on).toEqual([...others.toReversed(), changed]);
  });
});

describe("the service", () => {
  it("stops in one line where DOCUMENT_KINDS lacks the kind [AGT-1] [DOC-1]", async () => {
    const env = { MCP_POST_APPROVAL: "always", DOCUMENT_KINDS: "finance:Payment" };
    await expect(startTestService(mcpJournal, store, { env })).rejects.toThrow(
      "DOCUMENT_KINDS: expected finance:JournalEntry in it",
    );
  });

  it("needs no stream and no consumer of the broker where no entry needs approval [AGT-1]", async () => {
    const bus = createInProcessBus({ logger: silentLogger });
    onTestFinished(() => bus.close());
    const without = { ...bus, consume: refuse, expectStreams: refuse, ensureStreams: refuse };
    const agent = await agentOf({ bus: without });
    expect((await call(agent, "list_accounts")).isError).toBe(false);
  });
});
