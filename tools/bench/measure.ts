import { Session } from "node:inspector";
import { setImmediate as turn, setTimeout as delay } from "node:timers/promises";
import { createHistogram, type RecordableHistogram } from "node:perf_hooks";

/** Rate and latency of one operation under a fixed number of closed-loop clients. */
export interface Measurement {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  operations: number;
}

export interface MeasureOptions {
  /** Loops that each wait for their answer before the next call. */
  clients: number;
  durationMs: number;
  warmUpMs?: number;
}

const NANOSECONDS_PER_MILLISECOND = 1e6;

/** A percentile of a histogram of nanoseconds, in milliseconds. */
const millisecondsOf = (histogram: RecordableHistogram, percentile: number): number =>
  histogram.percentile(percentile) / NANOSECONDS_PER_MILLISECOND;

/**
 * Measures `operation` in closed loops for a time.
 *
 * @param operation gets the loop's number and a counter that is unique in this call
 * @throws whatever the operation throws: a failed operation makes a figure meaningless
 */
export async function measure(
  operation: (client: number, count: number) => Promise<unknown>,
  { clients, durationMs, warmUpMs = 300 }: MeasureOptions,
): Promise<Measurement> {
  let count = 0;
  const loops = async (endAt: number, record: (elapsedNs: number) => void) => {
    const loop = async (client: number) => {
      while (performance.now() < endAt) {
        const startedAt = process.hrtime.bigint();
        await operation(client, count++);
        record(Number(process.hrtime.bigint() - startedAt));
      }
    };
    await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)));
  };
  await loops(performance.now() + warmUpMs, () => undefined);

  const histogram = createHistogram();
  const startedAt = performance.now();
  await loops(startedAt + durationMs, (elapsedNs) => histogram.record(Math.max(1, elapsedNs)));
  return summaryOf(histogram, performance.now() - startedAt);
}

/**
 * Runs each list's operations in their order, lists side by side, and measures the single operations.
 *
 * @param clients lists in progress at a time
 * @throws whatever the operation throws
 */
export async function measureEach<T>(
  lists: readonly (readonly T[])[],
  operation: (item: T) => Promise<unknown>,
  clients: number,
): Promise<Measurement> {
  const histogram = createHistogram();
  const waitingLists = lists[Symbol.iterator]();
  const client = async () => {
    for (const list of waitingLists) {
      for (const item of list) {
        const startedAt = process.hrtime.bigint();
        await operation(item);
        histogram.record(Math.max(1, Number(process.hrtime.bigint() - startedAt)));
      }
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  return summaryOf(histogram, performance.now() - startedAt);
}

/**
 * Begins operations at fixed times, whether earlier ones have ended or not, and measures each from its intended time: a
 * server that falls behind is seen to, as its users would.
 *
 * @throws whatever the operation throws
 */
export async function measureAtRate(
  operation: () => Promise<unknown>,
  { perSecond, durationMs }: { perSecond: number; durationMs: number },
): Promise<Measurement> {
  const histogram = createHistogram();
  const begin = async (intendedAt: number) => {
    await operation();
    const elapsedNs = (performance.now() - intendedAt) * NANOSECONDS_PER_MILLISECOND;
    histogram.record(Math.max(1, Math.round(elapsedNs)));
  };
  const runningCalls: Promise<void>[] = [];
  const startedAt = performance.now();
  const count = Math.floor((durationMs * perSecond) / 1_000);
  while (runningCalls.length < count) {
    const intendedAt = startedAt + (runningCalls.length * 1_000) / perSecond;
    const earlyMs = intendedAt - performance.now();
    if (earlyMs > 1) await delay(earlyMs - 1);
    // A timer may end a millisecond early.
    while (performance.now() < intendedAt) await turn();
    runningCalls.push(begin(intendedAt));
  }
  await Promise.all(runningCalls);
  return summaryOf(histogram, performance.now() - startedAt);
}

function summaryOf(histogram: RecordableHistogram, elapsedMs: number): Measurement {
  return {
    perSecond: histogram.count / (elapsedMs / 1000),
    p50Ms: millisecondsOf(histogram, 50),
    p99Ms: millisecondsOf(histogram, 99),
    operations: histogram.count,
  };
}

/** The median, which a slow moment of the machine does not move. */
export function median(values: readonly number[]): number {
  const sortedValues = values.toSorted((a, b) => a - b);
  return sortedValues[Math.floor(sortedValues.length / 2)]!;
}

/** Rounds for a table: whole numbers from 100 on, else three significant digits. */
export function roundFigure(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}

/** Collects this process's garbage now, so that it does not collect during a measurement. */
export function collectGarbage(): void {
  const inspector = new Session();
  inspector.connect();
  // Done when the call returns: the inspector of the own thread answers synchronously.
  inspector.post("HeapProfiler.collectGarbage");
  inspector.disconnect();
}
