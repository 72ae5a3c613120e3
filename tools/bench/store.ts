import { randomBytes } from "node:crypto";
import { type Db, MongoClient, ObjectId } from "mongodb";
import { type Measurement, measure, roundFigure } from "./measure.ts";
import { startStoreProcess } from "./store-process.ts";
import type { BenchSuite } from "./suite.ts";

const DURATION_MS = 2_000;
const QUICK_MS = 50;
const CLIENTS = [1, 16];
const KNOWN_DOCUMENTS = 10_000;

type Operation = (client: number, count: number) => Promise<unknown>;

async function operationsOn(client: MongoClient, db: Db): Promise<Record<string, Operation>> {
  const documents = db.collection<{ _id: ObjectId; n: number }>("documents");
  const ids = Array.from({ length: KNOWN_DOCUMENTS }, () => new ObjectId());
  await documents.insertMany(ids.map((_id, n) => ({ _id, n })));
  const insertedDocuments = db.collection("inserted");
  return {
    ping: () => db.command({ ping: 1 }),
    insert: (_client, n) => insertedDocuments.insertOne({ n, text: "a document of an ordinary size" }),
    "read by id": (_client, count) => documents.findOne({ _id: ids[count % KNOWN_DOCUMENTS]! }),
    "transaction of 5": (loop, count) =>
      client.withSession((session) =>
        session.withTransaction(async () => {
          // Each loop has documents of its own: the figure is the cost of a transaction, not of conflicts.
          const ownId = (at: number) => ids[(loop * 500 + ((count * 5 + at) % 500)) % KNOWN_DOCUMENTS]!;
          await documents.findOne({ _id: ownId(0) }, { session });
          await documents.updateOne({ _id: ownId(1) }, { $inc: { n: 1 } }, { session });
          await documents.updateOne({ _id: ownId(2) }, { $inc: { n: 1 } }, { session });
          await insertedDocuments.insertOne({ n: count }, { session });
          await insertedDocuments.insertOne({ n: count }, { session });
        }),
      ),
  };
}

/** The development store's rates next to the driver's own ceiling, its ping. */
export const storeSuite: BenchSuite = {
  name: "store",
  about: "the store through the official driver, next to the driver's ping",
  bounds: [],
  async run(report, { quick }) {
    const durationMs = quick ? QUICK_MS : DURATION_MS;
    const store = await startStoreProcess();
    const client = await new MongoClient(store.uri).connect();
    const db = client.db(`bench_${randomBytes(4).toString("hex")}`);
    const measurements = new Map<string, Measurement>();
    try {
      for (const [name, operation] of Object.entries(await operationsOn(client, db))) {
        for (const clients of CLIENTS) {
          report(`${name}, ${clients} clients`);
          measurements.set(
            `${name}@${clients}`,
            await measure(operation, { clients, durationMs, warmUpMs: durationMs / 10 }),
          );
        }
      }
    } finally {
      await db.dropDatabase();
      await client.close();
      await store.stop();
    }
    return summary(measurements);
  },
};

function summary(measurements: ReadonlyMap<string, Measurement>) {
  const ratios: Record<string, number> = {};
  const figures: Record<string, number> = {};
  const rows = [...measurements].map(([key, { perSecond, p50Ms, p99Ms }]) => {
    const [name = "", clients = ""] = key.split("@");
    const toPing = perSecond / measurements.get(`ping@${clients}`)!.perSecond;
    const label = `${name.replaceAll(" ", "_")}_${clients}`;
    figures[`${label}_perSecond`] = roundFigure(perSecond);
    ratios[`${label}_toPing`] = roundFigure(toPing);
    return [
      name,
      clients,
      roundFigure(toPing),
      roundFigure(perSecond),
      roundFigure(p50Ms),
      roundFigure(p99Ms),
    ];
  });
  const columns = ["operation", "clients", "of ping rate", "per second", "p50 ms", "p99 ms"];
  return { ratios, figures, tables: [{ title: "Development store", columns, rows }] };
}
