import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { type ServiceReplica, useStoreProxy, useTestStore, waitFor } from "@countersign/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { COMPANY, startReplica } from "../test/gate.ts";
import { ObjectId } from "mongodb";

const store = await useTestStore();
const proxy = await useStoreProxy(store.uri);
let replica: ServiceReplica;

const startGateProcess = (env: Readonly<Record<string, string>> = {}) =>
  startReplica({ uri: proxy.uri, dbName: store.dbName }, { env });

beforeAll(async () => {
  await store.db
    .collection("configs")
    .insertOne({ companyId: new ObjectId(COMPANY), iosVersion: "1", updatedAt: new Date() });
  replica = await startGateProcess();
});
beforeEach(async () => {
  proxy.delayAnswers(0);
  proxy.accept();
  await waitFor(hasAnswered);
});
afterAll(() => replica.stop());

/** A gate that has served nobody yet. */
async function restart(env: Readonly<Record<string, string>> = {}): Promise<void> {
  await replica.stop();
  replica = await startGateProcess(env);
}

/** An answer and how long it took. */
async function ask(headers: Record<string, string> = {}, path = "/api/version") {
  const startedAt = performance.now();
  const response = await fetch(`${replica.publicUrl}${path}`, { headers });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body, tookMs: performance.now() - startedAt };
}

const hasAnswered = async () => (await ask()).status === 200;

/** Connections to the store at most. */
const POOL_SIZE = 50;
const SILENT_MS = 3_000;

/** Milliseconds until the gate answers values again. */
async function recoveryMs(): Promise<number> {
  const startedAt = performance.now();
  await waitFor(hasAnswered);
  return performance.now() - startedAt;
}

function expectUnavailable({ status, headers, body, tookMs }: Awaited<ReturnType<typeof ask>>): void {
  expect(status).toBe(503);
  expect(tookMs).toBeLessThan(1_000);
  expect(headers.get("retry-after")).toBe("1");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(body).toEqual({
    statusCode: 503,
    code: "UNAVAILABLE",
    error: "Service Unavailable",
    message: "The service is temporarily unavailable",
  });
}

