import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Bus, createJetStreamBus } from "@countersign/bus";
import type { RunningService } from "@countersign/service-kit";
import {
  ledgerFixture,
  type NatsServer,
  type PlayedEngine,
  playEngine,
  silentLogger,
  startNatsServer,
  startTestService,
  testTokens,
  useTestStore,
  waitFor,
  withAccountOf,
} from "@countersign/testing";
import { answerOf, openRawSession, rawSession, rpc } from "@countersign/testing/mcp-raw-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { APPROVAL_ENV, REGISTRY } from "../../test/approval-fixture.ts";
import { mcpJournal } from "../service.ts";

const CONFIG = join(import.meta.dirname, "../../../../docs/nats/accounts.conf");

describe("the journal with the broker's account FINANCE", { tags: ["nats-server"] }, async () => {
  const store = await useTestStore();
  const { companyId, userId, entry, legs } = await ledgerFixture(store);
  const buses: Bus[] = [];
  const replicas: RunningService[] = [];
  let server: NatsServer;
  let engine: PlayedEngine;

  const busOf = async (user: string) => {
    const { host } = new URL(server.url);
    const bus = await createJetStreamBus({ servers: `nats://${user}:${user}@${host}`, logger: silentLogger });
    buses.push(bus);
    return bus;
  };
  beforeAll(async () => {
    server = await startNatsServer({ config: withAccountOf("finance", readFileSync(CONFIG, "utf8")) });
    engine = await playEngine(await busOf("platform"), REGISTRY);
    const env = { ...APPROVAL_ENV, SUBMIT_TIMEOUT_MS: "5000" };
    for (let count = 0; count < 2; count++) {
      replicas.push(await startTestService(mcpJournal, store, { bus: await busOf("finance"), env }));
    }
  });
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await engine.close();
    await Promise.all(buses.map((bus) => bus.close()));
    await server.stop();
  });

  it("submits entries, posts them once approved, and forwards sessions between its replicas [AGT-1] [MSG-FENCE-01]", async () => {
    const authorization = await testTokens().bearer({ sub: userId, companyId });
    const { id: session } = await openRawSession(replicas[0]!, authorization);
    const there = rawSession(replicas[1]!, session, authorization);
    const call = async (name: string, args: unknown) => {
      const response = await there.post(rpc(name, "tools/call", { name, arguments: args }));
      const { result } = (await answerOf(response)) as { result: { structuredContent: { id: string } } };
      return result.structuredContent;
    };
    const { id } = await call("create_journal_entry", entry());
    expect(await call("post_journal_entry", { id, companyId })).toMatchObject({
      status: "AWAITING_APPROVAL",
    });
    await engine.decide({ _id: id, companyId, kind: "JournalEntry" }, "completed");
    await waitFor(async () => (await legs(id)).length > 0);
    expect(await legs(id)).toHaveLength(2);
    expect(await call("get_journal_entry", { id, companyId })).toMatchObject({ status: "POSTED" });
  });
});
