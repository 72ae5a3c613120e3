import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import { createServer as createTcpServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { type LookupAll, type PostOptions, postWebhook } from "./post-webhook.ts";

/** A receiver on this machine. @returns its port */
async function useReceiver(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as { port: number }).port;
}

const neverAborted = new AbortController().signal;
const inside: PostOptions = { allowsPrivate: true, signal: neverAborted };
const outside: PostOptions = { allowsPrivate: false, signal: neverAborted };

const answerOf = (url: string, options: PostOptions) =>
  postWebhook({ url: new URL(url), headers: { "content-type": "text/plain" }, body: "héllo" }, options);
const post = async (url: string, options: PostOptions) => (await answerOf(url, options)).result;

/** Answers look-ups with addresses in turn. */
function lookingUp(...turns: string[][]): { lookup: LookupAll; names: string[] } {
  const names: string[] = [];
  const lookup: LookupAll = (name, _options, callback) => {
    const addresses = turns[names.length] ?? [];
    names.push(name);
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  };
  return { lookup, names };
}

describe("an answer to a webhook", () => {
  it.each([
    [200, "ok"],
    [204, "ok"],
    [299, "ok"],
    [301, "redirect"],
    [307, "redirect"],
    [400, "status"],
    [404, "status"],
    [410, "gone"],
    [500, "status"],
  ])("of %d is %s [WEB-2]", async (status, result) => {
    let received = 0;
    const port = await useReceiver((_request, response) => {
      received += 1;
      response.writeHead(status, { location: "/elsewhere" }).end();
    });
    expect(await post(`http://127.0.0.1:${port}/hooks`, inside)).toBe(result);
    expect(received).toBe(1);
  });

  it.each([
    [429, "7", 7_000],
    [503, "7", 7_000],
    [429, "99999999999999999999", 21_600_000],
    [429, "soon", undefined],
    [429, "-1", undefined],
    [429, "Thu, 01 Jan 2026 00:00:00 GMT", undefined],
    [429, "Fri, 01 Jan 2100 00:00:00 GMT", 21_600_000],
    [400, "7", undefined],
    [200, "7", undefined],
  ])("of %d with Retry-After %s asks for %s ms [WEB-3]", async (status, retryAfter, ms) => {
    const port = await useReceiver((_request, response) => {
      response.writeHead(status, { "retry-after": retryAfter }).end();
    });
    expect((await answerOf(`http://127.0.0.1:${port}/`, inside)).retryAfterMs).toBe(ms);
  });

  it("of 10 MB, or without an end, is cut off; its status line counts [WEB-2]", async () => {
    const chunk = Buffer.alloc(65_536);
    let written = 0;
    let closed = 0;
    const port = await useReceiver((request, response) => {
      const size = request.url === "/endless" ? Number.POSITIVE_INFINITY : 10_000_000;
      let ofThis = 0;
      const write = () => {
        while (ofThis < size && !response.destroyed) {
          ofThis += chunk.length;
          written += chunk.length;
          if (!response.write(chunk)) {
            response.once("drain", write);
            return;
          }
        }
        response.end();
      };
      response.on("close", () => (closed += 1));
      write();
    });
    expect(await post(`http://127.0.0.1:${port}/large`, inside)).toBe("ok");
    expect(await post(`http://127.0.0.1:${port}/endless`, inside)).toBe("ok");
    await expect.poll(() => closed).toBe(2);
    // The sockets' buffers hold some of it.
    expect(written).toBeLessThan(19_000_000);
  });

  it.each([
    ["never comes", () => {}, "timeout"],
    ["ends before its status line", (socket: Socket) => socket.end("HTTP/1.1"), "network"],
    [
      "has headers without end",
      (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(100_000)}`),
      "network",
    ],
    ["drips its headers", (socket: Socket) => socket.write("HTTP/1.1 200 OK\r\nx: "), "timeout"],
    ["drips its body", (socket: Socket) => socket.write("HTTP/1.1 200 OK\r\n\r\na"), "ok"],
  ])("that %s holds no sender up [WEB-2]", async (_, answer, result) => {
    const sockets = new Set<Socket>();
    const server = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.once("data", () => answer(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const { port } = server.address() as { port: number };
    expect(await post(`http://127.0.0.1:${port}/`, { ...inside, timeoutMs: 300 })).toBe(result);
  });

  it("is not waited for when the process stops [WEB-2]", async () => {
    const stop = new AbortController();
    const port = await useReceiver(() => stop.abort());
    const options = { ...inside, signal: stop.signal };
    expect(await post(`http://127.0.0.1:${port}/`, options)).toBe("stopped");
  });
});

describe("the inside network", () => {
  it.each([
    "http://127.0.0.1",
    "http://[::1]",
    "http://[::ffff:127.0.0.1]",
    "http://0x7f.1",
    "http://2130706433",
    "http://localhost",
  ])("gets nothing at %s [WEB-2]", async (address) => {
    let received = 0;
    const port = await useReceiver((_request, response) => {
      received += 1;
      response.end();
    });
    expect(await post(`${address}:${port}/`, outside)).toBe("address");
    expect(received).toBe(0);
  });

  it("gets nothing by a redirect [WEB-2]", async () => {
    const paths: string[] = [];
    const port = await useReceiver((request, response) => {
      paths.push(request.url!);
      response.writeHead(308, { location: "/inside" }).end();
    });
    expect(await post(`http://127.0.0.1:${port}/hooks`, inside)).toBe("redirect");
    expect(paths).toEqual(["/hooks"]);
  });

  it("gets nothing by a name with one address of it among others [WEB-2]", async () => {
    const { lookup, names } = lookingUp(["2a00:ffff:ffff::1", "10.0.0.7"]);
    expect(await post("http://receiver.test/", { ...outside, lookup })).toBe("address");
    expect(names).toEqual(["receiver.test"]);
  });

  it("gets nothing by a name that changes its address between attempts, each of which asks once [WEB-2]", async () => {
    let received = 0;
    const port = await useReceiver((_request, response) => {
      received += 1;
      response.end();
    });
    // Nobody has the first address. Were the name asked again to connect, the second would be found.
    const { lookup, names } = lookingUp(["2a00:ffff:ffff::1"], ["127.0.0.1"], ["127.0.0.1"]);
    const options = { lookup, timeoutMs: 300 };
    const url = `http://receiver.test:${port}/`;
    expect(["network", "timeout"]).toContain(await post(url, { ...outside, ...options }));
    expect([names.length, received]).toEqual([1, 0]);
    expect(await post(url, { ...outside, ...options })).toBe("address");
    expect([names.length, received]).toEqual([2, 0]);
    // The same answer leads to the receiver where it may.
    expect(await post(url, { ...inside, ...options })).toBe("ok");
    expect([names.length, received]).toEqual([3, 1]);
  });

  it("gets a webhook as it is where the deployment says so [WEB-2]", async () => {
    const requests: unknown[] = [];
    const take = async (request: IncomingMessage, response: ServerResponse) => {
      const { method, url } = request;
      const { host, "content-type": type, "content-length": length } = request.headers;
      requests.push({ method, url, host, type, length, body: await text(request) });
      response.end();
    };
    const port = await useReceiver((request, response) => void take(request, response));
    const { lookup } = lookingUp(["127.0.0.1"]);
    expect(await post(`http://receiver.test:${port}/a?b=c`, { ...inside, lookup })).toBe("ok");
    const host = `receiver.test:${port}`;
    expect(requests).toEqual([
      { method: "POST", url: "/a?b=c", host, type: "text/plain", length: "6", body: "héllo" },
    ]);
  });
});

describe("a receiver with TLS", { tags: ["openssl"] }, () => {
  const folder = mkdtempSync(join(tmpdir(), "countersign-webhook-ca-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });

  beforeAll(() => {
    const request = ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    openssl(
      ...request,
      "-x509",
      "-days",
      "2",
      "-subj",
      "/CN=CA of the test",
      "-keyout",
      "ca.key",
      "-out",
      "ca.pem",
    );
    openssl(...request, "-subj", "/CN=receiver.test", "-keyout", "own.key", "-out", "own.csr");
    writeFileSync(file("names"), "subjectAltName=DNS:receiver.test");
    const signed = [
      "-CA",
      "ca.pem",
      "-CAkey",
      "ca.key",
      "-CAcreateserial",
      "-days",
      "2",
      "-extfile",
      "names",
    ];
    openssl("x509", "-req", "-in", "own.csr", ...signed, "-out", "own.pem");
  });

  /** A receiver with the certificate of `receiver.test`. @returns what it was asked for, by whom, and its port */
  async function useTlsReceiver() {
    const names: unknown[] = [];
    const options = { key: readFileSync(file("own.key")), cert: readFileSync(file("own.pem")) };
    const server = createTlsServer(options, (request, response) => {
      names.push([(request.socket as TLSSocket).servername, request.headers.host]);
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return { names, port: (server.address() as { port: number }).port };
  }

  it("gets a webhook by its name at the checked address, if its CA is trusted and the name is its own [WEB-2]", async () => {
    const { names, port } = await useTlsReceiver();
    const trustedBefore = getCACertificates("default");
    onTestFinished(() => setDefaultCACertificates(trustedBefore));
    const url = `https://receiver.test:${port}/`;
    const { lookup } = lookingUp(["127.0.0.1"], ["127.0.0.1"], ["127.0.0.1"]);
    expect(await post(url, { ...inside, lookup })).toBe("network");
    expect(names).toEqual([]);
    setDefaultCACertificates([...trustedBefore, readFileSync(file("ca.pem"), "utf8")]);
    expect(await post(url, { ...inside, lookup })).toBe("ok");
    expect(names).toEqual([["receiver.test", `receiver.test:${port}`]]);
    expect(await post(`https://other.test:${port}/`, { ...inside, lookup })).toBe("network");
    expect(names).toHaveLength(1);
  });
});
