import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { approvalEngine } from "@countersign/approval-engine";
import { type Bus, createInProcessBus } from "@countersign/bus";
import { STREAMS } from "@countersign/contracts";
import { hrService } from "@countersign/hr-service";
import { newId, toObjectId } from "@countersign/mongo";
import type { RunningService } from "@countersign/service-kit";
import {
  silentLogger,
  startTestService,
  type TestStore,
  testTokens,
  useTestStore,
  waitFor,
} from "@countersign/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { importDirectory } from "./import-directory.ts";

const shared = await useTestStore({ monitored: true });
const ofHr = await useTestStore();
const tokens = testTokens();
const companyId = newId();
let bus: Bus;
let running: RunningService[] = [];
/** The messages of the directory that the platform has published. */
let heard: { subject: string; version: number }[] = [];

/** Starts the engine and HR, HR on a store of its own or on the engine's. */
async function start(storeOfHr: TestStore): Promise<RunningService> {
  const engine = await startTestService(approvalEngine, shared, { bus });
  const hr = await startTestService(hrService, storeOfHr, { bus });
  running = [engine, hr];
  const consumer = { stream: STREAMS.directory.name, durable: `test-${randomUUID()}`, filter: "directory.>" };
  await bus.consume(consumer, async ({ subject, data }) => {
    const { user } = (data as { data: { user: { version: number } } }).data;
    heard.push({ subject, version: user.version });
  });
  return hr;
}

beforeEach(() => {
  heard = [];
  bus = createInProcessBus({ logger: silentLogger });
});
afterEach(async () => {
  await Promise.all(running.map((service) => service.stop()));
  await bus.close();
});

async function call({ publicUrl }: RunningService, method: string, path: string, body: object) {
  const authorization = await tokens.bearer({ sub: newId(), companyId, privileged: true });
  const headers = { authorization, "content-type": "application/json" };
  const response = await fetch(`${publicUrl}${path}`, { method, headers, body: JSON.stringify(body) });
  return (await response.json()) as { _id: string; version: number };
}

const userIn = ({ db }: TestStore, id: string) => db.collection("users").findOne({ _id: toObjectId(id) });

/** The answers to updates of `users` on the shared store, except those in transactions, from now on. */
function watchUpdates(): { nModified?: number; upserted?: unknown[]; writeErrors?: { code: number }[] }[] {
  const { client } = shared;
  const requests = new Set<number>();
  const answers: ReturnType<typeof watchUpdates> = [];
  client.on("commandStarted", ({ requestId, command }) => {
    if (command["update"] === "users" && command["autocommit"] === undefined) requests.add(requestId);
  });
  client.on("commandSucceeded", ({ requestId, reply }) => {
    if (requests.has(requestId)) answers.push(reply as (typeof answers)[number]);
  });
  return answers;
}

describe("people", () => {
  it("reach the engine from an HR service with a database of its own, and leave it as leavers [DOC-4]", async () => {
    const hr = await start(ofHr);
    const { _id } = await call(hr, "POST", "/api/users", { name: "Nora Lind", timeZone: "Europe/Oslo" });
    await waitFor(async () => (await userIn(shared, _id))?.["name"] === "Nora Lind");
    await call(hr, "POST", `/api/users/${_id}/deactivate`, {});
    await waitFor(async () => (await userIn(shared, _id))?.["active"] === false);
    expect(await userIn(shared, _id)).toEqual(await userIn(ofHr, _id));
    expect(heard.map(({ version }) => version)).toEqual([1, 2]);
  });

  it("are written once where HR and the engine share a database [DOC-4]", async () => {
    const hr = await start(shared);
    const { _id } = await call(hr, "POST", "/api/users", { name: "Nora" });
    const updates = watchUpdates();
    await call(hr, "PATCH", `/api/users/${_id}`, { name: "Nora Lind" });
    const row = await userIn(shared, _id);
    // HR writes in transactions; the engine finds the row as new as the message.
    await waitFor(
      () => heard.length === 2 && updates.some(({ writeErrors }) => writeErrors?.[0]?.code === 11_000),
    );
    expect(updates.filter(({ nModified = 0, upserted }) => nModified > 0 || upserted)).toEqual([]);
    expect(await userIn(shared, _id)).toEqual(row);
  });

  it("are announced to everybody when an operator imports them [DOC-4]", async () => {
    const hr = await start(shared);
    const folder = mkdtempSync(join(tmpdir(), "countersign-directory-"));
    const file = join(folder, "people.csv");
    const _id = newId();
    writeFileSync(file, `type,companyId,_id,name\nuser,${companyId},${_id},Nora\n`);
    expect(await importDirectory(shared, { file, format: "csv", dryRun: false }, () => undefined)).toBe(true);
    rmSync(folder, { recursive: true });
    await waitFor(() => heard.length === 1);
    expect(heard).toEqual([{ subject: "directory.user.changed", version: 1 }]);
    // HR goes on from the version that the import has written.
    expect(await call(hr, "PATCH", `/api/users/${_id}`, { name: "Nora Lind" })).toMatchObject({ version: 2 });
    await waitFor(() => heard.length === 2);
    expect(await userIn(shared, _id)).toMatchObject({ name: "Nora Lind", version: 2 });
  });
});
