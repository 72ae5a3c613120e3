import type { Bus } from "@countersign/bus";
import { newId } from "@countersign/mongo";
import type { RunningService } from "@countersign/service-kit";
import {
  leaveCompany,
  startTestService,
  testTokens,
  useTestBus,
  useTestStore,
  waitFor,
  ledgerFixture,
} from "@countersign/testing";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, createdId, TRANSPORTS, type TransportName } from "@countersign/testing/mcp-agent";
import { metricOf } from "../../test/journal-fixture.ts";
import {
  answerOf,
  initialize,
  openRawSession,
  openRawStream,
  rawSession,
  readEvents,
  rpc,
} from "@countersign/testing/mcp-raw-client";
import { mcpJournal } from "../service.ts";

const store = await useTestStore();
const tokens = testTokens();
const ledger = await ledgerFixture(store);
const { companyId, userId, entry } = ledger;
const authorization = await tokens.bearer({ sub: userId, companyId });

const SESSION_NOT_FOUND = [400, '{"error":"Session not found"}'];

const statusAndText = async (response: Response) => [response.status, await response.text()];

describe.each([
  { adapter: "in-process" as const, tags: [] },
  { adapter: "nats" as const, tags: ["nats"] },
])("two replicas on one bus, $adapter", ({ adapter, tags }) => {
  describe("with sessions of each other", { tags }, () => {
    const broker = useTestBus(adapter);
    let holder: RunningService;
    let other: RunningService;
    const buses: Bus[] = [];

    beforeAll(async () => {
      const env = { MCP_CONFIRM_POST: "elicit", MCP_KEEP_ALIVE_MS: "1000" };
      buses.push(await broker.open(), await broker.open());
      holder = await startTestService(mcpJournal, store, { env, bus: buses[0]! });
      other = await startTestService(mcpJournal, store, { env, bus: buses[1]! });
    });
    afterAll(() => Promise.all([holder.stop(), other.stop()]));

    it("takes a POST for a session that the other holds; the answer comes over its stream [MJ-SESSION-08]", async () => {
      const stream = await openRawStream(holder, authorization);
      expect((await stream.post(initialize(1), {}, other)).status).toBe(202);
      expect(await stream.next()).toMatchObject({ id: 1, result: { serverInfo: { version: "1.0.0" } } });
      expect((await stream.post({ nonsense: true }, {}, other)).status).toBe(400);
      await stream.close();
    });

    it("ends what a leaver has open within 5 seconds, wherever it is read [FIX-2]", async () => {
      const leaver = { sub: newId(), companyId };
      const theirs = await tokens.bearer(leaver);
      const colleagues = await openRawStream(holder, authorization);
      const stream = await openRawStream(holder, theirs);
      const session = await openRawSession(holder, theirs);
      const listening = readEvents(await rawSession(other, session.id, theirs).listen());
      const leftAt = performance.now();
      await leaveCompany(store, { companyId, userId: leaver.sub });
      await stream.ended();
      while ((await listening.next()) !== undefined);
      expect(performance.now() - leftAt).toBeLessThan(5_000);
      await waitFor(async () => (await metricOf(holder, 'mcp_sessions{transport="streamable-http"}')) === 0);
      expect(await metricOf(holder, 'mcp_sessions{transport="sse"}')).toBe(1);
      await colleagues.close();
    });

    it("answers 400 within a second when nobody holds the session [MJ-SESSION-09] [MJ-TRANSPORT-03]", async () => {
      const stream = await openRawStream(holder, authorization);
      await stream.close();
      await waitFor(async () => (await metricOf(holder, 'mcp_sessions{transport="sse"}')) === 0);
      const startedAt = performance.now();
      expect(await statusAndText(await stream.post(initialize(), {}, other))).toEqual(SESSION_NOT_FOUND);
      expect(performance.now() - startedAt).toBeLessThan(1_000);
      const never = rawSession(other, crypto.randomUUID(), authorization);
      expect((await never.post(rpc(1, "ping"))).status).toBe(404);
    });

    it("leaves the owner's check to the replica that holds the session [MJ-SESSION-04] [MJ-SESSION-05]", async () => {
      const stream = await openRawStream(holder, authorization);
      const session = await openRawSession(holder, authorization);
      const stranger = { authorization: await tokens.bearer({ sub: newId(), companyId }) };
      expect(await statusAndText(await stream.post(initialize(), stranger, other))).toEqual(
        SESSION_NOT_FOUND,
      );
      // Past the replica that was asked: a message on the bus names the caller, and the holder looks again.
      const forged = { issuer: "https://issuer.test", userId: newId(), companyId, privileged: true };
      const answer = await broker.bus.request(`mcp.session.${session.id}`, {
        operation: "handle",
        framesTo: "x",
        request: { method: "POST", headers: {}, body: rpc(1, "ping"), principal: forged },
      });
      expect(answer).toEqual({ found: false });
      await stream.close();
    });

    it("carries whole Streamable HTTP sessions: answers, streams, resumption and the end [MJ-SESSION-08]", async () => {
      const here = await openRawSession(holder, authorization);
      const there = rawSession(other, here.id, authorization);

      const answers = readEvents(await there.post(rpc(1, "tools/list")));
      const priming = await answers.next();
      expect(JSON.parse((await answers.next())?.data ?? "")).toMatchObject({ id: 1, result: { tools: {} } });
      expect(await answers.next()).toBeUndefined();
      const resumed = await there.listen(priming?.id);
      expect(await answerOf(resumed)).toMatchObject({ id: 1 });

      // The holder learns that the client of a forwarded stream has gone: it may open another one.
      const listening = readEvents(await there.listen());
      expect((await here.listen()).status).toBe(409);
      await listening.cancel();
      await waitFor(async () => {
        const again = await here.listen();
        await again.body?.cancel();
        return again.ok;
      });

      expect((await there.post([])).status).toBe(400);
      expect((await there.end()).status).toBe(200);
      expect((await here.post(rpc(2, "ping"))).status).toBe(404);
      expect((await there.post(rpc(2, "ping"))).status).toBe(404);
    });

    it("carries large requests and answers whole, in any language [FIX-8]", async () => {
      const remark = "Büroräume 家賃 🏢".repeat(31);
      const [debit, credit] = ledger.lines(1);
      const pair = [
        { ...debit, remark },
        { ...credit, remark },
      ];
      const transactions = Array.from({ length: 500 }, () => pair).flat();
      const { id: session } = await openRawSession(holder, authorization);
      const there = rawSession(other, session, authorization);
      const dataOf = async (name: string, args: unknown) => {
        const response = await there.post(rpc(name, "tools/call", { name, arguments: args }));
        const { result } = (await answerOf(response)) as { result: { structuredContent: unknown } };
        return result.structuredContent;
      };
      const { id } = (await dataOf("create_journal_entry", entry({ transactions }))) as { id: string };
      const shown = (await dataOf("get_journal_entry", { id, companyId })) as {
        transactions: { remark: string }[];
      };
      expect(shown.transactions).toHaveLength(1_000);
      expect(new Set(shown.transactions.map((line) => line.remark))).toEqual(new Set([remark]));
    });

    it.each(TRANSPORTS)(
      "serves an SDK client whose requests go to either, confirmation included, over %s",
      async (transport) => {
        let requests = 0;
        // The stream of an SSE session stays where it was opened; everything else alternates.
        const alternating: FetchLike = (url, init) => {
          const elsewhere = init?.method === "POST" && (requests += 1) % 2 === 0;
          return fetch(elsewhere ? String(url).replace(holder.publicUrl, other.publicUrl) : url, init);
        };
        const agent = await connectThrough(holder, transport, alternating);
        const id = createdId(await call(agent, "create_journal_entry", entry()));
        expect((await call(agent, "get_journal_entry", { id, companyId })).isError).toBe(false);
        expect((await call(agent, "post_journal_entry", { id, companyId })).text).toBe(
          `Entry ${id} has been posted successfully.`,
        );
        expect(requests).toBeGreaterThan(5);
        await agent.close();
      },
    );
  });
});

/** An SDK client that answers every question with yes. */
async function connectThrough(
  { publicUrl }: RunningService,
  transport: TransportName,
  fetchThrough: FetchLike,
): Promise<Client> {
  const client = new Client({ name: "roaming", version: "1" }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: {} }));
  const options = { requestInit: { headers: { authorization } }, fetch: fetchThrough };
  await client.connect(
    transport === "sse"
      ? new SSEClientTransport(new URL(`${publicUrl}/api/mcp/sse`), options)
      : new StreamableHTTPClientTransport(new URL(`${publicUrl}/api/mcp`), options),
  );
  return client;
}
