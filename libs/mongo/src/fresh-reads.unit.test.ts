import { EventEmitter } from "node:events";
import { AbstractCursor, AggregationCursor, Collection, Db, FindCursor, type MongoClient } from "mongodb";
import { describe, expect, it } from "vitest";
import { REFUSED, readFresh, watchPrimary } from "./fresh-reads.ts";

const nothing = async (): Promise<void> => undefined;

/**
 * A replica set as a client sees it. Every member has all acknowledged writes; its majority reads show them only once it
 * knows that a majority has them, which a newly elected member does not.
 */
function replicaSet() {
  const events = new EventEmitter();
  let acknowledged = 0;
  let shown = 0;
  let elections = 0;
  let confirmations = 0;
  const member = {
    write: () => {
      acknowledged += 1;
      shown = acknowledged;
    },
    /** Another member is elected, whose majority reads lag behind. */
    elect: (lag = 1) => {
      elections += 1;
      shown = acknowledged - lag;
      const newDescription = { type: "RSPrimary", address: "db:27017", electionId: elections };
      events.emit("serverDescriptionChanged", { newDescription });
    },
    /** The client gets the same primary again, as with every heartbeat that changes something. */
    hear: (type = "RSPrimary") => {
      const newDescription = { type, address: "db:27017", electionId: elections };
      events.emit("serverDescriptionChanged", { newDescription });
    },
    /** A read with read concern `majority`. */
    majority: async () => shown,
    get confirmations() {
      return confirmations;
    },
  };
  let beforeConfirming: () => Promise<void> = nothing;
  const watch = watchPrimary(events as unknown as Pick<MongoClient, "on">, async () => {
    confirmations += 1;
    await beforeConfirming();
    shown = acknowledged;
  });
  return {
    member,
    watch,
    onConfirm: (work: () => Promise<void>) => {
      beforeConfirming = work;
    },
  };
}

describe("a read after an election", () => {
  it("with majority alone misses acknowledged writes", async () => {
    const { member } = replicaSet();
    member.write();
    member.elect();
    expect(await member.majority()).toBe(0);
  });

  it("finds acknowledged writes", async () => {
    const { member, watch } = replicaSet();
    member.write();
    member.elect();
    expect(await readFresh(watch, member.majority)).toBe(1);
  });

  it("is repeated when an election came during it", async () => {
    const { member, watch } = replicaSet();
    member.elect(0);
    member.write();
    let reads = 0;
    const found = await readFresh(watch, async () => {
      reads += 1;
      if (reads === 1) member.elect();
      return member.majority();
    });
    expect([found, reads]).toEqual([1, 2]);
  });

  it("waits for the next primary when elections follow each other", async () => {
    const { member, watch, onConfirm } = replicaSet();
    member.write();
    member.elect();
    onConfirm(async () => {
      onConfirm(nothing);
      await Promise.resolve();
      member.elect();
    });
    expect(await readFresh(watch, member.majority)).toBe(1);
    expect(member.confirmations).toBe(2);
  });

  it("costs one confirmation for all readers, and no more until the next election", async () => {
    const { member, watch } = replicaSet();
    member.elect();
    await Promise.all(Array.from({ length: 100 }, () => readFresh(watch, member.majority)));
    member.hear("Unknown");
    member.hear();
    await readFresh(watch, member.majority);
    expect(member.confirmations).toBe(1);
    member.elect();
    await readFresh(watch, member.majority);
    expect(member.confirmations).toBe(2);
  });

  it("fails like its confirmation, and the next read asks again", async () => {
    const { member, watch, onConfirm } = replicaSet();
    member.elect();
    const failure = new Error("no majority");
    onConfirm(() => Promise.reject(failure));
    await expect(readFresh(watch, member.majority)).rejects.toBe(failure);
    onConfirm(nothing);
    expect(await readFresh(watch, member.majority)).toBe(0);
  });

  it("is given up when every attempt meets another election", async () => {
    const { member, watch } = replicaSet();
    const reading = readFresh(watch, async () => member.elect(0));
    await expect(reading).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });
});

/** The driver's methods that read nothing, or that use those that {@link readFresh} covers. */
const ALLOWED: Readonly<Record<keyof typeof REFUSED, string>> = {
  // Reads of definitions and figures, and writes; `collection` hands out those that are covered.
  db: `admin collection collections command createCollection createIndex dropCollection dropDatabase indexInformation
    listCollections profilingLevel removeUser renameCollection setProfilingLevel stats`,
  collection: `aggregate count countDocuments distinct estimatedDocumentCount find findOne
    bulkWrite deleteMany deleteOne findOneAndDelete findOneAndReplace findOneAndUpdate insertMany insertOne replaceOne
    updateMany updateOne initializeOrderedBulkOp initializeUnorderedBulkOp
    createIndex createIndexes createSearchIndex createSearchIndexes drop dropIndex dropIndexes dropSearchIndex
    indexExists indexInformation indexes isCapped listIndexes listSearchIndexes options rename updateSearchIndex`,
  cursor: `hasNext next tryNext
    forEach toArray stream readBufferedDocuments bufferedCount close explain rewind
    addCursorFlag addQueryModifier allowDiskUse batchSize collation comment filter hint limit map max maxAwaitTimeMS
    maxTimeMS min project returnKey showRecordId skip sort
    addStage geoNear group lookup match out redact unwind`,
};
/** The driver's own, which no caller uses. */
const INTERNAL = new Set(
  `constructor _initialize cleanup cursorInit emitClose fetchBatch getMore throwIfInitialized trackCursor
  transformDocument`.split(/\s+/u),
);

it.each([
  ["db", [Db]],
  ["collection", [Collection]],
  ["cursor", [AbstractCursor, FindCursor, AggregationCursor]],
] as const)("every method of the driver's %s is allowed or refused", (kind, classes) => {
  const methods = classes.flatMap(({ prototype }) =>
    Object.entries(Object.getOwnPropertyDescriptors(prototype as object)).flatMap(([name, { value }]) =>
      typeof value === "function" && !INTERNAL.has(name) ? [name] : [],
    ),
  );
  expect(methods.length).toBeGreaterThan(15);
  const known = [...ALLOWED[kind].split(/\s+/u), ...REFUSED[kind]];
  expect([...new Set(methods)].toSorted()).toEqual(known.toSorted());
});
