import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { type ServiceReplica, useTestStore, waitFor } from "@countersign/testing";
import { ObjectId } from "mongodb";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { COMPANY, startReplica, versions } from "../test/gate.ts";

const MEMORY_GROWTH_MAX_BYTES = 150e6;

const store = await useTestStore();
let replica: ServiceReplica;

beforeAll(async () => {
  await store.db
    .collection("configs")
    .insertOne({ companyId: new ObjectId(COMPANY), iosVersion: "1", updatedAt: new Date() });
  replica = await startReplica(store);
});
afterAll(() => replica.stop());
afterEach(async () => {
  expect(await versions(replica)).toMatchObject({ ios: { version: "1" } });
});

function open(localAddress = "127.0.0.1"): Socket {
  const { hostname, port } = new URL(replica.publicUrl);
  const to = { host: hostname, port: Number(port), localAddress };
  return connect({ ...to, allowHalfOpen: true }).setEncoding("latin1");
}

/** Everything that the gate sends until it closes the connection. */
async function answerTo(bytes: string, { halfClose = false } = {}): Promise<string> {
  const socket = open();
  let answer = "";
  socket.on("data", (text: string) => {
    answer += text;
  });
  socket.on("error", () => undefined);
  if (halfClose) socket.end(bytes);
  else socket.write(bytes);
  await once(socket, "end");
  socket.destroy();
  return answer;
}

const residentBytes = async () => {
  const text = await (await fetch(`${replica.internalUrl}/metrics`)).text();
  return Number(/^process_resident_memory_bytes\{[^}]*\} (\d+)/m.exec(text)?.[1]);
};

const GET = "GET /api/version HTTP/1.1\r\nhost: x\r\n";
/** At once, and not only when the request takes too long. */
const ANSWERED_AND_CLOSED = /^HTTP\/1\.1 200 OK\r\nconnection: close\r\n/;

it.each([
  [
    "a body of a stated length",
    `${GET}content-length: 9000000\r\n\r\n${"x".repeat(100_000)}`,
    ANSWERED_AND_CLOSED,
  ],
  ["a body in chunks", `${GET}transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n`, ANSWERED_AND_CLOSED],
  ["a header of 10 KB", `${GET}x: ${"y".repeat(10_000)}\r\n\r\n`, /^HTTP\/1\.1 431 /],
  ["a header without a name", `${GET}: y\r\n\r\n`, /^HTTP\/1\.1 400 /],
  ["a header with a line feed in it", `${GET}x: a\nb\r\n\r\n`, /^HTTP\/1\.1 400 /],
  ["two hosts", `${GET}host: y\r\nconnection: close\r\n\r\n`, /^HTTP\/1\.1 /],
  ["a path of 10 KB", `GET /${"y".repeat(10_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, /^HTTP\/1\.1 (414|431) /],
  ["no host", "GET /api/version HTTP/1.1\r\n\r\n", /^HTTP\/1\.1 400 /],
  ["another protocol", "\u0016\u0003\u0001\u0000\u00a5\u0001\u0000", /^HTTP\/1\.1 400 /],
  ["another version of HTTP", "GET /api/version HTTP/3.0\r\nhost: x\r\n\r\n", /^HTTP\/1\.1 (400|505) /],
  ["HTTP/1.0", "GET /api/version HTTP/1.0\r\n\r\n", /^HTTP\/1\.1 200 /],
  ["an upgrade", `${GET}connection: upgrade, close\r\nupgrade: websocket\r\n\r\n`, /^HTTP\/1\.1 200 /],
  ["an expectation", `${GET}expect: the impossible\r\nconnection: close\r\n\r\n`, /^HTTP\/1\.1 417 /],
  [
    "an absolute target",
    "GET http://x/api/version HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
    /^HTTP\/1\.1 (200|404) /,
  ],
  [
    "an odd condition",
    `${GET}if-none-match: ${'"x",'.repeat(1_500)}\r\nconnection: close\r\n\r\n`,
    /^HTTP\/1\.1 200 /,
  ],
])("%s gets a defined answer and a closed connection [VG-HTTP-09]", async (_case, bytes, expected) => {
  expect(await answerTo(bytes)).toMatch(expected);
});

it("CONNECT gets a closed connection [VG-HTTP-04]", async () => {
  expect(await answerTo("CONNECT x:443 HTTP/1.1\r\nhost: x\r\n\r\n")).toMatch(/^(HTTP\/1\.1 4|$)/);
});

it("closes the connection of a client that has closed its side", async () => {
  expect(await answerTo(`${GET}\r\n`, { halfClose: true })).toMatch(/^(HTTP\/1\.1 200 |$)/);
});

it("survives clients that vanish while they wait", async () => {
  const sockets = Array.from({ length: 200 }, () => open());
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  for (const socket of sockets) socket.write(`${GET}\r\n`.repeat(10));
  for (const socket of sockets) socket.resetAndDestroy();
  await waitFor(async () => (await versions(replica))["web"] !== undefined);
});

// Side by side, each from an address of its own: these wait until the gate drops their clients.
it.concurrent("drops a client that does not finish its headers", { timeout: 15_000 }, async () => {
  expect(await answerTo("GET /api/version HTTP/1.1\r\nhost: x\r\n")).toMatch(/^HTTP\/1\.1 408 /);
});

it.concurrent.each([
  ["requests", "127.0.0.2", GET],
  ["bad requests", "127.0.0.3", "GET /api/version/check?version=v1 HTTP/1.1\r\nhost: x\r\n"],
])(
  "drops clients that send %s without end, and keeps its memory bounded",
  async (_kind, address, request) => {
    const before = await residentBytes();
    const sockets = Array.from({ length: 20 }, () => open(address));
    for (const socket of sockets) {
      socket.on("error", () => undefined);
      socket.resume().write(`${request}\r\n`.repeat(20_000));
    }
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("close", resolve))));
    await waitFor(async () => (await versions(replica))["web"] !== undefined);
    expect((await residentBytes()) - before).toBeLessThan(MEMORY_GROWTH_MAX_BYTES);
  },
);
