import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Double, Long, MongoClient, UUID } from "mongodb";
import { afterAll, describe, expect, it, vi } from "vitest";
import { type EmbeddedStore, type EmbeddedStoreOptions, startEmbeddedStore } from "../src/index.ts";
import { openRawConnection } from "./raw-connection.ts";
import { startStoreProcess } from "./store-process.ts";
import { type AnyDoc, codeOf, UNTIL } from "./support.ts";

const directories: string[] = [];
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "embedded-store-"));
  directories.push(directory);
  return directory;
}

const logOf = (dataDir: string) => join(dataDir, "journal");

/** Starts a store, works with it, stops it. */
async function withStore<T>(
  options: EmbeddedStoreOptions,
  work: (client: MongoClient, store: EmbeddedStore) => Promise<T>,
): Promise<T> {
  const store = await startEmbeddedStore(options);
  const client = new MongoClient(store.uri);
  try {
    return await work(await client.connect(), store);
  } finally {
    await client.close();
    await store.stop();
  }
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const docs = (client: MongoClient) => client.db("d").collection<AnyDoc>("docs");

describe("a restart", () => {
  it("keeps documents with their types, and indexes", async () => {
    const dataDir = newDirectory();
    const doc = { _id: 1, integral: new Double(5), long: Long.fromNumber(5), date: new Date(5), slot: "a" };
    await withStore({ dataDir }, async (client) => {
      await docs(client).createIndexes([
        { key: { slot: 1 }, unique: true },
        { key: { date: 1, slot: -1 }, partialFilterExpression: { slot: "a" } },
      ]);
      await docs(client).insertMany([doc, { _id: 2, slot: "b" }, { _id: 3, slot: "c" }]);
      await docs(client).deleteOne({ _id: 2 });
      await docs(client).updateOne({ _id: 3 }, { $set: { slot: "d" } });
      await client.db("d").collection("dropped").insertOne({});
      await client.db("d").collection("dropped").drop();
      await client.db("gone").collection("c").insertOne({});
      await client.db("gone").dropDatabase();
    });
    await withStore({ dataDir }, async (client) => {
      const options = { promoteValues: false, promoteLongs: false, projection: { _id: 0 } } as const;
      const { _id, ...fields } = doc;
      expect(await docs(client).findOne({ _id }, options)).toEqual(fields);
      expect(await docs(client).distinct("slot")).toEqual(["a", "d"]);
      expect((await docs(client).indexes()).map(({ name }) => name)).toEqual([
        "_id_",
        "slot_1",
        "date_1_slot_-1",
      ]);
      expect(await codeOf(docs(client).insertOne({ _id: 9, slot: "a" }))).toBe(11000);
      expect(await docs(client).findOne({ slot: "b" })).toBeNull();
      const collections = await client.db("d").listCollections({}, { nameOnly: true }).toArray();
      expect(collections.map(({ name }) => name)).toEqual(["docs"]);
      expect((await client.db().admin().listDatabases()).databases.map(({ name }) => name)).toEqual(["d"]);
    });
  });

  it("answers a repeated write or commit as before the restart", async () => {
    const dataDir = newDirectory();
    const lsid = { id: new UUID() };
    const transactional = { id: new UUID() };
    const write = {
      update: "docs",
      updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } }, upsert: true }],
      $db: "d",
      lsid,
      txnNumber: 1n,
    };
    const inTransaction = { lsid: transactional, txnNumber: 4n, autocommit: false };
    const insert = {
      insert: "docs",
      documents: [{ _id: 2 }],
      $db: "d",
      ...inTransaction,
      startTransaction: true,
    };
    const commit = { commitTransaction: 1, $db: "admin", ...inTransaction };
    const once = await withStore({ dataDir }, async (_client, { uri }) => {
      const raw = await openRawConnection(uri);
      const reply = await raw.command(write);
      expect(await raw.command(insert)).toMatchObject({ ok: 1, n: 1 });
      expect(await raw.command(commit)).toMatchObject({ ok: 1 });
      raw.close();
      return reply;
    });
    await withStore({ dataDir }, async (client, { uri }) => {
      const raw = await openRawConnection(uri);
      const { operationTime: _time, $clusterTime: _cluster, ...again } = await raw.command(write);
      expect(once).toMatchObject(again);
      expect(await raw.command(commit)).toMatchObject({ ok: 1 });
      raw.close();
      expect(await docs(client).find().toArray()).toEqual([{ _id: 1, n: 1 }, { _id: 2 }]);
    });
  });

  it("works with every commit forced to the disk", async () => {
    const dataDir = newDirectory();
    const ids = Array.from({ length: 50 }, (_, _id) => _id);
    await withStore({ dataDir, fsync: true }, (client) =>
      Promise.all(ids.map((_id) => docs(client).insertOne({ _id }))),
    );
    await withStore({ dataDir }, async (client) => expect(await docs(client).countDocuments()).toBe(50));
  });
});

