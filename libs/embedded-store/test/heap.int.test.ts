import { type Collection, MongoClient, MongoServerError } from "mongodb";
import { describe, expect, it, onTestFinished } from "vitest";
import { isReal } from "./support.ts";
import { startStoreProcess } from "./store-process.ts";

/** Documents of a command, and the bytes of each. */
const BATCH = 100;
const TEXT = "x".repeat(5_000);
/** More than the heap holds. */
const BATCHES = 1_000;

interface Large {
  _id: number;
  text: string;
}

/** Adds documents until the store refuses them. */
async function refusalOf(many: Collection<Large>): Promise<unknown> {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const documents = Array.from({ length: BATCH }, (_, n) => ({ _id: batch * BATCH + n, text: TEXT + n }));
    try {
      await many.insertMany(documents);
    } catch (error) {
      return error;
    }
  }
  return undefined;
}

describe.skipIf(isReal)("a store whose memory fills up", () => {
  it("warns, then refuses what adds, and goes on to answer and to remove", async () => {
    const full = await startStoreProcess({
      environment: { NODE_OPTIONS: "--max-old-space-size=128" },
    });
    const client = await new MongoClient(full.uri).connect();
    onTestFinished(() => client.close());
    const many = client.db("full").collection<Large>("many");
    const refusal = await refusalOf(many);
    expect(refusal).toBeInstanceOf(MongoServerError);
    expect(refusal).toMatchObject({
      code: 14_031,
      message: expect.stringMatching(/memory of the embedded store is (?:8[5-9]|9\d) % full .* remove data/u),
    });
    expect(full.complaints()).toMatch(
      /memory of the embedded store is \d\d % full .*; from 85 % on writes are refused/u,
    );
    await expect(many.updateOne({ _id: 0 }, { $set: { text: "y" } })).rejects.toMatchObject({ code: 14_031 });
    expect((await many.findOne({ _id: 0 }))?.text).toBe(`${TEXT}0`);
    expect(await many.deleteOne({ _id: 0 })).toMatchObject({ deletedCount: 1 });
    expect(full.child.exitCode).toBeNull();
  });
});
