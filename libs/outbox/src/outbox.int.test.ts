import { createUnitOfWork, ensureIndexes } from "@countersign/mongo";
import { commandEventsOf, useTestStore } from "@countersign/testing";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { OUTBOX_INDEXES } from "./indexes.ts";
import { createOutbox, type OutboxEntry } from "./outbox.ts";
import { OUTBOX_LEASES, outboxOf } from "./record.ts";
import { replayOutbox } from "./replay.ts";
import { createOutboxSource, type OutboxSource } from "./source.ts";

const SERVICE = "test";
const store = await useTestStore({ monitored: true });
const { db } = store;
await ensureIndexes(store, OUTBOX_INDEXES);
const unitOfWork = createUnitOfWork(store, (scope) => ({
  outbox: createOutbox(scope, { service: SERVICE }),
  scope,
}));
const start = new Date("2026-01-01T00:00:00Z");

beforeEach(async () => {
  await outboxOf(db).deleteMany({});
  await db.collection(OUTBOX_LEASES).deleteMany({});
});

const entry = (key: string, id: string): OutboxEntry => ({
  id: `${key}-${id}`,
  key,
  subject: "approval.test",
  data: { id },
});

const add = (...entries: OutboxEntry[]) => unitOfWork(({ outbox }) => outbox.add(entries));

const claim = async (
  source: OutboxSource,
  holder: string,
  limits: { maxKeys?: number; maxRowsPerKey?: number } = {},
) => (await source.claim({ holder, leaseMs: 1_000, maxKeys: 10, maxRowsPerKey: 10, ...limits })).claims;

const idsOf = (claims: Awaited<ReturnType<typeof claim>>) =>
  Object.fromEntries(claims.map(({ key, rows }) => [key, rows.map(({ id }) => id)]));

const settled = { published: [], rejected: [] };

