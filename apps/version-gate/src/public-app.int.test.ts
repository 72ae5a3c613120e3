import { readFreshFrom } from "@countersign/mongo";
import type { RunningService } from "@countersign/service-kit";
import {
  commandEventsOf,
  commandsOf,
  testTokens,
  useTestService,
  useTestStore,
  waitFor,
} from "@countersign/testing";
import { createMostRecent } from "@countersign/settings";
import {
  type CommandStartedEvent,
  type Db,
  type Document,
  type Filter,
  type FindOptions,
  ObjectId,
  type ReadConcern,
  type ServerDescriptionChangedEvent,
} from "mongodb";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { COMPANY, OTHER_COMPANY, updateConfig, versions } from "../test/gate.ts";
import { useGate } from "../test/use-gate.ts";
import { versionGate } from "./service.ts";

const store = await useTestStore({ monitored: true });
const configs = store.db.collection("configs");

let gate: RunningService;
let admin: string;
const url = () => `${gate.publicUrl}/api/version`;

beforeEach(async () => {
  await configs.deleteMany({});
  ({ gate, admin } = await useGate(store));
});

describe("GET /api/version", () => {
  it("answers the settings and the constants, without credentials [VG-READ-01] [VG-READ-02] [VG-AUTH-01]", async () => {
    await updateConfig(gate, admin, { iosVersion: "2.4.1", iosForceUpdate: true, androidVersion: "2.4" });
    const response = await fetch(url());
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.json()).toEqual({
      ios: { version: "2.4.1", forceUpdate: true, downloadUrl: "https://apps.apple.com/app/id0000000000" },
      android: {
        version: "2.4",
        forceUpdate: false,
        downloadUrl: "https://play.google.com/store/apps/details?id=com.example.countersign",
      },
      web: { v: "1.2", forceUpdate: true },
    });
  });

  it("answers the store listings of the deployment [VG-READ-14]", async () => {
    await updateConfig(gate, admin, { iosVersion: "1" });
    const other = await useTestService(versionGate, store, {
      env: {
        APP_STORE_URL: "https://apps.example.com/ios",
        PLAY_STORE_URL: "https://apps.example.com/android",
      },
    });
    expect(await versions(other)).toMatchObject({
      ios: { downloadUrl: "https://apps.example.com/ios" },
      android: { downloadUrl: "https://apps.example.com/android" },
    });
  });

  it("does not look at a credential [VG-AUTH-01]", async () => {
    await updateConfig(gate, admin, { iosVersion: "1" });
    const response = await fetch(url(), { headers: { authorization: "Bearer garbage" } });
    expect(response.status).toBe(200);
  });

  it("answers 500 without a record, and never remembers that [VG-ERROR-01] [VG-ERROR-03]", async () => {
    const response = await fetch(url());
    expect(response.status).toBe(500);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({
      statusCode: 500,
      code: "NO_RECORD",
      error: "Internal Server Error",
      message: "Internal error",
    });

    await updateConfig(gate, admin, { iosVersion: "1" });
    expect((await fetch(url())).status).toBe(200);
    await configs.deleteMany({});
    expect((await fetch(url())).status).toBe(500);
  });

  it("answers null for versions that a record does not have [VG-ERROR-02]", async () => {
    await configs.insertOne({ companyId: new ObjectId(COMPANY), updatedAt: new Date() });
    expect(await versions(gate)).toMatchObject({
      ios: { version: null, forceUpdate: false },
      android: { version: null, forceUpdate: false },
    });
  });

  it("reads and does nothing else [VG-READ-16] [VG-EVENT-01]", async () => {
    await updateConfig(gate, admin, { iosVersion: "1" });
    expect(await commandsOf(store, () => fetch(url()))).toEqual(["find"]);
  });
});

/** A settings record as it is stored. */
const record = (companyId: string, iosVersion: string, updatedAt: number, _id = new ObjectId()) => ({
  _id,
  companyId: new ObjectId(companyId),
  iosVersion,
  updatedAt: new Date(updatedAt),
});

