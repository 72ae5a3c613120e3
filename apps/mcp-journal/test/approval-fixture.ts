import { type Bus, createInProcessBus } from "@countersign/bus";
import { createKindRegistry } from "@countersign/contracts";
import { toObjectId } from "@countersign/mongo";
import type { Environment, RunningService } from "@countersign/service-kit";
import {
  ledgerFixture,
  type PlayedEngine,
  playEngine,
  silentLogger,
  startTestService,
  testTokens,
  type TestStore,
  waitFor,
} from "@countersign/testing";
import { call, connectAgent, createdId, type ToolAnswer } from "@countersign/testing/mcp-agent";
import { onTestFinished } from "vitest";
import { mcpJournal } from "../src/service.ts";

/** The kinds of the tests' engine. */
export const REGISTRY = createKindRegistry(new Map([["finance", ["JournalEntry"]]]));

/** Every entry needs approval, and open submissions are left to the tools: the sweep comes later than a test ends. */
export const APPROVAL_ENV = {
  MCP_POST_APPROVAL: "always",
  DOCUMENT_KINDS: "finance:JournalEntry",
  SUBMIT_TIMEOUT_MS: "100",
  SWEEP_PAUSE_MS: "600000",
};

type Agent = Awaited<ReturnType<typeof connectAgent>>;

/** The journal service with entries that need approval, and a played engine; stopped after the test. */
export async function startApprovalTest(store: TestStore, env: Environment = {}) {
  const buriedIds: string[] = [];
  const inProcess = createInProcessBus({
    logger: silentLogger,
    events: { deadLettered: ({ reason }) => buriedIds.push(reason) },
  });
  const askedSubjects: string[] = [];
  const heldAnswer = { until: Promise.resolve() };
  const bus: Bus = {
    ...inProcess,
    request: async (subject, ...otherArguments) => {
      askedSubjects.push(subject);
      await heldAnswer.until;
      return inProcess.request(subject, ...otherArguments);
    },
  };
  onTestFinished(() => bus.close());
  const ledger = await ledgerFixture(store);
  const { companyId, userId } = ledger;
  const engine = await playEngine(bus, REGISTRY);
  onTestFinished(() => engine.close());
  const start = () => startTestService(mcpJournal, store, { bus, env: { ...APPROVAL_ENV, ...env } });
  let service: RunningService = await start();
  onTestFinished(() => service.stop());
  const connect = async (options: Partial<Parameters<typeof connectAgent>[1]> = {}): Promise<Agent> => {
    const authorization = await testTokens().bearer({ sub: userId, companyId });
    const agent = await connectAgent(service, { authorization, ...options });
    onTestFinished(() => agent.close());
    return agent;
  };
  let agent = await connect();
  const entries = store.db.collection("journal_entries");
  const post = (id: string, by: Agent = agent): Promise<ToolAnswer> =>
    call(by, "post_journal_entry", { id, companyId });
  return {
    ...ledger,
    buried: buriedIds,
    /** Requests of the service to the engine. */
    asked: askedSubjects,
    /** Holds them back until the gate is open. */
    hold: (gate: { passed: Promise<void> }) => {
      heldAnswer.until = gate.passed;
    },
    engine,
    connect,
    post,
    /** Drafts an entry. */
    draft: async (changes: Record<string, unknown> = {}) => {
      const createdEntry = await call(agent, "create_journal_entry", ledger.entry(changes));
      return { id: createdId(createdEntry), ref: String(createdEntry.data?.["ref"]) };
    },
    /** Changes a draft as another program of the company might. */
    change: (id: string, changes: Record<string, unknown>) =>
      entries.updateOne({ _id: toObjectId(id), status: "SAVED" }, { $set: changes }),
    statusOf: async (id: string) => (await entries.findOne({ _id: toObjectId(id) }))?.["status"] as string,
    /** Decides the entry's run, and waits until the service has handled both deliveries of the outcome, or buried them. */
    decide: async (id: string, ...[outcome, remark, run]: DecideArguments) => {
      const document = { _id: id, companyId, kind: "JournalEntry" };
      const messageId = await engine.decide(document, outcome, remark, run);
      const inbox = store.db.collection("inbox");
      const count = buriedIds.length;
      await waitFor(
        async () =>
          buriedIds.length === count + 2 ||
          (await inbox.countDocuments({ "_id.messageId": messageId })) === 1,
      );
    },
    approval: (id: string) => store.db.collection("journal_approvals").findOne({ _id: toObjectId(id) }),
    audit: (id: string) =>
      store.db
        .collection("audit_logs")
        .find({ entityId: toObjectId(id) })
        .sort({ "chain.seq": 1 })
        .toArray(),
    /** Starts the service again on the same store and bus. */
    restart: async () => {
      await agent.close();
      await service.stop();
      service = await start();
      agent = await connect();
    },
  };
}

type DecideArguments = Parameters<PlayedEngine["decide"]> extends [unknown, ...infer Rest] ? Rest : never;
