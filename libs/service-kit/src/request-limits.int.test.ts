import { authPlugin, createVerifier } from "@countersign/auth";
import { testTokens } from "@countersign/testing";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { EdgeConfig } from "./environment.ts";
import { createHttpApp } from "./http-app.ts";
import { createLogger } from "./logger.ts";

const PER_MINUTE = 3;
const tokens = testTokens();
const good = await tokens.bearer({ sub: "65f0a1b2c3d4e5f6a7b8c9d0", companyId: "65f0a1b2c3d4e5f6a7b8c9d1" });

let app: FastifyInstance;

async function start(own: Partial<EdgeConfig>): Promise<void> {
  const edge = { anonymousPerMinute: 0, requestsPerMinute: 0, ...own };
  app = createHttpApp({ logger: createLogger({ name: "test", level: "silent" }), edge });
  await app.register(async (scope) => {
    await scope.register(authPlugin, { verify: createVerifier(tokens.verifier) });
    scope.get("/mine", () => ({ ok: true }));
  });
  app.get("/public", () => ({ ok: true }));
}

interface Asked {
  upgrade?: string;
  authorization?: string;
  address?: string;
  forwardedFor?: string;
}

const ask = (url: string, { authorization, address = "192.0.2.1", forwardedFor, upgrade }: Asked = {}) =>
  app.inject({
    url,
    remoteAddress: address,
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(upgrade !== undefined && { upgrade, connection: "upgrade" }),
      ...(forwardedFor !== undefined && { "x-forwarded-for": forwardedFor }),
    },
  });

/** Status codes of the requests, one after the other. */
async function statusesOf(requests: number, url: string, asked: Asked = {}): Promise<number[]> {
  const statuses = [];
  while (statuses.length < requests) statuses.push((await ask(url, asked)).statusCode);
  return statuses;
}

beforeEach(() => start({ anonymousPerMinute: PER_MINUTE, trustedProxies: "10.0.0.0/8" }));
afterEach(() => app.close());

it.each([
  ["a credential", "/mine", {}, 401],
  ["a good token", "/mine", { authorization: "Bearer rubbish" }, 401],
  ["a credential, where none is needed,", "/public", {}, 200],
  ["a credential, to nowhere,", "/nowhere", {}, 404],
])("refuses an address that sends too many requests without %s", async (_, url, asked, status) => {
  expect(await statusesOf(4, url, asked)).toEqual([status, status, status, 429]);
  const { headers, body } = await ask(url, asked);
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60);
  expect(JSON.parse(body)).toEqual({
    statusCode: 429,
    code: "TOO_MANY_REQUESTS",
    error: "Too Many Requests",
    message: "Too many requests without a valid token",
  });
});

it("counts requests that name an upgrade where there are no sockets [OPS-5]", async () => {
  expect(await statusesOf(4, "/public", { upgrade: "websocket" })).toEqual([200, 200, 200, 429]);
});

it("counts requests without and with a bad credential together", async () => {
  expect(await statusesOf(2, "/public")).toEqual([200, 200]);
  expect(await statusesOf(2, "/mine", { authorization: "Bearer rubbish" })).toEqual([401, 429]);
});

it("delays neither good tokens of that address nor other addresses", async () => {
  await statusesOf(5, "/mine");
  expect(await statusesOf(5, "/mine", { authorization: good })).toEqual([200, 200, 200, 200, 200]);
  expect(await statusesOf(1, "/mine", { address: "192.0.2.2" })).toEqual([401]);
});

it("takes all addresses of one IPv6 network for one", async () => {
  await statusesOf(4, "/mine", { address: "2001:db8::1" });
  expect(await statusesOf(1, "/mine", { address: "2001:db8::2" })).toEqual([429]);
  expect(await statusesOf(1, "/mine", { address: "2001:db8:0:1::1" })).toEqual([401]);
});

it("uses the address that a trusted proxy names, and ignores other senders' claims", async () => {
  for (const forwardedFor of ["198.51.100.1", "198.51.100.2"]) {
    expect(await statusesOf(4, "/mine", { address: "10.1.2.3", forwardedFor })).toEqual([401, 401, 401, 429]);
  }
  await statusesOf(4, "/mine", { forwardedFor: "198.51.100.3" });
  expect(await statusesOf(1, "/mine", { forwardedFor: "198.51.100.4" })).toEqual([429]);
});

/** As many spellings of one header as 8 bits give: the case of the scheme's letters, and blanks. */
const SPELLINGS = Array.from({ length: 256 }, (_, bits) => {
  const scheme = Array.from("Bearer", (letter, at) =>
    bits & (1 << at) ? letter.toUpperCase() : letter.toLowerCase(),
  );
  return `${scheme.join("")}${" ".repeat(1 + (bits >> 6))}${good.slice("Bearer ".length)}`;
});

it("counts 256 spellings of one token as one user [OPS-5]", async () => {
  await app.close();
  await start({ requestsPerMinute: 10 });
  expect(new Set(SPELLINGS).size).toBe(256);
  const statuses: number[] = [];
  for (const authorization of SPELLINGS) statuses.push(...(await statusesOf(1, "/mine", { authorization })));
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(246);
});

it("refuses a user with too many requests, from whatever address, and nobody else [OPS-5]", async () => {
  await app.close();
  await start({ requestsPerMinute: 2 });
  const ann = { authorization: good };
  const ben = { authorization: await tokens.bearer({ sub: "f".repeat(24), companyId: "e".repeat(24) }) };
  expect(await statusesOf(1, "/mine", ann)).toEqual([200]);
  expect(await statusesOf(2, "/mine", { ...ann, address: "192.0.2.9" })).toEqual([200, 429]);
  expect(await statusesOf(2, "/mine", ben)).toEqual([200, 200]);
  const { headers, body } = await ask("/mine", ann);
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  expect(JSON.parse(body)).toMatchObject({
    code: "TOO_MANY_REQUESTS",
    message: "Too many requests in a minute",
  });
});

it("limits nobody when it is switched off", async () => {
  await app.close();
  await start({ anonymousPerMinute: 0 });
  expect(new Set(await statusesOf(50, "/mine"))).toEqual(new Set([401]));
});