describe("the log", () => {
  it("is compacted while writes go on, and loses none", async () => {
    const dataDir = newDirectory();
    const sizes: number[] = [];
    await withStore({ dataDir, compactAboveBytes: 20_000 }, async (client) => {
      await docs(client).insertMany(Array.from({ length: 20 }, (_, _id) => ({ _id, n: 0 })));
      const increment = async (_id: number) => {
        for (let i = 0; i < 60; i++) {
          await docs(client).updateOne({ _id }, { $inc: { n: 1 } });
          sizes.push(statSync(logOf(dataDir)).size);
        }
      };
      await Promise.all(Array.from({ length: 20 }, (_, _id) => increment(_id)));
    });
    expect(sizes.some((size, i) => size < (sizes[i - 1] ?? 0))).toBe(true);
    expect(Math.max(...sizes)).toBeLessThan(80_000);
    expect(existsSync(`${logOf(dataDir)}.new`)).toBe(false);
    await withStore({ dataDir }, async (client) => {
      expect(await docs(client).countDocuments({ n: 60 })).toBe(20);
    });
  });

  it("takes writes during its compaction into the new file", async () => {
    const dataDir = newDirectory();
    const acknowledged: string[] = [];
    const sizes: number[] = [];
    await withStore({ dataDir, compactAboveBytes: 20_000 }, async (client) => {
      await docs(client).insertMany(Array.from({ length: 1_000 }, (_, _id) => ({ _id, n: 0 })));
      const updated = new AbortController();
      const insert = async (worker: number) => {
        for (let i = 0; !updated.signal.aborted; i++) {
          const _id = `${worker}-${i}`;
          await docs(client).insertOne({ _id });
          acknowledged.push(_id);
          sizes.push(statSync(logOf(dataDir)).size);
        }
      };
      const inserts = Array.from({ length: 8 }, (_, worker) => insert(worker));
      for (let i = 0; i < 10; i++) await docs(client).updateMany({ n: i }, { $inc: { n: 1 } });
      updated.abort();
      await Promise.all(inserts);
    });
    expect(sizes.some((size, i) => size < (sizes[i - 1] ?? 0))).toBe(true);
    await withStore({ dataDir }, async (client) => {
      expect(await docs(client).countDocuments({ n: 10 })).toBe(1_000);
      const inserted = await docs(client).distinct("_id", { n: { $exists: false } });
      expect(new Set(inserted)).toEqual(new Set(acknowledged));
    });
  });

  it("is compacted at start when most of its entries are dead", async () => {
    const dataDir = newDirectory();
    await withStore({ dataDir }, async (client) => {
      await docs(client).insertOne({ _id: 1, n: 0 });
      for (let i = 0; i < 100; i++) await docs(client).updateOne({ _id: 1 }, { $inc: { n: 1 } });
    });
    const before = statSync(logOf(dataDir)).size;
    await withStore({ dataDir, compactAboveBytes: 0 }, async (client) => {
      expect(statSync(logOf(dataDir)).size).toBeLessThan(before / 10);
      expect(await docs(client).findOne({})).toEqual({ _id: 1, n: 100 });
    });
    await withStore({ dataDir }, async (client) =>
      expect(await docs(client).findOne({})).toEqual({ _id: 1, n: 100 }),
    );
  });

  it("drops a commit that a crash cut short, and the remains of an unfinished compaction", async () => {
    const dataDir = newDirectory();
    await withStore({ dataDir }, (client) => docs(client).insertOne({ _id: 1 }));
    appendFileSync(logOf(dataDir), Buffer.from([200, 0, 0, 0, 1, 2, 3, 4, 5]));
    writeFileSync(`${logOf(dataDir)}.new`, "half");
    const warn = vi.fn<(message: string) => void>();
    await withStore({ dataDir, warn }, async (client) => {
      await docs(client).insertOne({ _id: 2 });
      expect(await docs(client).distinct("_id")).toEqual([1, 2]);
    });
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/dropped 9 bytes/));
    await withStore({ dataDir }, async (client) => expect(await docs(client).countDocuments()).toBe(2));
  });

  it("refuses to start from a file that is damaged or not its own", async () => {
    const dataDir = newDirectory();
    await withStore({ dataDir }, (client) => docs(client).insertMany([{ _id: 1 }, { _id: 2 }]));
    const bytes = readFileSync(logOf(dataDir));
    bytes[20] = bytes[20]! ^ 0xff;
    writeFileSync(logOf(dataDir), bytes);
    await expect(startEmbeddedStore({ dataDir })).rejects.toThrow(/damaged at byte 8/);
    writeFileSync(logOf(dataDir), "something else entirely");
    await expect(startEmbeddedStore({ dataDir })).rejects.toThrow(/not a log/);
  });

  it("on a full disk refuses the write, keeps acknowledged writes, and recovers with the disk", async () => {
    const dataDir = newDirectory();
    const limited = await startStoreProcess({ dataDir, maxFileBlocks: 100 });
    const client = await new MongoClient(limited.uri).connect();
    const acknowledged: number[] = [];
    const fill = async () => {
      for (let _id = 0; _id < 1_000; _id++) {
        await docs(client).insertOne({ _id, text: "x".repeat(1_000) });
        acknowledged.push(_id);
      }
    };
    expect(await codeOf(fill())).toBe(14031);
    await expect.poll(() => limited.complaints(), UNTIL).toContain(`${logOf(dataDir)} could not be written`);
    expect(limited.complaints()).toContain("free some space on its disk");
    // The failed write is not visible, and a smaller one that fits follows after the cut.
    expect(await docs(client).countDocuments()).toBe(acknowledged.length);
    await docs(client).insertOne({ _id: 1_000 });
    acknowledged.push(1_000);
    expect(
      await codeOf(
        client.withSession((session) =>
          session.withTransaction(() =>
            docs(client).insertOne({ _id: "t", text: "x".repeat(2_000) }, { session }),
          ),
        ),
      ),
    ).toBe(14031);
    expect(await docs(client).findOne({ _id: "t" })).toBeNull();
    await client.close();
    await limited.kill();
    await withStore({ dataDir }, async (again) => {
      expect(await docs(again).distinct("_id")).toEqual(acknowledged);
      await docs(again).insertOne({ _id: "after" });
    });
  });
});

