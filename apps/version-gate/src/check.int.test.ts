import { commandsOf, useTestStore } from "@countersign/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { updateConfig } from "../test/gate.ts";
import { useGate } from "../test/use-gate.ts";
import { rolloutBucket } from "./rollout-bucket.ts";

const store = await useTestStore({ monitored: true });
const { gate, admin } = await useGate(store);
const IOS_URL = "https://apps.apple.com/app/id0000000000";
const HOUR_MS = 3_600_000;

beforeEach(async () => {
  await store.db.collection("configs").deleteMany({});
});

const url = (query: string) => `${gate.publicUrl}/api/version/check?${query}`;
const ask = (query: string, init: RequestInit = {}) => fetch(url(query), init);
const bodyOf = async (query: string, headers: Record<string, string> = {}) =>
  (await (await ask(query, { headers })).json()) as Record<string, unknown>;
const set = (input: Record<string, unknown>) => updateConfig(gate, admin, input);
const fromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

describe("GET /api/version/check", () => {
  it("answers what an app does next, by its platform's settings [GATE-1]", async () => {
    await set({ iosVersion: "2.0", iosMinimumVersion: "1.5", androidVersion: "3", androidForceUpdate: true });
    expect(await bodyOf("platform=ios&version=1.4.9")).toEqual({
      status: "UPDATE_REQUIRED",
      current: "2.0",
      minimum: "1.5",
      downloadUrl: IOS_URL,
    });
    expect(await bodyOf("platform=ios&version=1.5.0.1")).toMatchObject({ status: "UPDATE_AVAILABLE" });
    expect(await bodyOf("platform=ios&version=2.0-rc.1+7")).toMatchObject({ status: "UPDATE_AVAILABLE" });
    expect(await bodyOf("platform=ios&version=2")).toMatchObject({ status: "OK" });
    expect(await bodyOf("platform=android&version=2.9")).toEqual({
      status: "UPDATE_REQUIRED",
      current: "3",
      minimum: null,
      downloadUrl: "https://play.google.com/store/apps/details?id=com.example.countersign",
    });
    expect(await bodyOf("platform=web&version=1.1")).toEqual({
      status: "UPDATE_REQUIRED",
      current: "1.2",
      minimum: null,
      downloadUrl: null,
    });
  });

  it.each(["v3.1.0", "3.1.0 ", "3.1.0\n", "3.1.0 (456)", "V3.1.0+456"])(
    "forces the update to %j, which is published as it was sent [FIX-6]",
    async (version) => {
      expect(await set({ iosVersion: version, iosForceUpdate: true })).toMatchObject({ warnings: [] });
      expect(await bodyOf("platform=iOS&version=v3.0.9%20(12)")).toMatchObject({
        status: "UPDATE_REQUIRED",
        current: version,
      });
      expect(await bodyOf("platform=ios&version=3.1.0")).toMatchObject({ status: "OK" });
      const versions = await (await fetch(`${gate.publicUrl}/api/version`)).json();
      expect(versions).toMatchObject({ ios: { version, forceUpdate: true } });
    },
  );

  it("tells the devices that the roll-out has reached, and those alone [GATE-1]", async () => {
    await set({ iosVersion: "2.0", iosRolloutPercent: 50 });
    const devices = Array.from({ length: 20 }, (_, index) => `device-${index}`);
    const statuses = await Promise.all(
      devices.map(async (device) => (await bodyOf(`platform=ios&version=1&device=${device}`))["status"]),
    );
    expect(new Set(statuses)).toEqual(new Set(["OK", "UPDATE_AVAILABLE"]));
    expect(statuses).toEqual(
      devices.map((device) => (rolloutBucket(device, "2.0") < 50 ? "UPDATE_AVAILABLE" : "OK")),
    );
    expect(await bodyOf("platform=ios&version=1")).toMatchObject({ status: "OK" });
  });

  it("answers MAINTENANCE and its rest while a window is open [GATE-1]", async () => {
    const message = [
      { language: "en", text: "Back soon" },
      { language: "de", text: "Bald zurück" },
    ];
    await set({
      androidMaintenance: [
        { from: fromNow(-2), until: fromNow(-1), message },
        { from: fromNow(-1), until: fromNow(1), message },
        { from: fromNow(1.5), until: fromNow(2) },
      ],
    });
    const { retryAfter, ...body } = await bodyOf("platform=android&version=0", {
      "accept-language": "de-AT",
    });
    expect(body).toMatchObject({ status: "MAINTENANCE", message: "Bald zurück" });
    expect(retryAfter).toBeGreaterThan(3_500);
    expect(retryAfter).toBeLessThanOrEqual(3_600);
    expect(await bodyOf("platform=ios&version=0")).toMatchObject({ status: "OK" });

    await set({ androidMaintenance: [{ from: fromNow(1), until: fromNow(2) }] });
    expect(await bodyOf("platform=android&version=0")).toMatchObject({ status: "OK" });
  });

  it("has the message in the language that the client prefers, else the first one [GATE-1]", async () => {
    await set({
      iosVersion: "2",
      iosMessages: [
        { language: "en", text: "New" },
        { language: "de", text: "Neu" },
      ],
    });
    const messageFor = async (language: string) =>
      (await bodyOf("platform=ios&version=1", { "accept-language": language }))["message"];
    expect(await messageFor("fr, de;q=0.8, en;q=0.2")).toBe("Neu");
    expect(await messageFor("de_DE")).toBe("Neu");
    expect(await messageFor("fr")).toBe("New");
    expect(await bodyOf("platform=ios&version=2")).not.toHaveProperty("message");
  });

  it("reads once, and asks the store for both endpoints together [GATE-1]", async () => {
    await set({ iosVersion: "2" });
    expect(await commandsOf(store, () => bodyOf("platform=ios&version=1"))).toEqual(["find"]);
    const commands = await commandsOf(store, () =>
      Promise.all(
        Array.from({ length: 50 }, async (_, index) =>
          index % 2 ? bodyOf(`platform=ios&version=1.${index}`) : fetch(`${gate.publicUrl}/api/version`),
        ),
      ),
    );
    expect(commands.length).toBeLessThan(25);
  });

  it("leaves /api/version as it was, whatever its own settings [GATE-1] [VG-READ-01]", async () => {
    await set({ iosVersion: "2", androidVersion: "1" });
    const before = await fetch(`${gate.publicUrl}/api/version`);
    await set({
      iosMinimumVersion: "2",
      iosRolloutPercent: 1,
      iosMaintenance: [{ from: fromNow(-1), until: fromNow(1) }],
      webMessages: [{ language: "en", text: "New" }],
    });
    const after = await fetch(`${gate.publicUrl}/api/version`);
    expect(await after.text()).toBe(await before.text());
    expect(after.headers.get("etag")).toBe(before.headers.get("etag"));
    expect(after.headers.has("vary")).toBe(false);
  });

  it("answers 500 without a record, as /api/version does [GATE-1] [VG-ERROR-01]", async () => {
    const response = await ask("platform=ios&version=1");
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ code: "NO_RECORD" });
  });
});

