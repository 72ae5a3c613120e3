import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { DomainError } from "@countersign/domain/errors";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createHttpApp, type HttpAppOptions } from "./http-app.ts";
import { createLogger } from "./logger.ts";

const JSON_TYPE = { "content-type": "application/json" };

let app: FastifyInstance;
let lines: string[];

async function start(options: Partial<HttpAppOptions> = {}): Promise<void> {
  lines = [];
  const logger = createLogger({
    name: "test",
    level: "info",
    destination: { write: (line) => void lines.push(line) },
  });
  app = createHttpApp({ logger, ...options });
  app.get("/things/:id", () => ({ ok: true }));
  app.get("/slow", async () => {
    await delay(100);
    return { ok: true };
  });
  app.get("/refused", () => {
    throw new DomainError("FORBIDDEN", "Not yours");
  });
  app.get("/unavailable", () => {
    throw new DomainError("UNAVAILABLE", "db-1.internal:27017 is away");
  });
  app.get("/too-many", () => {
    throw new DomainError("BUSY", "Too many at once");
  });
  app.get("/store-lost", () => {
    throw Object.assign(new Error("write EPIPE db-1.internal"), { code: "EPIPE" });
  });
  app.get("/bug", () => {
    throw new Error("secret table users");
  });
  app.get("/upstream", () => {
    throw Object.assign(new Error("proxy 10.0.0.7 failed"), { statusCode: 502 });
  });
  app.post("/things", { schema: { body: { type: "object", required: ["name"] } } }, () => ({ ok: true }));
  await app.listen({ host: "127.0.0.1", port: 0 });
}

/** The head of a request with a body. */
const postOf = (length: string) =>
  `POST /things HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${length}\r\n\r\n`;

const port = () => (app.server.address() as AddressInfo).port;

async function restart(options: Partial<HttpAppOptions>): Promise<void> {
  await app.close();
  await start(options);
}

/** The id in the answer to a request that brings one. */
async function idFor(given: string): Promise<unknown> {
  const { headers } = await app.inject({ url: "/things/1", headers: { "x-request-id": given } });
  return headers["x-request-id"];
}

/** Sends bytes as they are and reads until the server closes the connection. */
async function exchange(bytes: string): Promise<string> {
  const socket = connect(port(), "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk: Buffer) => {
    answer += chunk.toString();
  });
  socket.write(bytes);
  await once(socket, "close");
  return answer;
}

beforeEach(() => start());
afterEach(() => {
  vi.useRealTimers();
  return app.close();
});

describe("an error", () => {
  it.each([
    ["/refused", 403, "FORBIDDEN", "Forbidden", "Not yours"],
    ["/nowhere", 404, "NOT_FOUND", "Not Found", "Route not found"],
    ["/things/%zz", 400, "FST_ERR_BAD_URL", "Bad Request", "'/things/%zz' is not a valid url component"],
    ["/unavailable", 503, "UNAVAILABLE", "Service Unavailable", "The service is temporarily unavailable"],
    ["/too-many", 429, "BUSY", "Too Many Requests", "Too many at once"],
    ["/store-lost", 503, "UNAVAILABLE", "Service Unavailable", "The service is temporarily unavailable"],
    ["/bug", 500, "INTERNAL", "Internal Server Error", "Internal error"],
    ["/upstream", 500, "INTERNAL", "Internal Server Error", "Internal error"],
  ])(
    "on %s has one shape and no internals [CT-AUTH-08] [CT-AUTH-09]",
    async (url, statusCode, code, error, message) => {
      const response = await app.inject(url);
      expect(response.statusCode).toBe(statusCode);
      expect(response.json()).toEqual({ statusCode, code, error, message });
    },
  );

  it.each(["/unavailable", "/too-many", "/store-lost"])("on %s carries Retry-After", async (url) => {
    const { headers } = await app.inject(url);
    expect(headers["retry-after"]).toBe("1");
  });

  it("that is unforeseen is logged in full", async () => {
    await app.inject("/bug");
    expect(lines.join("")).toContain("secret table users");
  });

  it.each([
    ["malformed", "{ nope", "application/json", 400],
    ["against the schema", "{}", "application/json", 400],
    ["empty", "", "application/json", 400],
    ["of an unknown type", "name=x", "application/x-www-form-urlencoded", 415],
    ["a prototype attack", '{"__proto__":{"admin":true},"name":"x"}', "application/json", 400],
    ["too large", JSON.stringify({ name: "x".repeat(300_000) }), "application/json", 413],
  ])("of a body that is %s is a 4xx [CT-PROC-09]", async (_case, payload, type, statusCode) => {
    const response = await app.inject({
      method: "POST",
      url: "/things",
      payload,
      headers: { "content-type": type },
    });
    expect(response.statusCode).toBe(statusCode);
    expect(response.json()).toMatchObject({ statusCode, code: expect.any(String) as string });
    if (statusCode === 415) {
      expect(response.json()).toMatchObject({ message: "The body must be sent as application/json" });
    }
  });
});

