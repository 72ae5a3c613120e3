import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { createVerifier } from "@countersign/auth";
import { newId } from "@countersign/mongo";
import { createHttpApp } from "@countersign/service-kit";
import { silentLogger } from "@countersign/testing";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { ConsoleConfig, DevelopmentPerson } from "./console-config.ts";
import { type ConsoleOptions, consoleOptionsOf } from "./console-options.ts";
import { consoleRoutes } from "./console-routes.ts";

const PAGE = `<script type="module" nonce="__NONCE__" src="/console/assets/index-1.js"></script>`;
const SCRIPT = "export const answer = 42;".repeat(100);
const SECRET = "a secret of at least thirty-two bytes";
const VERIFIER = { issuer: "here", audience: "engine", key: { kind: "secret", secret: SECRET } } as const;

const directory = mkdtempSync(join(tmpdir(), "countersign-console-"));
mkdirSync(join(directory, "assets"));
writeFileSync(join(directory, "index.html"), PAGE);
writeFileSync(join(directory, "assets/index-1.js"), SCRIPT);
writeFileSync(join(directory, "assets/index-1.js.gz"), gzipSync(SCRIPT));
writeFileSync(join(directory, "icon.svg"), "<svg/>");
writeFileSync(join(directory, "notes.txt"), "of no known type");
afterAll(() => rmSync(directory, { recursive: true }));

const ann: DevelopmentPerson = {
  userId: newId(),
  companyId: newId(),
  name: "Ann",
  role: "manager",
  privileged: true,
};

async function appWith(
  config: Partial<ConsoleConfig>,
  more: Pick<ConsoleOptions, "countWaiting"> = {},
): Promise<FastifyInstance> {
  const app = createHttpApp({ logger: silentLogger });
  const options = {
    directory,
    auth: { kind: "token" },
    origins: [],
    people: [],
    isBeingBuilt: false,
    ...config,
  } as const;
  await app.register(consoleRoutes, { ...consoleOptionsOf({ console: options, auth: VERIFIER })!, ...more });
  return app;
}

describe("the console's files", () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await appWith({ origins: ["https://login.example.com"] });
  });
  afterAll(() => app.close());
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

  it("are found by a relative path, as in the engine's image", async () => {
    const relativeApp = await appWith({ directory: relative(process.cwd(), directory) });
    const { statusCode } = await relativeApp.inject("/console/icon.svg");
    expect(statusCode).toBe(200);
    await relativeApp.close();
  });

  it("are pages with a policy that lets no inline script run, each with a nonce of its own [CON-8]", async () => {
    const [first, second] = [await get("/console/"), await get("/console/inbox/5eed")];
    const policy = String(first.headers["content-security-policy"]);
    const [, nonce] = /'nonce-([^']+)'/u.exec(policy)!;
    expect(first.body).toBe(PAGE.replace("__NONCE__", nonce!));
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self' https://login.example.com",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types default",
    ]);
    expect(first.headers["cache-control"]).toBe("no-store");
    expect(second.statusCode).toBe(200);
    expect(second.body).not.toBe(first.body);
  });

  it("are kept for ever where their name has a hash, and compressed for those who ask [CON-8]", async () => {
    const plain = await get("/console/assets/index-1.js");
    expect(plain.body).toBe(SCRIPT);
    expect(plain.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "text/javascript; charset=utf-8",
      "x-content-type-options": "nosniff",
      vary: "accept-encoding",
    });
    const zipped = await get("/console/assets/index-1.js", { "accept-encoding": "br, gzip" });
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(SCRIPT);
    expect((await get("/console/icon.svg")).headers["cache-control"]).toBe("no-cache");
    const etag = String(plain.headers.etag);
    expect((await get("/console/assets/index-1.js", { "if-none-match": etag })).statusCode).toBe(304);
  });

  it("answer no other path with a file", async () => {
    for (const path of ["assets/index-2.js", "notes.txt", "..%2f..%2fetc%2fpasswd.js", "%2e%2e/config.ts"]) {
      expect((await get(`/console/${path}`)).statusCode, path).toBe(404);
    }
    expect((await get("/console")).headers.location).toBe("/console/");
    expect((await get("/console/development/people")).body).toContain("<script");
    expect((await app.inject({ method: "POST", url: "/console/development/token" })).statusCode).toBe(404);
  });

  it("begin with how to log in [CON-7]", async () => {
    const auth = {
      kind: "oidc",
      issuer: "https://login.example.com",
      clientId: "c",
      scope: "openid",
    } as const;
    const other = await appWith({ auth });
    expect((await other.inject("/console/config.json")).json()).toEqual({ auth });
    expect((await get("/console/config.json")).json()).toEqual({ auth: { kind: "token" } });
    await other.close();
  });

  it("must be there", async () => {
    await expect(appWith({ directory: tmpdir() })).rejects.toThrow("CONSOLE_DIR: ");
  });

  it("may be built while pages ask for them, and are served from then on", async () => {
    const later = join(directory, "later");
    const other = await appWith({ directory: later, isBeingBuilt: true });
    for (const url of ["/console/", "/console/assets/index-1.js"]) {
      const answer = await other.inject(url);
      expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "1"]);
      expect(answer.body).toContain('<meta http-equiv="refresh" content="1" />');
      expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
    }
    expect((await other.inject("/console/config.json")).json()).toEqual({ auth: { kind: "token" } });
    mkdirSync(later);
    writeFileSync(join(later, "index.html"), PAGE);
    expect((await other.inject("/console/")).statusCode).toBe(200);
    await other.close();
  });
});

