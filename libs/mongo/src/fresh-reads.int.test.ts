import { commandsOf, useTestStore } from "@countersign/testing";
import type { ServerDescriptionChangedEvent } from "mongodb";
import { beforeEach, describe, expect, it } from "vitest";

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

const READS: readonly [name: string, command: string, read: () => Promise<unknown>][] = [
  ["findOne", "find", () => notes.findOne({ _id: 1 })],
  ["find", "find", () => notes.find().sort({ _id: 1 }).toArray()],
  ["a stream", "find", () => Array.fromAsync(notes.find().batchSize(10))],
  ["aggregate", "aggregate", () => notes.aggregate([{ $match: { _id: 1 } }]).toArray()],
  ["countDocuments", "aggregate", () => notes.countDocuments({ _id: 1 })],
  ["distinct", "distinct", () => notes.distinct("_id")],
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
});
