import type { Store } from "@countersign/mongo";
import { type Measurement, measureEach, median, rounded } from "./measure.ts";
import { type RecordedOperation, recordCommands, replayCommands } from "./recorded-commands.ts";
import type { BenchResult } from "./suite.ts";

const CLIENTS = [1, 16];

/** Operations on one store: lists of consecutive items, and the function that runs one item. */
export interface Prepared<T> {
  lists: readonly (readonly T[])[];
  run: (item: T) => Promise<unknown>;
}

interface RawComparison<T> {
  /** Opens a store of its own, on which commands can be monitored. */
  open: (monitorCommands?: boolean) => Promise<Store>;
  /** Writes the records that the operations need on an empty store. */
  prepare: (store: Store) => Promise<Prepared<T>>;
  /** Lists in progress at a time. */
  clients: number;
  /** Our code and the driver take turns this many times, so that other load on the machine affects both. */
  slices: number;
  report: (line: string) => void;
}

/** Operations next to the raw driver's, with one client and with several. */
export async function besideRawDriver<T>(
  { title, name, who }: { title: string; name: string; who: string },
  comparison: Omit<RawComparison<T>, "clients">,
): Promise<BenchResult> {
  const ratios: Record<string, number> = {};
  const figures: Record<string, number> = {};
  const rows: (string | number)[][] = [];
  for (const clients of CLIENTS) {
    const { own, raw, ratio } = await compareWithRawDriver({ ...comparison, clients });
    ratios[`${name}_${clients}_toRawDriver`] = rounded(ratio);
    figures[`${name}_${clients}_perSecond`] = rounded(own.perSecond);
    figures[`${name}_${clients}_p50Ms`] = rounded(own.p50Ms);
    figures[`${name}_${clients}_p99Ms`] = rounded(own.p99Ms);
    for (const [whose, toRaw, { perSecond, p50Ms, p99Ms }] of [
      [who, rounded(ratio), own],
      ["raw driver", 1, raw],
    ] as const) {
      rows.push([whose, clients, toRaw, rounded(perSecond), rounded(p50Ms), rounded(p99Ms)]);
    }
  }
  const perSecond = `${name} per second`;
  const columns = ["who", "clients", "of the raw driver", perSecond, "p50 ms", "p99 ms"];
  const plot = { name, kind: "bars", x: "clients", y: [perSecond], series: "who" } as const;
  return { ratios, figures, tables: [{ title, columns, rows, plot }] };
}

/**
 * Measures operations, and the raw driver doing the very same operations in the same transactions on a store in the same
 * state.
 *
 * @returns `ratio`: our rate to the driver's in the same slice, the median of all slices
 */
async function compareWithRawDriver<T>(
  comparison: RawComparison<T>,
): Promise<{ own: Measurement; raw: Measurement; ratio: number }> {
  const { open, prepare, clients, slices, report } = comparison;
  report("recording commands");
  const { recorded, startReplay } = await recordAll(open, prepare);
  // Ours has done all of them once, while they were recorded; so has the driver when it is measured.
  await measureEach(recorded, await startReplay(), clients);
  const replay = await startReplay();
  const { lists, run } = await prepare(await open());

  const size = lists.length / slices;
  const own: Measurement[] = [];
  const raw: Measurement[] = [];
  for (let from = 0; from < lists.length; from += size) {
    report(`${clients} clients, from ${from} of ${lists.length}`);
    own.push(await measureEach(lists.slice(from, from + size), run, clients));
    raw.push(await measureEach(recorded.slice(from, from + size), replay, clients));
  }
  return {
    own: mean(own),
    raw: mean(raw),
    ratio: median(own.map(({ perSecond }, at) => perSecond / raw[at]!.perSecond)),
  };
}

/** Recorded operations, in lists of consecutive ones. */
export interface Recording {
  recorded: readonly (readonly RecordedOperation[])[];
  /** Opens a store as it was before the operations. @returns repeats one of them on it */
  startReplay: () => Promise<(operation: RecordedOperation) => Promise<void>>;
}

/** Does every operation once, noting the store before them and the commands of each. */
export async function recordAll<T>(
  open: RawComparison<T>["open"],
  prepare: RawComparison<T>["prepare"],
): Promise<Recording> {
  const store = await open(true);
  const { lists, run } = await prepare(store);
  const before = await snapshotOf(store);
  const recorded: RecordedOperation[][] = [];
  for (const list of lists) {
    const operations: RecordedOperation[] = [];
    for (const item of list) operations.push(await recordCommands(store.client, () => run(item)));
    recorded.push(operations);
  }
  const startReplay = async () => {
    const copy = await open();
    await before.copyTo(copy);
    return (operation: RecordedOperation) => replayCommands(copy.client, copy.db, operation);
  };
  return { recorded, startReplay };
}

async function snapshotOf({ db }: Store) {
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  const contents = await Promise.all(
    names.map(async (name) => ({
      name,
      documents: await db.collection(name).find().toArray(),
      indexes: await db.collection(name).indexes(),
    })),
  );
  return {
    async copyTo(target: Store): Promise<void> {
      for (const { name, documents, indexes } of contents) {
        const collection = target.db.collection(name);
        const own = indexes.filter(({ name: index }) => index !== "_id_");
        if (own.length > 0) await collection.createIndexes(own);
        if (documents.length > 0) await collection.insertMany(documents);
      }
    },
  };
}

function mean(measured: readonly Measurement[]): Measurement {
  const of = (key: keyof Measurement) => measured.reduce((sum, one) => sum + one[key], 0) / measured.length;
  return { perSecond: of("perSecond"), p50Ms: of("p50Ms"), p99Ms: of("p99Ms"), operations: of("operations") };
}
