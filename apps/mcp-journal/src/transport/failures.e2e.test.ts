import { createJetStreamBus } from "@countersign/bus";
import {
  deleteStreams,
  ledgerFixture,
  NATS_URL,
  randomPrefix,
  silentLogger,
  startTcpProxy,
  startTestService,
  testTokens,
  useStoreProxy,
  useTestBus,
  useTestStore,
  waitFor,
  useTestService,
} from "@countersign/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { call, connectAgent, createdId } from "@countersign/testing/mcp-agent";
import { startJournalProcess } from "../../test/journal-process.ts";
import { initialize, openRawStream, rpc } from "@countersign/testing/mcp-raw-client";
import { mcpJournal } from "../service.ts";

const store = await useTestStore();
const proxy = await useStoreProxy(store.uri);
const { companyId, userId, entry, entries } = await ledgerFixture(store);
const authorization = await testTokens().bearer({ sub: userId, companyId });

describe("a replica that is killed", () => {
  it("between commit and answer leaves one entry, which the retry with the key gives back [MJ-CREATE-15]", async () => {
    const replica = await startJournalProcess({ MONGODB_URI: proxy.uri, MONGODB_DB: store.dbName });
    onTestFinished(() => replica.kill());
    const agent = await connectAgent(replica, { authorization });
    const meta = { idempotencyKey: "retry-1" };
    await call(agent, "create_journal_entry", entry({ description: "Warm-up" }));

    proxy.holdAnswerTo("commitTransaction");
    const unanswered = call(agent, "create_journal_entry", entry(), meta).catch(() => undefined);
    await waitFor(async () => (await entries()).length === 2);
    await replica.kill();
    proxy.accept();
    await agent.close();
    expect(await unanswered).toBeUndefined();

    const survivor = await useTestService(mcpJournal, store);
    const again = await connectAgent(survivor, { authorization });
    const answer = await call(again, "create_journal_entry", entry(), meta);
    await again.close();
    expect(answer.data).toMatchObject({ repeated: true });
    const [, written, ...others] = await entries();
    expect(createdId(answer)).toBe(String(written?._id));
    expect(others).toEqual([]);
  });

  describe("and its sessions", { tags: ["nats"] }, () => {
    const broker = useTestBus("nats");
    it("are unknown to the others within a second [MJ-SESSION-09]", async () => {
      const replica = await startJournalProcess({
        MONGODB_URI: store.uri,
        MONGODB_DB: store.dbName,
        NATS_URL,
        NATS_PREFIX: broker.prefix,
      });
      onTestFinished(() => replica.kill());
      const survivor = await useTestService(mcpJournal, store, { bus: broker.bus });
      const stream = await openRawStream(replica, authorization);
      const post = (id: number) => stream.post(initialize(id), {}, survivor);
      expect((await post(1)).status).toBe(202);
      await replica.kill();
      await stream.ended().catch(() => undefined);
      const startedAt = performance.now();
      const response = await post(2);
      expect([response.status, await response.text()]).toEqual([400, '{"error":"Session not found"}']);
      expect(performance.now() - startedAt).toBeLessThan(1_000);
    });
  });
});

describe("a broker that is away", { tags: ["nats"] }, () => {
  it("does not keep sessions from opening here, which others reach once it is back [MJ-SESSION-08]", async () => {
    const { hostname, port } = new URL(NATS_URL);
    const wire = await startTcpProxy({ host: hostname, port: Number(port || 4222) });
    onTestFinished(() => wire.close());
    const prefix = randomPrefix();
    onTestFinished(() => deleteStreams(prefix));
    const servers = `nats://127.0.0.1:${wire.port}`;
    const buses = [
      await createJetStreamBus({ servers, prefix, logger: silentLogger }),
      await createJetStreamBus({ servers, prefix, logger: silentLogger }),
    ];
    const [holder, other] = await Promise.all(
      buses.map((bus) => startTestService(mcpJournal, store, { bus })),
    );
    onTestFinished(async () => {
      await Promise.all([holder!.stop(), other!.stop()]);
      await Promise.all(buses.map((bus) => bus.close()));
    });
    wire.refuse();
    await waitFor(async () => {
      const { checks } = (await (await fetch(`${holder!.internalUrl}/readyz`)).json()) as {
        checks: { bus: string };
      };
      return checks.bus === "failed";
    });

    const stream = await openRawStream(holder!, authorization);
    const ping = (id: number) => stream.post(rpc(id, "ping"), {}, other);
    expect((await stream.post(initialize(1))).status).toBe(202);
    expect(await stream.next()).toMatchObject({ id: 1 });
    expect((await ping(2)).status).toBe(400);

    wire.accept();
    await waitFor(async () => (await ping(3)).status === 202);
    expect(await stream.next()).toMatchObject({ id: 3 });
    await stream.close();
  });
});