describe("a read of the store", () => {
  it.each([
    ["linearizable", {}],
    ["majority", { VERSION_GATE_READ_CONCERN: "majority" }],
  ])("asks the primary, with read concern %s [VG-FRESH-01]", async (level, env) => {
    const other = await useTestService(versionGate, store, { env });
    const commands = await commandEventsOf(store.client, () => fetch(`${other.publicUrl}/api/version`));
    const find = commands.find(({ commandName }) => commandName === "find");
    expect(find!.command).toMatchObject({ find: "configs", readConcern: { level }, maxTimeMS: 400 });
    expect(find!.command["$readPreference"]).toBeUndefined();
  });
});

/** The store as its majority reads show it: without the last write, until a majority has confirmed the member. */
async function laggingStore() {
  const old = await configs.findOne();
  await updateConfig(gate, admin, { iosVersion: "acknowledged" });
  let lags = true;
  const confirmed = ({ command }: CommandStartedEvent) => {
    if (command["readConcern"]?.level === "linearizable") lags = false;
  };
  store.client.on("commandStarted", confirmed);
  onTestFinished(() => void store.client.off("commandStarted", confirmed));
  const unwatched = store.client.db(store.db.databaseName);
  const open = unwatched.collection.bind(unwatched);
  unwatched.collection = ((name: string) => {
    const collection = open(name);
    const find = collection.find.bind(collection);
    const lagging = (filter: Filter<Document>, options?: FindOptions) => {
      const cursor = find(filter, options);
      const next = cursor.next.bind(cursor);
      const isBehind = () => lags && (options?.readConcern as ReadConcern | undefined)?.level === "majority";
      return Object.assign(cursor, { next: async () => (isBehind() ? old : next()) });
    };
    return Object.assign(collection, { find: lagging });
  }) as never;
  return {
    unwatched,
    store: {
      ...store,
      db: readFreshFrom(Object.create(unwatched) as Db, store.primary, { readTimeoutMs: 15_000 }),
    },
  };
}
const electAnother = () =>
  store.client.emit("serverDescriptionChanged", {
    newDescription: { type: "RSPrimary", address: "db:27017", electionId: new ObjectId() },
  } as unknown as ServerDescriptionChangedEvent);

describe("a primary that was just elected", () => {
  beforeEach(() => updateConfig(gate, admin, { iosVersion: "older" }));

  it("misses what was acknowledged before, if a majority is not asked [VG-FRESH-01]", async () => {
    const read = createMostRecent((await laggingStore()).unwatched);
    expect(await read({ readConcern: "majority" })).toMatchObject({ iosVersion: "older" });
  });

  it.each([
    ["by each read", {}],
    ["once, with read concern majority", { VERSION_GATE_READ_CONCERN: "majority" }],
  ])("is confirmed by a majority %s [VG-FRESH-01]", async (_how, env) => {
    const lagging = await laggingStore();
    const other = await useTestService(versionGate, lagging.store, { env });
    electAnother();
    expect(await versions(other)).toMatchObject({ ios: { version: "acknowledged" } });
  });
});

