import type { BusEvents, Delivery } from "../src/bus.ts";

/** Remembers deliveries, in order. */
export interface Recorder {
  readonly deliveries: Delivery[];
  /** The `n` of each payload. */
  numbers(): number[];
  handle: (delivery: Delivery) => Promise<void>;
}

export function createRecorder(): Recorder {
  const deliveries: Delivery[] = [];
  return {
    deliveries,
    numbers: () => deliveries.map(numberOf),
    async handle(delivery) {
      deliveries.push(delivery);
    },
  };
}

export function numberOf(delivery: Delivery): number {
  return (delivery.data as { n: number }).n;
}

export function keyOf(delivery: Delivery): string | undefined {
  return (delivery.data as { key?: string }).key;
}

/** Events and warnings of a bus, remembered. */
export function recordEvents() {
  const letters: Parameters<NonNullable<BusEvents["deadLettered"]>>[0][] = [];
  const retries: Parameters<NonNullable<BusEvents["retried"]>>[0][] = [];
  const openedConsumers: string[] = [];
  const warnings: unknown[][] = [];
  const events: BusEvents = {
    consuming: ({ durable }) => openedConsumers.push(durable),
    deadLettered: (letter) => letters.push(letter),
    retried: (retry) => retries.push(retry),
  };
  const logger = {
    info: () => undefined,
    warn: (...line: unknown[]) => void warnings.push(line),
    error: () => undefined,
  };
  return { letters, retries, openedConsumers, warnings, events, logger };
}