describe("while the store", () => {
  it("is stopped, answers 503 in under a second, and values within a second of its return [VG-ERROR-04]", async () => {
    proxy.refuse();
    for (let round = 0; round < 3; round += 1) expectUnavailable(await ask());
    proxy.accept();
    expect(await recoveryMs()).toBeLessThan(1_000);
  });

  it("stops in the middle of a read, answers 503 in under a second [VG-ERROR-04]", async () => {
    proxy.hang();
    const answer = ask();
    const refused = ask();
    await waitForReadInFlight();
    proxy.refuse();
    expectUnavailable(await answer);
    expectUnavailable(await refused);
    proxy.accept();
    expect(await recoveryMs()).toBeLessThan(1_000);
  });

  it("is silent, answers 503 in under a second, and values within a second of its return [VG-ERROR-04]", async () => {
    proxy.hang();
    for (const answer of await Promise.all([ask(), ask(), ask()])) expectUnavailable(answer);
    expectUnavailable(await ask());
    proxy.accept();
    expect(await recoveryMs()).toBeLessThan(1_000);
  });

  it("is silent for long, answers values within a second of its return however many reads were given up [VG-ERROR-04]", async () => {
    await restart({ VERSION_GATE_READ_TIMEOUT_MS: "20" });
    await waitFor(hasAnswered);
    proxy.hang();
    const returnsAt = performance.now() + SILENT_MS;
    let unanswered = 0;
    while (performance.now() < returnsAt) {
      expectUnavailable(await ask());
      unanswered += 1;
    }
    expect(unanswered).toBeGreaterThan(POOL_SIZE);
    proxy.accept();
    expect(await recoveryMs()).toBeLessThan(1_000);
    await restart();
  });

  it("is silent and then stops, answers 503 in under a second, and values within a second of its return [VG-ERROR-04]", async () => {
    proxy.hang();
    const answers = Array.from({ length: 100 }, () => ask());
    await delay(100);
    proxy.refuse();
    for (const answer of await Promise.all(answers)) expectUnavailable(answer);
    proxy.accept();
    expect(await recoveryMs()).toBeLessThan(1_000);
  });

  it("is slow, answers values if it can and else 503, in under a second [VG-FRESH-01] [VG-ERROR-04]", async () => {
    proxy.delayAnswers(100);
    for (const { status, tookMs } of await Promise.all([ask(), ask(), ask()])) {
      expect(status).toBe(200);
      expect(tookMs).toBeLessThan(1_000);
    }
    proxy.delayAnswers(2_000);
    expectUnavailable(await ask());
    proxy.delayAnswers(0);
    expect(await recoveryMs()).toBeLessThan(1_000);
  });

  it("is away, stays alive and reports the outage to its supervisor [VG-ERROR-04] [CT-PROC-04]", async () => {
    proxy.refuse();
    expectUnavailable(await ask());
    const [alive, ready] = [
      await fetch(`${replica.internalUrl}/livez`),
      await fetch(`${replica.internalUrl}/readyz`),
    ];
    expect([alive.status, ready.status]).toEqual([200, 503]);
    expect(await ready.json()).toMatchObject({ status: "not ready", checks: { store: "failed" } });
    proxy.accept();
    await waitFor(async () => (await fetch(`${replica.internalUrl}/readyz`)).ok);
  });

  it("is away from the start, answers 503 and then values once it is there [VG-ERROR-04]", async () => {
    proxy.refuse();
    await restart();
    expectUnavailable(await ask());
    proxy.accept();
    expect(await recoveryMs()).toBeLessThan(1_000);
    await waitFor(async () => (await fetch(`${replica.internalUrl}/readyz`)).ok);
  });
});

const stale = (seconds: number) => ask({ "cache-control": `stale-if-error=${seconds}` });

describe("stale values", () => {
  it("are given to clients that asked for them, with their age, and to no others [VG-FRESH-03] [VG-FRESH-04]", async () => {
    proxy.refuse();
    const answer = await stale(60);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ ios: { version: "1" } });
    expect(answer.headers.get("x-version-gate-stale")).toBe("true");
    expect(Number(answer.headers.get("age"))).toBeLessThan(60);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.tookMs).toBeLessThan(1_000);

    expectUnavailable(await ask());
    expectUnavailable(await ask({ "cache-control": "no-cache" }));
    proxy.accept();
    await waitFor(hasAnswered);
    const fresh = await stale(60);
    expect([fresh.status, fresh.headers.get("x-version-gate-stale"), fresh.headers.get("age")]).toEqual([
      200,
      null,
      null,
    ]);
  });

  it("are never confirmed with 304 [VG-HTTP-02] [VG-FRESH-04]", async () => {
    const etag = (await ask()).headers.get("etag")!;
    proxy.refuse();
    const answer = await ask({ "if-none-match": etag, "cache-control": "stale-if-error=60" });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ ios: { version: "1" } });
  });

  it("are given only while they are younger than asked [VG-FRESH-03]", async () => {
    proxy.refuse();
    expectUnavailable(await stale(0));
    const tooOld = await waitFor(async () => {
      const answer = await stale(1);
      return answer.status === 503 && answer;
    });
    expectUnavailable(tooOld);
    expect((await stale(60)).status).toBe(200);
  });
});

const check = (headers: Record<string, string> = {}) =>
  ask(headers, "/api/version/check?platform=ios&version=0.9");