describe("the record that counts", () => {
  it("is the one with the greatest updatedAt, whatever its company [VG-CONFIG-06] [VG-CONFIG-07]", async () => {
    await configs.insertMany([
      record(COMPANY, "old", 1_000),
      record(OTHER_COMPANY, "new", 2_000),
      { ...record("65f0a1b2c3d4e5f6a7b8c903", "never written", 0), updatedAt: null },
    ]);
    expect(await versions(gate)).toMatchObject({ ios: { version: "new" } });
  });

  it("is the one with the greatest _id among equal updatedAt [VG-CONFIG-07]", async () => {
    await configs.insertMany([
      record(COMPANY, "greater", 1_000, new ObjectId("65f0a1b2c3d4e5f6a7b8c9ff")),
      record(OTHER_COMPANY, "smaller", 1_000, new ObjectId("65f0a1b2c3d4e5f6a7b8c900")),
    ]);
    expect(await versions(gate)).toMatchObject({ ios: { version: "greater" } });
  });

  it("is the pinned company's where one is pinned [VG-CONFIG-08]", async () => {
    await configs.insertMany([record(COMPANY, "ours", 1_000), record(OTHER_COMPANY, "newer", 2_000)]);
    const pinned = await useTestService(versionGate, store, { env: { VERSION_GATE_COMPANY_ID: COMPANY } });
    expect(await versions(pinned)).toMatchObject({ ios: { version: "ours" } });
    await configs.deleteMany({ companyId: new ObjectId(COMPANY) });
    expect((await fetch(`${pinned.publicUrl}/api/version`)).status).toBe(500);
  });
});

describe("the HTTP surface", () => {
  beforeEach(() => updateConfig(gate, admin, { iosVersion: "1" }));

  it("has the headers of the contract [VG-HTTP-01] [VG-HTTP-07] [VG-HTTP-08]", async () => {
    const { headers } = await fetch(url());
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "private, no-cache",
      etag: expect.stringMatching(/^"[\w-]+"$/) as string,
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'",
      "access-control-allow-origin": "*",
    });
    expect(headers.has("access-control-allow-credentials")).toBe(false);
    expect(headers.has("set-cookie")).toBe(false);
  });

  it("answers 304 to the current entity tag, after a read [VG-HTTP-02] [VG-HTTP-07] [VG-HTTP-08]", async () => {
    const etag = (await fetch(url())).headers.get("etag")!;
    const condition = { headers: { "if-none-match": etag } };
    let response: Response | undefined;
    const commands = await commandsOf(store, async () => {
      response = await fetch(url(), condition);
    });
    expect(response!.status).toBe(304);
    expect(Object.fromEntries(response!.headers)).toMatchObject({
      etag,
      "cache-control": "private, no-cache",
      "access-control-allow-origin": "*",
      "content-security-policy": "default-src 'none'",
      "x-content-type-options": "nosniff",
    });
    expect(response!.headers.has("content-type")).toBe(false);
    expect(commands).toEqual(["find"]);

    await updateConfig(gate, admin, { iosVersion: "2" });
    const changed = await fetch(url(), condition);
    expect(changed.status).toBe(200);
    expect(changed.headers.get("etag")).not.toBe(etag);
  });

  it("answers HEAD like GET, without the body [VG-HTTP-03]", async () => {
    const [get, head] = [await fetch(url()), await fetch(url(), { method: "HEAD" })];
    expect(head.status).toBe(200);
    expect(await head.text()).toBe("");
    for (const name of ["etag", "content-length", "content-type", "cache-control"]) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
    const etag = head.headers.get("etag")!;
    expect((await fetch(url(), { method: "HEAD", headers: { "if-none-match": etag } })).status).toBe(304);
  });

  it.each(["POST", "PUT", "PATCH", "DELETE"])("answers 405 to %s [VG-HTTP-04]", async (method) => {
    const response = await fetch(url(), {
      method,
      body: "{ nope",
      headers: { "content-type": "application/json" },
    });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    expect(await response.json()).toMatchObject({ statusCode: 405, error: "Method Not Allowed" });
  });

  it.each([
    "/",
    "/api",
    "/api/version/",
    "/api/Version",
    "/api/version/x",
    "/v1/api/version",
    "/api//version",
    "/graphql",
    "/livez",
    "/readyz",
    "/metrics",
    "/favicon.ico",
  ])("answers 404 to %s [VG-HTTP-05] [VG-HTTP-09] [VG-READ-15]", async (path) => {
    for (const method of ["GET", "POST", "OPTIONS"]) {
      expect((await fetch(`${gate.publicUrl}${path}`, { method })).status).toBe(404);
    }
  });

  it("ignores query parameters [VG-READ-15]", async () => {
    const response = await fetch(`${url()}?platform=ios&v=%zz`);
    expect(response.status).toBe(200);
  });

  it("answers the CORS preflight with 204 [VG-HTTP-06]", async () => {
    const response = await fetch(url(), {
      method: "OPTIONS",
      headers: {
        origin: "https://app.example.com",
        "access-control-request-method": "GET",
        "access-control-request-headers": "if-none-match, cache-control",
      },
    });
    expect(response.status).toBe(204);
    expect(await response.text()).toBe("");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD, OPTIONS",
      "access-control-allow-headers": "Cache-Control, If-None-Match",
    });
  });
});

