import { MongoClient } from "mongodb";
import { describe, expect, it, onTestFinished } from "vitest";
import { RELEASES, startEmbeddedStore } from "../src/index.ts";
import { isReal } from "./support.ts";

describe.skipIf(isReal)("a store that answers as an older MongoDB", () => {
  it.each(RELEASES)("of release %s serves the driver, transactions too", async (release) => {
    const store = await startEmbeddedStore({ release });
    onTestFinished(() => store.stop());
    const client = await new MongoClient(store.uri).connect();
    onTestFinished(() => client.close());
    const db = client.db("older");
    expect(await db.admin().buildInfo()).toMatchObject({ version: `${release}.0` });
    await db.collection("things").insertOne({ a: 1 });
    await client.withSession((session) =>
      session.withTransaction(async () => {
        await db.collection("things").updateOne({ a: 1 }, { $set: { a: 2 } }, { session });
      }),
    );
    expect(await db.collection("things").countDocuments({ a: 2 })).toBe(1);
    // A command of 8.0, which this store has in none.
    const bulkWrite = { bulkWrite: 1, ops: [{ insert: 0, document: {} }], nsInfo: [{ ns: "older.things" }] };
    await expect(client.db("admin").command(bulkWrite)).rejects.toMatchObject({ code: 59 });
  });

  it("has protocol versions that ascend with the releases", async () => {
    const versions: number[] = [];
    for (const release of RELEASES) {
      const store = await startEmbeddedStore({ release });
      const client = await new MongoClient(store.uri).connect();
      versions.push((await client.db("admin").command({ hello: 1 }))["maxWireVersion"] as number);
      await client.close();
      await store.stop();
    }
    expect(versions).toEqual([9, 13, 17, 21, 25]);
  });
});