describe("a check while the store is away", () => {
  it("is answered 503 in under a second, and by what was last read for clients that asked for that [GATE-1] [VG-ERROR-04] [VG-FRESH-03]", async () => {
    const fresh = await waitFor(async () => {
      const answer = await check();
      return answer.status === 200 && answer;
    });
    proxy.refuse();
    expectUnavailable(await check());
    const answer = await check({ "cache-control": "stale-if-error=60" });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(fresh.body);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "x-version-gate-stale": "true",
      "cache-control": "no-store",
      vary: "accept-language",
      age: expect.stringMatching(/^\d+$/) as string,
    });
    proxy.accept();
    expect(await recoveryMs()).toBeLessThan(1_000);
  });

  it("that cannot be understood is still refused with 400 [GATE-1]", async () => {
    proxy.refuse();
    expect((await ask({}, "/api/version/check?platform=ios&version=vv1")).status).toBe(400);
  });
});

/** Sends pipelined requests over one connection and counts the answers by status. */
async function pipeline(count: number): Promise<Map<string, number>> {
  const { hostname, port } = new URL(replica.publicUrl);
  const socket = connect(Number(port), hostname).setEncoding("latin1");
  const request = `GET /api/version HTTP/1.1\r\nhost: ${hostname}\r\n`;
  socket.write(`${request}\r\n`.repeat(count - 1) + `${request}connection: close\r\n\r\n`);
  let answers = "";
  socket.on("data", (text: string) => {
    answers += text;
  });
  await once(socket, "close");
  return Map.groupBy(answers.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status]) => status!)
    .entries()
    .reduce((counts, [status, { length }]) => counts.set(status, length), new Map<string, number>());
}

describe("more requests than may wait", () => {
  const LIMIT = 1_000;
  const MEMORY_GROWTH_MAX_BYTES = 250e6;
  /** One request of a connection waits at a time. */
  const CONNECTIONS = 2 * LIMIT;
  const REQUESTS_EACH = 3;

  it("are all answered 503, in bounded groups and bounded memory, and the gate recovers [VG-ERROR-04]", async () => {
    await restart({ VERSION_GATE_MAX_WAITERS: String(LIMIT) });
    await waitFor(hasAnswered);
    const memoryBefore = await metric("process_resident_memory_bytes");
    proxy.hang();
    const only503 = new Map([["503", REQUESTS_EACH]]);
    const answers = await Promise.all(Array.from({ length: CONNECTIONS }, () => pipeline(REQUESTS_EACH)));
    expect(answers).toEqual(Array.from({ length: CONNECTIONS }, () => only503));

    const memoryAfter = await metric("process_resident_memory_bytes");
    expect(memoryAfter - memoryBefore).toBeLessThan(MEMORY_GROWTH_MAX_BYTES);
    const groups = await metric("version_gate_group_size_count");
    expect(await metric("version_gate_group_size_bucket", `le="${LIMIT}"`)).toBe(groups);
    expect(await metric("version_gate_group_size_bucket", 'le="300"')).toBeLessThan(groups);
    proxy.accept();
    await waitFor(hasAnswered);
    expect(await metric("version_gate_waiting_requests")).toBe(0);
  });
});

it("answers waiting requests when a signal stops it, and ends with 0 [CT-PROC-08]", async () => {
  proxy.hang();
  const answer = ask();
  await waitForReadInFlight();
  const stopping = replica.stop();
  proxy.accept();
  expect(await answer).toMatchObject({ status: 200, body: { ios: { version: "1" } } });
  await stopping;
  expect(await replica.childExit).toBe(0);
});

/** The value of one of the gate's metrics. */
async function metric(name: string, label = ""): Promise<number> {
  const text = await (await fetch(`${replica.internalUrl}/metrics`)).text();
  const value = new RegExp(`^${name}\\{${label}[^}]*\\} (\\d+)`, "m").exec(text)?.[1];
  if (value === undefined) throw new Error(`there is no metric ${name} ${label}`);
  return Number(value);
}

async function waitForReadInFlight(): Promise<void> {
  await waitFor(async () => (await metric("version_gate_waiting_requests")) > 0, { intervalMs: 1 });
}
