import { connectHostile, type HostileClient } from "@countersign/testing";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createHttpApp, type HttpAppOptions } from "./http-app.ts";
import { createUserLanes, laneRequests } from "./lane-requests.ts";
import { createLogger } from "./logger.ts";

/** More than Node reads of a body that nobody has asked for. */
const LENGTH = 250_000;
/** Bytes of a connection from which on its body is being read, and not only the beginning of it. */
const BEING_READ = 200_000;
const AT_ONCE = 4;
const WHOLE = JSON.stringify("x".repeat(LENGTH - 2));
const ALL_BUT_THE_LAST_BYTE = WHOLE.slice(0, -1);
const PATIENT_MS = 10_000;

let app: FastifyInstance;
let atHandler: number;
let release: () => void;

async function start(limits: Partial<HttpAppOptions> = {}): Promise<void> {
  atHandler = 0;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  app = createHttpApp({ logger: createLogger({ name: "test", level: "silent" }), ...limits });
  app.decorateRequest("principal");
  app.addHook("onRequest", async (request, reply) => {
    const userId = request.headers.authorization!;
    request.principal = { issuer: "test", userId, companyId: "c", privileged: false, expiresAt: Infinity };
    if (request.url === "/unknown-session") await reply.code(400).send("unknown");
  });
  laneRequests(app, createUserLanes(), { until: "parsed" });
  app.post("/", () => "read");
  app.post("/unknown-session", () => "never");
  app.post("/small-only", { bodyLimit: 100 }, () => "never");
  app.post("/waits", async () => {
    atHandler += 1;
    await released;
    return "read";
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
}

beforeEach(() => start());
afterEach(async () => {
  release();
  app.server.closeAllConnections();
  await app.close();
});

interface Sender extends HostileClient {
  write: (text: string) => void;
  /** The service's output so far. */
  heard: () => string;
}

/** Sends the head of a request with a large body. */
async function begin(user: string, path = "/", { chunked = false } = {}): Promise<Sender> {
  const client = await connectHostile(app.server);
  let heard = "";
  client.socket.resume().on("data", (chunk: Buffer) => {
    heard += chunk.toString();
  });
  const length = chunked ? "transfer-encoding: chunked" : `content-length: ${LENGTH}`;
  const write = (text: string) => void client.socket.write(text);
  write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${user}\r\ncontent-type: application/json\r\n${length}\r\n\r\n`,
  );
  return { ...client, write, heard: () => heard };
}

async function send(count: number, body: string, path?: string): Promise<Sender[]> {
  const senders: Sender[] = [];
  while (senders.length < count) senders.push(await begin("ann", path));
  for (const { write } of senders) write(body);
  return senders;
}

const isRead = ({ servedSocket }: Sender) => servedSocket.bytesRead > BEING_READ;
const answers = (senders: Sender[]) => senders.filter(({ heard }) => heard().includes("HTTP/1.1 "));
const eventually = (check: () => void) => vi.waitFor(check, PATIENT_MS);

/** Sends a large body and waits for its answer. */
async function isServed(user: string): Promise<void> {
  const sender = await begin(user);
  sender.write(WHOLE);
  await eventually(() => expect(sender.heard()).toMatch(/^HTTP\/1\.1 200 /));
}

describe("large bodies of one user", () => {
  it("are read a few at a time, and another user's at once", async () => {
    const senders = await send(32, ALL_BUT_THE_LAST_BYTE);
    await eventually(() => expect(senders.filter(isRead)).toHaveLength(AT_ONCE));
    for (const _round of Array.from({ length: 5 })) await isServed("ben");
    expect(senders.filter(isRead)).toHaveLength(AT_ONCE);
    for (const { write } of senders) write('"');
    await eventually(() => expect(answers(senders)).toHaveLength(senders.length));
  });

  it("wait also when they do not tell their length", async () => {
    const senders = await send(AT_ONCE, ALL_BUT_THE_LAST_BYTE);
    await eventually(() => expect(senders.filter(isRead)).toHaveLength(AT_ONCE));
    const chunked = await begin("ann", "/", { chunked: true });
    chunked.write(`${LENGTH.toString(16)}\r\n${WHOLE}\r\n0\r\n\r\n`);
    await isServed("ben");
    expect(isRead(chunked)).toBe(false);
    senders[0]!.socket.destroy();
    await eventually(() => expect(chunked.heard()).toMatch(/^HTTP\/1\.1 200 /));
  });

  it("keep no place while handlers run that may wait for each other", async () => {
    const senders = await send(2 * AT_ONCE, WHOLE, "/waits");
    await eventually(() => expect(atHandler).toBe(senders.length));
  });
});

describe("places of large bodies are free again", () => {
  it.each([
    ["are no JSON", "/", `${ALL_BUT_THE_LAST_BYTE}x`, " 400 "],
    ["are too large", "/small-only", "", " 413 "],
  ])("after bodies that %s", async (_what, path, body, status) => {
    const senders = await send(2 * AT_ONCE, body, path);
    await eventually(() => {
      for (const { heard } of senders) expect(heard()).toContain(status);
    });
    await isServed("ann");
  });

  it("when their clients go, whether they wait or not", async () => {
    const senders = await send(2 * AT_ONCE, ALL_BUT_THE_LAST_BYTE);
    await eventually(() => expect(senders.filter(isRead)).toHaveLength(AT_ONCE));
    for (const { socket } of senders.toReversed()) socket.destroy();
    await isServed("ann");
  });

  it("when their clients take too long", async () => {
    await app.close();
    await start({ headersTimeoutMs: 1, requestTimeoutMs: 1 });
    const senders = await send(2 * AT_ONCE, ALL_BUT_THE_LAST_BYTE);
    await Promise.all(senders.map(({ cut }) => cut));
    await isServed("ann");
  });
});

it("answers requests that are refused early at once, and leaves their connections as they were", async () => {
  const senders = await send(2 * AT_ONCE, WHOLE, "/unknown-session");
  for (const { write } of senders) {
    write("GET /nothing HTTP/1.1\r\nhost: x\r\nauthorization: ann\r\n\r\n");
  }
  await eventually(() => {
    for (const { heard } of senders) expect(heard()).toMatch(/ 400 [\s\S]* 404 /);
  });
});
