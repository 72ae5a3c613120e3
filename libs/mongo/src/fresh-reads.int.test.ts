import { commandsOf, useStoreProxy, useTestStore } from "@countersign/testing";
import type { Collection, CommandStartedEvent, ServerDescriptionChangedEvent } from "mongodb";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { openStore } from "./store.ts";

interface Note {
  _id: number;
}

const store = await useTestStore({ monitored: true });
const notes = store.db.collection<Note>("notes");
let elections = 0;

/** Lets the client learn of a newly elected primary. */
function elect(): void {
  elections += 1;
  const newDescription = { type: "RSPrimary", address: "db:27017", electionId: elections };
  store.client.emit("serverDescriptionChanged", {
    newDescription,
  } as unknown as ServerDescriptionChangedEvent);
}

/** The ids of the notes that a read hands over one by one. */
async function numbersOf(read: (each: (note: Note) => void) => Promise<void>): Promise<number[]> {
  const ids: number[] = [];
  await read(({ _id }) => ids.push(_id));
  return ids;
}

const READS: readonly [name: string, command: string, read: (from?: Collection<Note>) => Promise<unknown>][] =
  [
    ["findOne", "find", (from = notes) => from.findOne({ _id: 1 })],
    ["find", "find", (from = notes) => from.find().sort({ _id: 1 }).toArray()],
    ["a stream", "find", (from = notes) => Array.fromAsync(from.find().batchSize(10))],
    ["aggregate", "aggregate", (from = notes) => from.aggregate([{ $match: { _id: 1 } }]).toArray()],
    ["count", "count", (from = notes) => from.count({ _id: 1 })],
    ["hasNext", "find", (from = notes) => from.find().hasNext()],
    ["next", "find", (from = notes) => from.find().sort({ _id: 1 }).next()],
    ["tryNext", "find", (from = notes) => from.find().sort({ _id: 1 }).tryNext()],
    ["forEach", "find", (from = notes) => numbersOf((each) => from.find().sort({ _id: 1 }).forEach(each))],
    ["a Node stream", "find", (from = notes) => Array.fromAsync(from.find().sort({ _id: 1 }).stream())],
    ["countDocuments", "aggregate", (from = notes) => from.countDocuments({ _id: 1 })],
    ["estimatedDocumentCount", "count", (from = notes) => from.estimatedDocumentCount()],
    ["distinct", "distinct", (from = notes) => from.distinct("_id")],
  ];

describe("a store's reads", () => {
  beforeEach(async () => {
    await notes.deleteMany({});
    await notes.insertMany([{ _id: 1 }, { _id: 2 }]);
  });

  it.each(READS)("by %s first have a new primary confirmed, once", async (_name, command, read) => {
    const before = await read();
    elect();
    expect(await commandsOf(store, read)).toEqual(["find", command]);
    expect(await commandsOf(store, read)).toEqual([command]);
    expect(await read()).toEqual(before);
  });

  it.each(READS)(
    "by %s are repeated if the primary has changed at their end",
    async (_name, command, read) => {
      const before = await read();
      let found: unknown;
      const commands = await commandsOf(store, async () => {
        store.client.once("commandSucceeded", elect);
        found = await read();
      });
      expect(commands).toEqual([command, "find", command]);
      expect(found).toEqual(before);
    },
  );

  it("ask for the confirmation of a majority", async () => {
    const concerns: unknown[] = [];
    store.client.on("commandStarted", ({ command }) => concerns.push(command["readConcern"]));
    elect();
    await notes.findOne({});
    expect(concerns).toEqual([{ level: "linearizable" }, { level: "majority" }]);
  });

  it("leave transactions unchanged", async () => {
    elect();
    const commands = await commandsOf(store, () =>
      store.client.withSession((session) =>
        session.withTransaction(async () => {
          await notes.findOne({}, { session });
          await notes.find({}, { session }).toArray();
          await notes.countDocuments({}, { session });
        }),
      ),
    );
    expect(commands).toEqual(["find", "find", "aggregate", "commitTransaction"]);
  });

  it("give all rows of several batches", async () => {
    await notes.insertMany(Array.from({ length: 250 }, (_, index) => ({ _id: index + 3 })));
    elect();
    expect(await notes.find().batchSize(100).toArray()).toHaveLength(252);
  });

  it.each([
    ["watch", () => notes.watch()],
    ["clone", () => notes.find().clone()],
    ["withReadConcern", () => notes.find().withReadConcern("local")],
    ["withReadPreference", () => notes.aggregate([]).withReadPreference("secondary")],
    ["watch", () => store.db.watch()],
    ["aggregate", () => store.db.aggregate([])],
    ["runCursorCommand", () => store.db.runCursorCommand({ find: "notes" })],
    ["the command count", () => store.db.command({ count: "notes" })],
    ["the command find", () => store.db.command({ find: "notes" })],
  ])("refuse %s, which could miss acknowledged writes", (name, read) => {
    expect(read).toThrow(`${name} may miss acknowledged writes after an election`);
  });
});

