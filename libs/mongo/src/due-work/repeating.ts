import { repeat, type RepeatOptions } from "@countersign/concurrency";

export interface RepeatingOptions {
  /** One round. @param stopping aborts when the work is closed */
  work: (stopping: AbortSignal) => Promise<unknown>;
  /** Wait after a round that succeeded, in milliseconds; a wake shortens it. */
  pauseMs: number | (() => number);
  /** Wait after rounds that failed, in milliseconds; a wake does not shorten it. */
  retryMs: RepeatOptions["waitMs"];
  /** Called for each failure. */
  failed: NonNullable<RepeatOptions["failed"]>;
}

/** Work that is repeated until closed. */
export interface Repeating {
  /** Begins the next round now, or at the end of the one in progress. Never throws; cheap when called often. */
  wake(): void;
  /** Begins no further round, and waits for the one in progress. */
  close(): Promise<void>;
}

/** Starts repeating: at once, then after each pause, or after a growing wait where a round failed. */
export function startRepeating({ work, pauseMs, retryMs, failed }: RepeatingOptions): Repeating {
  const stop = new AbortController();
  const alarm = createAlarm();
  const pause = typeof pauseMs === "number" ? () => pauseMs : pauseMs;

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      // Fails only when it is closed.
      await repeat(() => work(stop.signal), { waitMs: retryMs, signal: stop.signal, failed }).catch(
        () => undefined,
      );
      if (!stop.signal.aborted) await alarm.ringsWithin(pause());
    }
  }

  // Not before the caller has its handle, which the work may use.
  const runningRound = Promise.resolve().then(run);
  return {
    wake: () => alarm.ring(),
    async close() {
      stop.abort();
      alarm.ring();
      await runningRound;
    },
  };
}

/** An alarm that remembers a ring while nobody waited. */
function createAlarm() {
  let rung = false;
  let wakeUp: (() => void) | undefined;
  return {
    ring() {
      rung = true;
      wakeUp?.();
    },
    ringsWithin: (ms: number) =>
      new Promise<void>((resolve) => {
        const finish = () => {
          clearTimeout(timer);
          rung = false;
          wakeUp = undefined;
          resolve();
        };
        const timer = setTimeout(finish, ms);
        wakeUp = finish;
        if (rung) finish();
      }),
  };
}
