import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, createServer, get, type IncomingMessage, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { type Nginx, startNginx } from "@countersign/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { WORKSPACE_ROOT } from "../../workspace.ts";

const TEMPLATE = readFileSync(join(WORKSPACE_ROOT, "deploy/gateway/services.conf.template"), "utf8");
const BURST = 1_000;
const MEGABYTE = 1_000_000;

/** The handler of requests in the service behind the gateway. */
let handle: RequestListener;
const service = createServer((request, response) => handle(request, response));
service.on("upgrade", (_request, socket) => {
  socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\nhello");
});

/** The shipped configuration with one of its servers on the port, and one service in place of Docker's names. */
function configuration(listen: number, port: number): string {
  const { port: servicePort } = service.address() as AddressInfo;
  return TEMPLATE.replaceAll(/^ *resolver(?:_timeout)? .*$/gm, "")
    .replaceAll(/server [\w-]+:\d+ resolve/g, `server 127.0.0.1:${servicePort}`)
    .replaceAll(/http:\/\/[\w-]+:\d+/g, `http://127.0.0.1:${servicePort}`)
    .replaceAll(/^server \{\n    listen (?:127\.0\.0\.1:)?(\d+);[^]*?^\}/gm, (server, at: string) =>
      Number(at) === listen ? server.replace(`listen ${at};`, `listen 127.0.0.1:${port};`) : "",
    );
}

async function gatewayOf(listen: number): Promise<Nginx> {
  return startNginx({
    probe: { path: "/", status: 404 },
    main: `user ${userInfo().username}; worker_processes 1;`,
    http: ({ port }) => configuration(listen, port),
  });
}

async function statusOf(url: string, agent: Agent) {
  const [response] = (await once(get(url, { agent }), "response")) as [IncomingMessage];
  response.resume();
  await once(response, "end");
  return { status: response.statusCode, retryAfter: response.headers["retry-after"] };
}

describe("the gateway in front of the services", { tags: ["nginx"], timeout: 30_000 }, () => {
  let journal: Nginx;
  let engine: Nginx;
  let owner: Nginx;
  beforeAll(async () => {
    handle = (_request, response) => response.writeHead(404).end();
    await once(service.listen(0, "127.0.0.1"), "listening");
    [journal, engine, owner] = await Promise.all([gatewayOf(3002), gatewayOf(3003), gatewayOf(3004)]);
  });
  afterAll(async () => {
    await Promise.all([journal, engine, owner].map(({ stop }) => stop()));
    service.closeAllConnections();
    service.close();
  });
  beforeEach(() => {
    handle = (request, response) => {
      request.resume().on("end", () => response.end(request.url));
    };
  });

  it.each<[string, () => Nginx, number, number]>([
    ["an owner", () => owner, 60_000, 70_000],
    ["the engine", () => engine, 1.9 * MEGABYTE, 2.2 * MEGABYTE],
    ["the journal", () => journal, 4.9 * MEGABYTE, 5.4 * MEGABYTE],
  ])("bounds the bodies for %s", async (_name, gateway, accepted, refused) => {
    const post = async (size: number) =>
      (await fetch(gateway().publicUrl, { method: "POST", body: "x".repeat(size) })).status;
    expect(await post(accepted)).toBe(200);
    expect(await post(refused)).toBe(413);
  });

  it("takes an answer at once from the service, however slowly the client reads it", async () => {
    // More than the kernel keeps for two connections.
    const size = 30 * MEGABYTE;
    const sent = Promise.withResolvers<void>();
    handle = (_request, response) => {
      response.once("finish", sent.resolve).end(Buffer.alloc(size));
    };
    const { hostname, port } = new URL(engine.publicUrl);
    const client = connect(Number(port), hostname).pause();
    client.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    await sent.promise;
    client.destroy();
  });

  it.each<[string, () => Nginx]>([
    ["the journal", () => journal],
    ["the engine", () => engine],
  ])("passes each event of a stream of %s on at once", async (_name, gateway) => {
    const streams: { end: () => void }[] = [];
    handle = (_request, response) => {
      streams.push(response.writeHead(200, { "content-type": "text/event-stream" }));
      response.write("data: 1\n\n");
    };
    for (const path of ["/api/mcp", "/api/mcp/sse"]) {
      const { body } = await fetch(`${gateway().publicUrl}${path}`);
      const { value } = await body!.getReader().read();
      expect(new TextDecoder().decode(value)).toBe("data: 1\n\n");
    }
    for (const stream of streams) stream.end();
  });

  it("passes sockets through", async () => {
    const { hostname, port } = new URL(engine.publicUrl);
    const socket = connect(Number(port), hostname).setEncoding("latin1");
    socket.write("GET /graphql HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n");
    let received = "";
    for await (const text of socket) {
      received += text;
      if (received.endsWith("hello")) break;
    }
    expect(received).toMatch(/^HTTP\/1\.1 101 /);
  });

  it("leaves a service's own refusal as it is", async () => {
    handle = (_request, response) => response.writeHead(429, { "retry-after": "7" }).end();
    const response = await fetch(engine.publicUrl);
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "7"]);
  });

  // The last: the gateway remembers how often the address asked.
  it("limits the rate of one address with 429 and Retry-After, after a burst", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 50 });
    const startedAt = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 2 * BURST }, () => statusOf(engine.publicUrl, agent)),
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    const served = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect(served.length + refused.length).toBe(answers.length);
    expect(served.length).toBeGreaterThan(BURST / 2);
    expect(served.length).toBeLessThanOrEqual(BURST + 200 * (seconds + 1));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every(({ retryAfter }) => retryAfter === "1")).toBe(true);
    agent.destroy();
  });
});