/** The `maxTimeMS` of the commands that a read sends. */
const limitsOf = async (read: () => Promise<unknown>): Promise<unknown[]> => {
  const limits: unknown[] = [];
  const note = ({ command }: CommandStartedEvent) => void limits.push(command["maxTimeMS"]);
  store.client.on("commandStarted", note);
  await read();
  store.client.off("commandStarted", note);
  return limits;
};

describe("the time of a store's reads", () => {
  it.each(READS)("is limited by %s [OPS-7]", async (_name, _command, read) => {
    expect(await limitsOf(read)).toEqual([15_000]);
  });

  it("is what the read says, where it says something", async () => {
    expect(await limitsOf(() => notes.find({}, { maxTimeMS: 70 }).toArray())).toEqual([70]);
    expect(await limitsOf(() => notes.findOne({}, { maxTimeMS: 0 }))).toEqual([0]);
  });

  it("ends a slow read with an error that says what to do [OPS-7]", async () => {
    const { hosts, replicaSet } = store.client.options;
    const uri = `mongodb://${hosts.join(",")}/?replicaSet=${replicaSet}`;
    const impatient = openStore({ uri, dbName: store.db.databaseName, appName: "test", readTimeoutMs: 1 });
    onTestFinished(() => impatient.close());
    await store.db.collection("many").insertMany(Array.from({ length: 50_000 }, (_, n) => ({ n })));
    const many = impatient.db.collection("many");
    const refusal = { code: "QUERY_TOO_SLOW", message: "The search takes too long: narrow it" };
    await expect(many.findOne({ n: -1 })).rejects.toMatchObject(refusal);
    await expect(many.find({ n: -1 }).toArray()).rejects.toMatchObject(refusal);
    await expect(many.countDocuments({ n: -1 })).rejects.toMatchObject(refusal);
  });
});

describe("a primary that no majority confirms in time", async () => {
  const proxy = await useStoreProxy(store.uri);
  const tooLate = { code: 50, codeName: "MaxTimeMSExpired", errmsg: "operation exceeded time limit" };

  it.each(READS)(
    "fails %s as a store that is away, until it is confirmed [OPS-7]",
    async (_name, _command, read) => {
      const fresh = openStore({ uri: proxy.uri, dbName: store.dbName, appName: "test" });
      onTestFinished(() => fresh.close());
      proxy.failCommands((command) => (command["find"] === "elections" ? tooLate : undefined));
      const answer = read(fresh.db.collection<Note>("notes"));
      await expect(answer).rejects.toMatchObject({ code: "UNAVAILABLE", text: { code: "passing.store" } });
      proxy.accept();
      await expect(read(fresh.db.collection<Note>("notes"))).resolves.toEqual(await read());
    },
  );
});