describe("a data directory", () => {
  it("belongs to one store at a time", async () => {
    const dataDir = newDirectory();
    const other = await startStoreProcess({ dataDir });
    await expect(startEmbeddedStore({ dataDir })).rejects.toThrow(`in use by process ${other.child.pid}`);
    await other.stop();
    await withStore({ dataDir }, async () => {
      await expect(startEmbeddedStore({ dataDir })).rejects.toThrow(/in use by process/);
      await expect(startStoreProcess({ dataDir })).rejects.toThrow(`in use by process ${process.pid}`);
    });
  });

  it("is taken over from a killed process, and from an earlier process with this one's number", async () => {
    const dataDir = newDirectory();
    const killed = await startStoreProcess({ dataDir });
    await killed.kill();
    expect(existsSync(join(dataDir, "lock"))).toBe(true);
    await withStore({ dataDir }, (client) => docs(client).insertOne({ _id: 1 }));
    expect(existsSync(join(dataDir, "lock"))).toBe(false);
    writeFileSync(join(dataDir, "lock"), JSON.stringify({ pid: process.pid, startedAtMs: 1 }));
    await withStore({ dataDir }, async (client) => expect(await docs(client).countDocuments()).toBe(1));
  });

  it("that loses its lock file prevents neither the stop of the store nor the start of the next one", async () => {
    const dataDir = newDirectory();
    await withStore({ dataDir }, async (client) => {
      await docs(client).insertOne({ _id: 1 });
      rmSync(join(dataDir, "lock"));
    });
    await withStore({ dataDir }, async (client) => expect(await docs(client).countDocuments()).toBe(1));
  });
});

describe("production", () => {
  it("is refused", async () => {
    vi.stubEnv("NODE_ENV", "production");
    await expect(startEmbeddedStore()).rejects.toThrow(/development only.*MONGODB_URI/);
    vi.unstubAllEnvs();
    const asProcess = startStoreProcess({ environment: { NODE_ENV: "production" } });
    await expect(asProcess).rejects.toThrow(/^embedded store: .*development only/);
  });
});

describe("documents with a time", () => {
  it("expire when it has passed", async () => {
    await withStore({ ttlIntervalMs: 20 }, async (client) => {
      await docs(client).createIndex({ at: 1 }, { expireAfterSeconds: 3_600 });
      await docs(client).insertMany([
        { _id: 1, at: hoursAgo(2) },
        { _id: 2, at: hoursAgo(0) },
        { _id: 3, at: "never" },
      ]);
      await expect.poll(() => docs(client).distinct("_id"), UNTIL).toEqual([2, 3]);
    });
  });
});
