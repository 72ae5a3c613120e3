import { repeat, type RepeatOptions } from "@countersign/concurrency";
import { ALL_STREAMS } from "./record.ts";

export interface PausedStreamsOptions {
  /** Publishes one row of the stream. @returns the fault, if any */
  tryStream: (stream: string) => Promise<unknown>;
  /** The waits between the trials of a stream. */
  waits: (stream: string) => RepeatOptions;
  /** Called when a stream took a row again. */
  resumed: () => void;
}

/** The streams that refused a row. Each is tried after waits that grow, until it takes one. */
export interface PausedStreams {
  pause(faults: ReadonlyMap<string, unknown>): void;
  /** Whether no stream is paused. */
  isEmpty(): boolean;
  /** The streams that are not paused. */
  open(): string[];
  /** Waits for the trials, which end when their waits are aborted. */
  ended(): Promise<void>;
}

export function createPausedStreams({ tryStream, waits, resumed }: PausedStreamsOptions): PausedStreams {
  const trials = new Map<string, Promise<void>>();

  async function tryUntilTaken(stream: string, firstFault: unknown): Promise<void> {
    let knownFault = firstFault;
    const attempt = async () => {
      const fault = knownFault ?? (await tryStream(stream));
      knownFault = undefined;
      if (fault !== undefined) throw fault;
    };
    await repeat(attempt, waits(stream)).catch(() => undefined);
    trials.delete(stream);
    resumed();
  }

  return {
    pause(faults) {
      for (const [stream, fault] of faults) {
        if (!trials.has(stream)) trials.set(stream, tryUntilTaken(stream, fault));
      }
    },
    isEmpty: () => trials.size === 0,
    open: () => ALL_STREAMS.filter((stream) => !trials.has(stream)),
    ended: async () => void (await Promise.all(trials.values())),
  };
}