/** How many answers of the kind the gate has counted. */
const countOf = async (answer: string) => {
  const metrics = await (await fetch(`${gate.internalUrl}/metrics`)).text();
  return Number(
    new RegExp(`version_gate_answers_total\\{answer="${answer}"[^}]*\\} (\\d+)`).exec(metrics)![1],
  );
};

describe("its HTTP surface", () => {
  beforeEach(() =>
    set({
      iosVersion: "2",
      iosMessages: [
        { language: "en", text: "New" },
        { language: "de", text: "Neu" },
      ],
    }),
  );

  it("has the headers of /api/version, and varies by language [GATE-1] [VG-HTTP-07]", async () => {
    const { headers } = await ask("platform=ios&version=1");
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "private, no-cache",
      "content-type": "application/json; charset=utf-8",
      etag: expect.stringMatching(/^"[\w-]{22}"$/) as string,
      vary: "accept-language",
      "access-control-allow-origin": "*",
      "content-security-policy": "default-src 'none'",
      "x-content-type-options": "nosniff",
    });
  });

  it("has an entity tag of the decision: the same for the same one, and 304 for it [GATE-1] [VG-HTTP-02]", async () => {
    const etagOf = async (query: string, headers = {}) => (await ask(query, { headers })).headers.get("etag");
    const etag = (await etagOf("platform=ios&version=1"))!;
    expect(await etagOf("platform=ios&version=1.9&device=d")).toBe(etag);
    expect(await etagOf("platform=ios&version=2")).not.toBe(etag);
    expect(await etagOf("platform=ios&version=1", { "accept-language": "de" })).not.toBe(etag);

    const condition = { headers: { "if-none-match": etag } };
    const unchanged = await ask("platform=ios&version=1", condition);
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ""]);
    expect(Object.fromEntries(unchanged.headers)).toMatchObject({ etag, vary: "accept-language" });
    await set({ iosVersion: "3" });
    expect((await ask("platform=ios&version=1", condition)).status).toBe(200);
  });

  it("answers HEAD like GET, without the body [GATE-1] [VG-HTTP-03]", async () => {
    const [get, head] = [
      await ask("platform=ios&version=1"),
      await ask("platform=ios&version=1", { method: "HEAD" }),
    ];
    expect([head.status, await head.text()]).toEqual([200, ""]);
    for (const name of ["etag", "content-length", "content-type", "cache-control", "vary"]) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
    expect((await ask("platform=ios&version=vv1", { method: "HEAD" })).status).toBe(400);
  });

  it("answers the CORS preflight with 204, and 405 to other methods [GATE-1] [VG-HTTP-04] [VG-HTTP-06]", async () => {
    const preflight = await ask("platform=ios&version=1", { method: "OPTIONS" });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-methods")).toBe("GET, HEAD, OPTIONS");
    const posted = await ask("platform=ios&version=1", { method: "POST", body: "x" });
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  it.each(["check/", "check/x", "Check?platform=ios&version=1", "checks?platform=ios&version=1"])(
    "answers 404 to /api/version/%s [GATE-1]",
    async (path) => {
      expect((await fetch(`${gate.publicUrl}/api/version/${path}`)).status).toBe(404);
    },
  );

  it.each([
    ["", "platform: must be one of ios, android, web, and given once; version: is required"],
    ["platform=windows&version=1", "platform: must be one of ios, android, web, and given once"],
    ["platform=ios&version=1..2", "version: must be a version such as 1.2.3 or 1.2.3-beta.4+567"],
    ["platform=ios&version=nightly", "version: must be a version such as 1.2.3 or 1.2.3-beta.4+567"],
    ["platform=ios&version=-1", "version: must be a version such as 1.2.3 or 1.2.3-beta.4+567"],
    [`platform=ios&version=${"1".repeat(400)}`, "version: must have at most 100 characters"],
    ["platform=ios&version=1&version=2", "version: must be given once"],
    [`platform=ios&version=1&device=${"d".repeat(65)}`, "device: must have at most 64 characters"],
  ])("answers 400 to %j, naming the parameter, without the store [GATE-1]", async (query, message) => {
    let response: Response | undefined;
    const commands = await commandsOf(store, async () => {
      response = await ask(query);
    });
    expect(response!.status).toBe(400);
    expect(response!.headers.get("cache-control")).toBe("no-store");
    expect(response!.headers.get("access-control-allow-origin")).toBe("*");
    expect(await response!.json()).toEqual({
      statusCode: 400,
      code: "INVALID_INPUT",
      error: "Bad Request",
      message,
    });
    expect(commands).toEqual([]);
  });

  it("counts its answers among the gate's [GATE-1]", async () => {
    const before = [await countOf("fresh"), await countOf("bad_request")];
    await ask("platform=ios&version=1");
    await ask("platform=ios&version=vv1");
    expect([await countOf("fresh"), await countOf("bad_request")]).toEqual([before[0]! + 1, before[1]! + 1]);
  });
});