describe("a body that is too large", () => {
  const BODY = "x".repeat(20 * 1024 * 1024);
  const chunk = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;

  it.each([
    ["tells its length", `content-length: ${BODY.length}`, BODY],
    ["does not tell it", "transfer-encoding: chunked", chunk],
  ])(
    "is answered readably to a client that reads only then, where it %s [CT-PROC-09]",
    async (_case, length, body) => {
      const socket = connect(port(), "127.0.0.1");
      const failed = once(socket, "error").then(([error]) => Promise.reject(error as Error));
      socket.write(postOf(length));
      await Promise.race([failed, new Promise((resolve) => socket.write(body, resolve))]);
      const [answer] = (await Promise.race([failed, once(socket, "data")])) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /u);
      socket.destroy();
    },
  );

  it("is read for no longer than a request may take", async () => {
    await restart({ headersTimeoutMs: 500, requestTimeoutMs: 500 });
    const socket = connect(port(), "127.0.0.1");
    socket.on("error", () => undefined);
    let answer = "";
    socket.on("data", (part: Buffer) => (answer += part.toString()));
    socket.write(postOf(`content-length: ${BODY.length}`));
    const writing = setInterval(() => socket.write("x".repeat(1_000)), 20);
    await once(socket, "close");
    clearInterval(writing);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /u);
  });
});

