import { Agent, get, type IncomingMessage } from "node:http";
import { once } from "node:events";
import {
  checkFreshness,
  type Nginx,
  type ServiceReplica,
  useStoreProxy,
  useTestStore,
  waitFor,
} from "@countersign/testing";
import { ObjectId } from "mongodb";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { adminOf, COMPANY, startReplica, updateConfig } from "../test/gate.ts";
import { GATEWAY_TEMPLATE, startGateway } from "../test/gateway.ts";

const RATE_PER_SECOND = 100;
const BURST = 2_000;
/** Of a client that takes what was read last where the store fails. */
const STALE_ALLOWED = { "cache-control": "stale-if-error=600" };

const store = await useTestStore();
const proxy = await useStoreProxy(store.uri);
let replicas: ServiceReplica[];
let gateway: Nginx;
const url = () => `${gateway.publicUrl}/api/version`;

beforeAll(async () => {
  await store.db
    .collection("configs")
    .insertOne({ companyId: new ObjectId(COMPANY), iosVersion: "1", updatedAt: new Date(0) });
});

describe("nginx in front of two replicas", { tags: ["nginx"], timeout: 60_000 }, () => {
  beforeAll(async () => {
    const place = { uri: proxy.uri, dbName: store.dbName };
    replicas = await Promise.all([startReplica(place), startReplica(place)]);
  });
  // A new gateway for each test, because it counts the requests of an address.
  beforeEach(async () => {
    proxy.accept();
    gateway = await startGateway(replicas.map(({ publicUrl }) => publicUrl));
  });
  afterEach(() => gateway.stop());
  afterAll(() => Promise.all(replicas.map(({ stop }) => stop())));

  // Rules: [VG-HTTP-01] [VG-HTTP-02] [VG-HTTP-03] [VG-HTTP-06]
  it("passes the gate's answers on as they are", async () => {
    const [direct, through] = [await fetch(`${replicas[0]!.publicUrl}/api/version`), await fetch(url())];
    expect(through.status).toBe(200);
    expect(await through.text()).toBe(await direct.text());
    for (const name of [
      "etag",
      "cache-control",
      "content-type",
      "access-control-allow-origin",
      "x-content-type-options",
    ]) {
      expect(through.headers.get(name)).toBe(direct.headers.get(name));
    }
    const etag = through.headers.get("etag")!;
    expect((await fetch(url(), { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await fetch(url(), { method: "HEAD" })).headers.get("etag")).toBe(etag);
    expect((await fetch(url(), { method: "OPTIONS" })).status).toBe(204);
    expect((await fetch(url(), { method: "POST" })).status).toBe(405);
  });

  it("passes checks and their answers on as they are [GATE-1]", async () => {
    const path = "/api/version/check?platform=ios&version=0.9-rc%2B1&device=a%20b";
    const headers = { "accept-language": "de" };
    const [direct, through] = [
      await fetch(`${replicas[0]!.publicUrl}${path}`, { headers }),
      await fetch(`${gateway.publicUrl}${path}`, { headers }),
    ];
    expect(through.status).toBe(200);
    expect(await through.text()).toBe(await direct.text());
    for (const name of ["etag", "cache-control", "content-type", "vary", "access-control-allow-origin"]) {
      expect(through.headers.get(name)).toBe(direct.headers.get(name));
    }
    const refused = await fetch(`${gateway.publicUrl}/api/version/check?platform=ios`);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ message: "version: is required" });
  });

  it("answers 404 to every other path itself [VG-HTTP-09]", async () => {
    for (const path of [
      "/",
      "/api",
      "/api/version/",
      "/graphql",
      "/metrics",
      "/api/version/check/",
      "/api/version/checks",
    ]) {
      const response = await fetch(`${gateway.publicUrl}${path}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ statusCode: 404, code: "NOT_FOUND" });
    }
  });

  it("closes idle connections to the gate before the gate does", async () => {
    const { headers } = await fetch(`${replicas[0]!.publicUrl}/api/version`);
    const serviceSeconds = Number(/timeout=(\d+)/.exec(headers.get("keep-alive") ?? "")?.[1]);
    const upstream = / keepalive \d+;\s+keepalive_timeout (\d+)s/.exec(GATEWAY_TEMPLATE)?.[1];
    expect(Number(upstream)).toBeLessThan(serviceSeconds);
  });

  it("neither caches nor shares answers: no stale one in 1,000 reads [VG-FRESH-01] [VG-FRESH-02]", async () => {
    const admin = await adminOf(COMPANY);
    const { stale, writes } = await checkFreshness({
      publicUrls: [gateway.publicUrl],
      write: (version) => updateConfig(replicas[version % 2]!, admin, { iosVersion: String(version) }),
      reads: 1_000,
      steadyClients: 2,
      burstClients: 20,
    });
    expect(stale).toBe(0);
    expect(writes).toBeGreaterThan(5);
  });

  it("limits the rate of one address over both paths with 429 and Retry-After, after a generous burst [GATE-1]", async () => {
    const checkUrl = `${url()}/check?platform=ios&version=1`;
    // Read once by each replica: afterwards no slow read of the store is answered 503.
    for (const { publicUrl } of replicas) await fetch(`${publicUrl}/api/version`);
    const agent = new Agent({ keepAlive: true, maxSockets: 50 });
    const startedAt = performance.now();
    const answers = await Promise.all(
      Array.from({ length: BURST + 1_000 }, (_, index) => statusOf(index % 2 ? url() : checkUrl, agent)),
    );
    const elapsedSeconds = (performance.now() - startedAt) / 1_000;
    const refused = answers.filter(({ status }) => status === 429);
    const served = answers.filter(({ status }) => status === 200);
    expect(refused.length + served.length).toBe(answers.length);
    expect(served.length).toBeGreaterThanOrEqual(BURST);
    expect(served.length).toBeLessThanOrEqual(BURST + RATE_PER_SECOND * (elapsedSeconds + 1));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every(({ retryAfter }) => retryAfter === "1")).toBe(true);
    agent.destroy();
  });

  it("lets the gate answer while its store is away, without taking replicas out [VG-ERROR-04] [VG-FRESH-03]", async () => {
    await fetch(url());
    await fetch(url());
    proxy.refuse();
    for (let round = 0; round < 5; round += 1) {
      const response = await fetch(url());
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toBe("1");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    }
    const stale = await fetch(url(), { headers: STALE_ALLOWED });
    expect([stale.status, stale.headers.get("x-version-gate-stale")]).toEqual([200, "true"]);
    proxy.accept();
    await waitFor(async () => (await fetch(url())).status === 200);
  });

  // The last, because it stops the replicas.
  it("retries on the other replica when one is gone, and answers 503 itself when both are", async () => {
    await replicas[0]!.stop();
    for (let round = 0; round < 10; round += 1) expect((await fetch(url())).status).toBe(200);
    await replicas[1]!.stop();
    const response = await fetch(url());
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("1");
    expect(await response.json()).toMatchObject({ statusCode: 503, code: "UNAVAILABLE" });
  });
});

async function statusOf(
  address: string,
  agent: Agent,
): Promise<{ status: number | undefined; retryAfter: string | undefined }> {
  const [response] = (await once(get(address, { agent, headers: STALE_ALLOWED }), "response")) as [
    IncomingMessage,
  ];
  response.resume();
  await once(response, "end");
  return { status: response.statusCode, retryAfter: response.headers["retry-after"] };
}
