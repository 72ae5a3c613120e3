import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MongoClient, UUID } from "mongodb";
import { afterAll, describe, expect, it } from "vitest";
import { encodeCommand, openRawConnection } from "./raw-connection.ts";
import { startStoreProcess } from "./store-process.ts";
import { type AnyDoc, UNTIL } from "./support.ts";

/** More for a longer run: CRASH_ROUNDS=50. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 4);
const CLIENTS = 8;
const ACCOUNTS = 20;
const START_BALANCE = 100;
/** The store is killed in the middle of this much work. */
const ACKNOWLEDGED_PER_ROUND = 150;

const dataDir = mkdtempSync(join(tmpdir(), "embedded-store-crash-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Writes from the clients' view: acknowledged, or left in doubt by the crash. */
interface Writes {
  transfers: { acknowledged: Set<string>; inDoubt: Set<string> };
  increments: { acknowledged: number; inDoubt: number };
}

const collections = (client: MongoClient) => {
  const db = client.db("crash");
  return {
    accounts: db.collection<AnyDoc & { balance: number }>("accounts"),
    log: db.collection<{ _id: string; from: number; to: number }>("log"),
    counters: db.collection<AnyDoc & { n: number }>("counters"),
  };
};

/** Transfers and plain increments from many clients, until the connection ends. */
async function work(
  client: MongoClient,
  round: number,
  writes: Writes,
  onAcknowledged: () => void,
): Promise<void> {
  const { accounts, log, counters } = collections(client);
  const down = new AbortController();
  const attempt = async (operation: () => Promise<unknown>, onDoubt: () => void) => {
    try {
      await operation();
      onAcknowledged();
      return true;
    } catch {
      down.abort();
      onDoubt();
      return false;
    }
  };
  const run = async (worker: number) => {
    for (let i = 0; !down.signal.aborted; i++) {
      const id = `${round}-${worker}-${i}`;
      const from = (worker + i) % ACCOUNTS;
      const to = (from + 7) % ACCOUNTS;
      const transfer = () =>
        client.withSession((session) =>
          session.withTransaction(async () => {
            await accounts.updateOne({ _id: from }, { $inc: { balance: -1 } }, { session });
            await log.insertOne({ _id: id, from, to }, { session });
            await accounts.updateOne({ _id: to }, { $inc: { balance: 1 } }, { session });
          }),
        );
      const { transfers, increments } = writes;
      if (await attempt(transfer, () => transfers.inDoubt.add(id))) transfers.acknowledged.add(id);
      const increment = () => counters.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { upsert: true });
      if (await attempt(increment, () => increments.inDoubt++)) increments.acknowledged++;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, worker) => run(worker)));
}

/** Checks that no acknowledged write is lost, partial or applied twice. */
async function check(client: MongoClient, { transfers, increments }: Writes): Promise<void> {
  const { accounts, log, counters } = collections(client);
  const logged = await log.find().toArray();
  const ids = new Set(logged.map(({ _id }) => _id));
  expect([...transfers.acknowledged].filter((id) => !ids.has(id))).toEqual([]);
  expect([...ids].filter((id) => !transfers.acknowledged.has(id) && !transfers.inDoubt.has(id))).toEqual([]);
  const balances = Array.from({ length: ACCOUNTS }, () => START_BALANCE);
  for (const { from, to } of logged) {
    balances[from] = balances[from]! - 1;
    balances[to] = balances[to]! + 1;
  }
  const found = await accounts.find({}, { sort: { _id: 1 } }).toArray();
  expect(found.map(({ balance }) => balance)).toEqual(balances);
  const count = (await counters.findOne({}))?.n ?? 0;
  expect(count).toBeGreaterThanOrEqual(increments.acknowledged);
  expect(count).toBeLessThanOrEqual(increments.acknowledged + increments.inDoubt);
}

describe("kill -9", () => {
  it(
    "loses no acknowledged write and leaves no half transaction",
    { timeout: 20_000 + ROUNDS * 5_000 },
    async () => {
      const writes: Writes = {
        transfers: { acknowledged: new Set(), inDoubt: new Set() },
        increments: { acknowledged: 0, inDoubt: 0 },
      };
      for (let round = 0; round <= ROUNDS; round++) {
        const store = await startStoreProcess({ dataDir });
        const client = await new MongoClient(store.uri, { serverSelectionTimeoutMS: 200 }).connect();
        if (round === 0) {
          const docs = Array.from({ length: ACCOUNTS }, (_, _id) => ({ _id, balance: START_BALANCE }));
          await collections(client).accounts.insertMany(docs);
        }
        await check(client, writes);
        let left = ACKNOWLEDGED_PER_ROUND;
        const killed: Promise<void>[] = [];
        const onAcknowledged = () => {
          if (--left === 0) killed.push(store.kill());
        };
        if (round < ROUNDS) await work(client, round, writes, onAcknowledged);
        await Promise.all(killed);
        await client.close();
        await store.kill();
      }
      expect(writes.transfers.acknowledged.size).toBeGreaterThan((ROUNDS * ACKNOWLEDGED_PER_ROUND) / 3);
    },
  );

  it("between a write and its answer lets the retry find the write, and not repeat it", async () => {
    const first = await startStoreProcess({ dataDir });
    const client = await new MongoClient(first.uri).connect();
    const { counters } = collections(client);
    await counters.insertOne({ _id: 2, n: 0 });
    const write = {
      update: "counters",
      updates: [{ q: { _id: 2 }, u: { $inc: { n: 1 } } }],
      $db: "crash",
      lsid: { id: new UUID() },
      txnNumber: 1n,
    };
    const deaf = await openRawConnection(first.uri);
    deaf.send(encodeCommand(write));
    await expect.poll(() => counters.findOne({ _id: 2 }), UNTIL).toEqual({ _id: 2, n: 1 });
    // In this order, because the driver repeats its endSessions to a stopped server for 30 s.
    await client.close();
    await first.kill();

    const second = await startStoreProcess({ dataDir });
    const raw = await openRawConnection(second.uri);
    expect(await raw.command(write)).toMatchObject({ ok: 1, n: 1, nModified: 1 });
    const found = await raw.command({ find: "counters", filter: { _id: 2 }, $db: "crash" });
    expect(found).toMatchObject({ cursor: { firstBatch: [{ _id: 2, n: 1 }] } });
    raw.close();
    await second.stop();
  });
});