const internalStatusOf = async (path: string) => (await fetch(`${gate.internalUrl}${path}`)).status;

describe("the internal port", () => {
  it("serves health, metrics and GraphQL, and not the public route [CT-PROC-04] [VG-WRITE-10]", async () => {
    expect(
      await Promise.all(["/livez", "/readyz", "/metrics", "/api/version", "/graphql"].map(internalStatusOf)),
    ).toEqual([200, 200, 200, 404, 405]);
  });

  it("counts answers and reads", async () => {
    await updateConfig(gate, admin, { iosVersion: "1" });
    const etag = (await fetch(url())).headers.get("etag")!;
    await fetch(url(), { headers: { "if-none-match": etag } });
    const metrics = await (await fetch(`${gate.internalUrl}/metrics`)).text();
    expect(metrics).toContain('version_gate_answers_total{answer="fresh",service="version-gate"} 1');
    expect(metrics).toContain('version_gate_answers_total{answer="not_modified",service="version-gate"} 1');
    expect(metrics).toContain('version_gate_store_reads_total{outcome="succeeded",service="version-gate"} 2');
    expect(metrics).toContain('version_gate_waiting_requests{service="version-gate"} 0');
  });
});

describe("the values that are published", () => {
  it("are the new ones right after a write, every time [VG-WRITE-02] [VG-FRESH-02]", async () => {
    for (let version = 1; version <= 50; version += 1) {
      await updateConfig(gate, admin, { iosVersion: String(version) });
      // An answer that the store was too slow says nothing about values.
      const answer = await waitFor(async () => {
        const response = await fetch(url());
        return response.status === 200 && response.json();
      });
      expect(answer).toMatchObject({ ios: { version: String(version) } });
    }
  });

  it("may be any text within the bound [VG-READ-17]", async () => {
    await updateConfig(gate, admin, { iosVersion: '1.0-β "quoted"\n' });
    const response = await fetch(url());
    const body = await response.text();
    expect(Number(response.headers.get("content-length"))).toBe(Buffer.byteLength(body));
    expect(JSON.parse(body)).toMatchObject({ ios: { version: '1.0-β "quoted"\n' } });
  });

  it.each(["", " \n"])("are null where the text is %j, written or stored before [FIX-6]", async (blank) => {
    await updateConfig(gate, admin, { iosVersion: "1", androidVersion: "1" });
    expect(await updateConfig(gate, admin, { iosVersion: blank })).toMatchObject({ iosVersion: null });
    await configs.updateOne({}, { $set: { androidVersion: blank } });
    expect(await versions(gate)).toMatchObject({ ios: { version: null }, android: { version: null } });
  });

  it("need no token, while writing them does [VG-AUTH-01]", async () => {
    const { bearer } = testTokens({ issuer: "https://elsewhere.test" });
    const foreign = await bearer({ sub: COMPANY, companyId: COMPANY, privileged: true });
    const response = await fetch(`${gate.internalUrl}/graphql`, {
      method: "POST",
      headers: { authorization: foreign, "content-type": "application/json" },
      body: '{"query":"{ config { _id } }"}',
    });
    expect(response.status).toBe(401);
  });
});