describe("the development log-in", () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await appWith({ auth: { kind: "development" }, people: [ann] });
  });
  afterAll(() => app.close());
  const local = { host: "127.0.0.1:3003" };
  const tokenFor = (userId: string, headers: Record<string, string> = local, remoteAddress = "127.0.0.1") =>
    app.inject({
      method: "POST",
      url: "/console/development/token",
      headers,
      payload: { userId },
      remoteAddress,
    });

  it("gives a token for somebody of the list [CON-7]", async () => {
    const people = await app.inject({ url: "/console/development/people", headers: local });
    expect(people.json()).toEqual([ann]);
    const { token } = (await tokenFor(ann.userId)).json<{ token: string }>();
    const { userId, companyId, name, privileged } = ann;
    await expect(createVerifier(VERIFIER)(token)).resolves.toMatchObject({
      userId,
      companyId,
      name,
      privileged,
    });
    expect((await tokenFor(newId())).statusCode).toBe(404);
    expect((await tokenFor("1")).statusCode).toBe(400);
  });

  it("lists those first for whom the most waits", async () => {
    const people = ["None", "Many", "Some"].map((name) => Object.assign({}, ann, { userId: newId(), name }));
    const waiting = new Map([
      ["Many", 40],
      ["Some", 2],
    ]);
    const other = await appWith(
      { auth: { kind: "development" }, people },
      { countWaiting: async ({ name }) => waiting.get(name) ?? 0 },
    );
    const listed = await other.inject({ url: "/console/development/people", headers: local });
    expect(listed.json<{ name: string }[]>().map(({ name }) => name)).toEqual(["Many", "Some", "None"]);
    await other.close();
  });

  it.each([
    ["another machine", local, "10.0.0.7"],
    ["a name that somebody let resolve to this machine", { host: "evil.example" }, "127.0.0.1"],
    ["a page of another site", { ...local, "sec-fetch-site": "cross-site" }, "127.0.0.1"],
    ["a proxy", { ...local, "x-forwarded-for": "10.0.0.7" }, "127.0.0.1"],
  ])("refuses %s [CON-7]", async (_who, headers, address) => {
    expect((await tokenFor(ann.userId, headers, address)).statusCode).toBe(403);
  });
});