describe("a path that exists", () => {
  it("answers 405 with the allowed methods", async () => {
    const response = await app.inject({ method: "DELETE", url: "/things?x=1" });
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe("POST");
    expect(response.json()).toMatchObject({ statusCode: 405, code: "METHOD_NOT_ALLOWED" });
  });

  it("answers 405 whatever the body is", async () => {
    const response = await app.inject({
      method: "POST",
      url: "/refused",
      payload: "{ nope",
      headers: { "content-type": "application/json" },
    });
    expect(response.statusCode).toBe(405);
  });

  it.each(["TRACE", "PURGE", "PROPFIND", "QUERY"])("answers 405 to %s", async (method) => {
    const answer = await exchange(`${method} /refused HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer).toContain("allow: GET, HEAD");
  });
});

describe("every answer", () => {
  it.each(["/things/1", "/bug", "/nowhere", "/things/%zz"])(
    "on %s carries the security headers",
    async (url) => {
      const { headers } = await app.inject(url);
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'",
      });
    },
  );

  it("carries a request id, the gateway's if that is well-formed", async () => {
    expect(await idFor("gw-1:42")).toBe("gw-1:42");
    expect(await idFor("a b")).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idFor("x".repeat(65))).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("the log", () => {
  it("has one line per request, with the route and not the URL", async () => {
    await app.inject("/things/42?access_token=abc");
    const entries = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ reqId }) => reqId);
    expect(entries).toMatchObject([
      { method: "GET", route: "/things/:id", statusCode: 200, msg: "request completed" },
    ]);
    expect(lines.join("")).not.toContain("abc");
  });

  it("may be limited to failures", async () => {
    await restart({ requestLog: "failures" });
    await app.inject("/things/1");
    await app.inject("/refused");
    expect(lines.filter((line) => line.includes("reqId"))).toEqual([]);
    await app.inject("/bug");
    expect(lines.join("")).toContain("request failed");
  });
});

describe("a hostile client", () => {
  it.each([
    ["does not send HTTP", "GARBAGE\r\n\r\n", 400],
    [
      "sends a header without end",
      `GET /things/1 HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(20_000)}\r\n\r\n`,
      431,
    ],
    [
      "sends both lengths",
      "POST /things HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n",
      400,
    ],
    ["leaves out the host", "GET /things/1 HTTP/1.1\r\n\r\n", 400],
  ])("which %s gets an answer and a closed connection", async (_case, bytes, status) => {
    expect(await exchange(bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  it("which sends its headers too slowly is answered 408", async () => {
    await restart({ headersTimeoutMs: 200, requestTimeoutMs: 400 });
    expect(await exchange("GET /things/1 HTTP/1.1\r\nhost: x\r\n")).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("which sends its body too slowly is answered 408", async () => {
    await restart({ headersTimeoutMs: 200, requestTimeoutMs: 400 });
    const head =
      "POST /things HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n{";
    expect(await exchange(head)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("which connects and says nothing is dropped", async () => {
    await restart({ headersTimeoutMs: 200, requestTimeoutMs: 400 });
    expect(await exchange("")).toMatch(/^(HTTP\/1\.1 408 |$)/);
  });

  it("which sends a few requests at once is answered in order", async () => {
    const request = "GET /things/1 HTTP/1.1\r\nhost: x\r\n";
    const answers = await exchange(`${`${request}\r\n`.repeat(9)}${request}connection: close\r\n\r\n`);
    expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(10);
  });

  it("which sends many requests without waiting for answers is dropped", async () => {
    const answers = await exchange("GET /slow HTTP/1.1\r\nhost: x\r\n\r\n".repeat(1_000));
    expect(answers).toBe("");
  });

  it("which is one too many is dropped", async () => {
    await restart({ maxConnections: 1 });
    const first = connect(port(), "127.0.0.1");
    await once(first, "connect");
    expect(await exchange("GET /things/1 HTTP/1.1\r\nhost: x\r\n\r\n")).toBe("");
    first.destroy();
  });
});

describe("a body of JSON", () => {
  it("is refused unread when it has too many values", async () => {
    const body = `{"name":[${"{},".repeat(50_000)}{}]}`;
    const answer = await app.inject({ method: "POST", url: "/things", headers: JSON_TYPE, body });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: "INVALID_INPUT",
      message: "The body has more than 20000 values",
    });
  });

  it("waits for its turn when it is large, so that nobody waits for all the large ones of another", async () => {
    const order: string[] = [];
    const post = async (
      name: string,
      { length, remoteAddress }: { length: number; remoteAddress: string },
    ) => {
      const body = JSON.stringify({ name: "x".repeat(length) });
      const asked = { method: "POST", url: "/things", headers: JSON_TYPE, body, remoteAddress } as const;
      expect((await app.inject(asked)).statusCode).toBe(200);
      order.push(name);
    };
    const large = (name: string, remoteAddress: string) => post(name, { length: 200_000, remoteAddress });
    const anns = Array.from({ length: 5 }, () => large("ann", "192.0.2.1"));
    const cat = post("cat", { length: 10, remoteAddress: "192.0.2.3" });
    await Promise.all([...anns, large("ben", "192.0.2.2"), cat]);
    expect(order.slice(-3)).toEqual(["ann", "ann", "ann"]);
  });
});