describe("adding", () => {
  it("keeps messages only of transactions that commit [MSG-DELIVERY-01]", async () => {
    const failing = unitOfWork(async ({ outbox }) => {
      await outbox.add([entry("a", "1")]);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await add(entry("a", "2"));
    expect(await outboxOf(db).distinct("_id")).toEqual(["a-2"]);
  });

  it("adds nothing for no messages", async () => {
    await add();
    expect(await outboxOf(db).countDocuments()).toBe(0);
  });

  it("orders a key's messages by the rows that their transactions saw, whatever the clocks say", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    await add(entry("a", "9"), entry("b", "1"), entry("a", "8"));
    vi.setSystemTime(start.getTime() - 60_000);
    await unitOfWork(async ({ outbox }) => {
      await outbox.add([entry("a", "7")]);
      await outbox.add([entry("a", "6")]);
    });
    vi.useRealTimers();
    const claims = idsOf(await claim(createOutboxSource(store, { service: SERVICE }), "relay"));
    expect(claims).toEqual({ a: ["a-9", "a-8", "a-7", "a-6"], b: ["b-1"] });
  });
});

describe("claiming", () => {
  it("hands over added rows, longest waiting key first", async () => {
    const headers = { traceparent: "00-1" };
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    await add(entry("a", "1"));
    vi.useRealTimers();
    await add({ ...entry("b", "1"), headers, companyId: "c" });
    const source = createOutboxSource(store, { service: SERVICE });
    const claims = await claim(source, "relay", { maxKeys: 1 });
    expect(idsOf(claims)).toEqual({ a: ["a-1"] });
    expect(await claim(source, "relay")).toEqual([
      {
        key: "b",
        rows: [
          {
            id: "b-1",
            key: "b",
            subject: "approval.test",
            stream: "",
            data: { id: "1" },
            headers,
            createdAt: expect.any(Date),
          },
        ],
      },
    ]);
  });

  it("leases a key as a whole: another relay gets it only when it is given back [MSG-DELIVERY-07]", async () => {
    await add(entry("a", "1"), entry("a", "2"), entry("b", "1"));
    // Of rows of one millisecond any may have waited longest.
    await outboxOf(db).updateMany({ key: "a" }, { $set: { createdAt: new Date(0) } });
    const source = createOutboxSource(store, { service: SERVICE });
    expect(idsOf(await claim(source, "one", { maxKeys: 1, maxRowsPerKey: 1 }))).toEqual({ a: ["a-1"] });
    expect(idsOf(await claim(source, "two"))).toEqual({ b: ["b-1"] });
    await source.settle({ ...settled, holder: "two", keys: ["a"] });
    expect(await claim(source, "two")).toEqual([]);
    await source.settle({ ...settled, holder: "one", keys: ["a"], published: [{ id: "a-1" }] });
    expect(idsOf(await claim(source, "two"))).toEqual({ a: ["a-2"] });
  });

  it("lets another relay take over when a lease ran out", async () => {
    let now = start;
    const source = createOutboxSource(store, { service: SERVICE, clock: () => now });
    await add(entry("a", "1"));
    expect(idsOf(await claim(source, "dead"))).toEqual({ a: ["a-1"] });
    now = new Date(start.getTime() + 999);
    expect(await claim(source, "heir")).toEqual([]);
    now = new Date(start.getTime() + 1_000);
    expect(idsOf(await claim(source, "heir"))).toEqual({ a: ["a-1"] });
  });

  it("is not blocked by a key with more rows than one look reads", async () => {
    await add(...Array.from({ length: 100 }, (_, index) => entry("a", String(index).padStart(3, "0"))));
    await add(entry("b", "1"));
    const source = createOutboxSource(store, { service: SERVICE });
    const limits = { maxKeys: 2, maxRowsPerKey: 3 };
    expect(idsOf(await claim(source, "one", limits))).toEqual({ a: ["a-000", "a-001", "a-002"] });
    expect(idsOf(await claim(source, "two", limits))).toEqual({ b: ["b-1"] });
  });

  it("publishes all rows once and in order with several relays", async () => {
    const keys = Array.from({ length: 20 }, (_, index) => `key${index}`);
    const published: string[] = [];
    const adding = new AbortController();
    const relay = async (holder: string) => {
      const source = createOutboxSource(store, { service: SERVICE });
      while (!adding.signal.aborted || (await source.backlog()).rows > 0) {
        for (const { key, rows } of await claim(source, holder, { maxKeys: 3, maxRowsPerKey: 2 })) {
          published.push(...rows.map(({ id }) => id));
          await source.settle({ ...settled, holder, keys: [key], published: rows });
        }
      }
    };
    const relays = ["one", "two", "three"].map(relay);
    for (const round of [1, 2, 3, 4]) {
      await Promise.all(keys.map((key) => add(entry(key, `${round}a`), entry(key, `${round}b`))));
    }
    adding.abort();
    await Promise.all(relays);
    const expected = ["1a", "1b", "2a", "2b", "3a", "3b", "4a", "4b"];
    for (const key of keys) {
      const ofKey = published.filter((id) => id.startsWith(`${key}-`));
      expect(ofKey).toEqual(expected.map((id) => `${key}-${id}`));
    }
    expect(await db.collection(OUTBOX_LEASES).countDocuments()).toBe(0);
  });
});

describe("settling", () => {
  it("sets rejected rows aside with the reason and goes on with the next", async () => {
    const source = createOutboxSource(store, { service: SERVICE, clock: () => start });
    await add(entry("a", "1"), entry("a", "2"));
    await claim(source, "relay");
    const rejected = [{ id: "a-1", reason: "too large" }];
    await source.settle({ ...settled, holder: "relay", keys: ["a"], rejected });
    expect(idsOf(await claim(source, "relay"))).toEqual({ a: ["a-2"] });
    expect(await outboxOf(db).findOne({ _id: "a-1" })).toMatchObject({
      rejectedAt: start,
      rejection: "too large",
    });
  });

  it("retains published rows and replays them in order [MSG-DELIVERY-01]", async () => {
    let now = start;
    const source = createOutboxSource(store, { service: SERVICE, clock: () => now, retentionDays: 7 });
    await add(entry("a", "1"), entry("a", "2"), entry("a", "3"));
    for (const id of ["a-1", "a-2", "a-3"]) {
      await claim(source, "relay");
      await source.settle({ ...settled, holder: "relay", keys: ["a"], published: [{ id }] });
      now = new Date(now.getTime() + 1_000);
    }
    expect(await claim(source, "relay")).toEqual([]);
    expect(await outboxOf(db).findOne({ _id: "a-1" })).toMatchObject({
      publishedAt: start,
      expiresAt: new Date("2026-01-08T00:00:00Z"),
    });
    expect(await replayOutbox(store, { since: new Date(start.getTime() + 1_000) })).toBe(2);
    expect(idsOf(await claim(source, "relay"))).toEqual({ a: ["a-2", "a-3"] });
    expect(await outboxOf(db).countDocuments({ expiresAt: { $exists: true } })).toBe(1);
  });

  it("replays the rows of one key, or of one stream's subjects", async () => {
    const source = createOutboxSource(store, { service: SERVICE });
    await add(
      { ...entry("a", "1"), subject: "approval.outcome.hr.Leave.completed" },
      { ...entry("b", "1"), subject: "approval.outcome.hr.Leave.completed" },
      { ...entry("b", "2"), subject: "approval.notification.hr.0" },
      { ...entry("c", "1"), subject: "approval.outcomes" },
    );
    const publishAll = async () => {
      const published = (await claim(source, "relay")).flatMap(({ rows }) => rows);
      await source.settle({ ...settled, holder: "relay", keys: ["a", "b", "c"], published });
      return published.map(({ id }) => id).toSorted();
    };
    expect(await publishAll()).toHaveLength(4);
    expect(await replayOutbox(store, { key: "b" })).toBe(2);
    expect(await publishAll()).toEqual(["b-1", "b-2"]);
    expect(await replayOutbox(store, { subjectPrefixes: ["approval.outcome."] })).toBe(2);
    expect(await publishAll()).toEqual(["a-1", "b-1"]);
    expect(await replayOutbox(store, { key: "b", subjectPrefixes: ["approval.outcome.", "other."] })).toBe(1);
  });

  it("leaves a row that was replayed after it was sent: the broker that acknowledged it may be gone", async () => {
    const source = createOutboxSource(store, { service: SERVICE });
    const holder = "relay";
    const send = async () => (await claim(source, holder)).flatMap(({ rows }) => rows);
    const mark = (published: Awaited<ReturnType<typeof send>>) =>
      source.settle({ ...settled, holder, keys: ["a"], published });
    await add(entry("a", "1"), entry("a", "2"));
    const sent = await send();
    expect(await replayOutbox(store, {})).toBe(0);
    await mark(sent);
    const again = await send();
    expect(again.map(({ id }) => id)).toEqual(["a-1", "a-2"]);
    await mark(again);
    expect(await replayOutbox(store, { key: "a" })).toBe(2);
    // Of a relay that was held up for longer than its lease, while another one marked the rows.
    await mark(again);
    await mark(await send());
    expect(await source.backlog()).toMatchObject({ rows: 0 });
    expect(await outboxOf(db).distinct("replays")).toEqual([2]);
  });
});

it("reports how many rows wait and for how long", async () => {
  const source = createOutboxSource(store, {
    service: SERVICE,
    clock: () => new Date(start.getTime() + 5_000),
  });
  expect(await source.backlog()).toEqual({ rows: 0, oldestAgeMs: 0 });
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  await add(entry("a", "1"), entry("b", "1"));
  vi.useRealTimers();
  expect(await source.backlog()).toEqual({ rows: 2, oldestAgeMs: 5_000 });
  await source.settle({ ...settled, holder: "relay", keys: ["a"], published: [{ id: "a-1" }] });
  expect(await source.backlog()).toEqual({ rows: 1, oldestAgeMs: 5_000 });
});

it("an index bounds every look of the relay: it does not read rows and leases of others [DOC-5]", async () => {
  const many = (service: string, count: number) =>
    createUnitOfWork(store, (scope) => createOutbox(scope, { service }))((outbox) =>
      outbox.add(Array.from({ length: count }, (_, n) => entry(`${service}-${n}`, String(n)))),
    );
  await many("hr-service", 300);
  await many("approval-engine", 5);
  const limits = { leaseMs: 60_000, maxKeys: 300, maxRowsPerKey: 10 };
  await createOutboxSource(store, { service: "hr-service" }).claim({ holder: "hr", ...limits });

  const engine = createOutboxSource(store, { service: "approval-engine" });
  const events = await commandEventsOf(store.client, async () => {
    await claim(engine, "relay", { maxKeys: 3 });
    await engine.claim({ holder: "relay", ...limits, streams: ["APPROVAL_OUTCOMES", ""] });
    await engine.backlog();
  });

  const looks = events.flatMap(({ commandName, command }) => (commandName === "find" ? [command] : []));
  expect(looks.length).toBeGreaterThan(5);
  for (const { find, filter, sort, limit } of looks) {
    const explain = { find, filter, sort: sort ?? {}, limit: limit ?? 0 };
    const { queryPlanner, executionStats } = await db.command({ explain, verbosity: "executionStats" });
    const about = JSON.stringify({ find, filter, plan: queryPlanner.winningPlan });
    expect(JSON.stringify(queryPlanner.winningPlan), about).not.toMatch(/COLLSCAN|"SORT"/u);
    expect(executionStats.totalDocsExamined, about).toBeLessThanOrEqual(10);
  }
});

it("carries a row that names its service, but no stream", async () => {
  const record = { _id: "old-1", key: "old", subject: "approval.command.submit", data: {}, position: 0 };
  const old = { ...record, service: "hr-service", createdAt: start, pending: true as const };
  await outboxOf(store.db).insertOne(old);
  const source = createOutboxSource(store, {
    service: "hr-service",
    clock: () => new Date(start.getTime() + 5_000),
  });
  expect(await source.backlog()).toEqual({ rows: 1, oldestAgeMs: 5_000 });
  expect(await claim(source, "relay")).toMatchObject([{ key: "old", rows: [{ id: "old-1" }] }]);
});
