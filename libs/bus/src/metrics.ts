import type { Metrics } from "@countersign/service-kit";
import { Counter, Gauge } from "prom-client";
import type { Bus, BusEvents } from "./bus.ts";

/** Wraps the bus of one service, which it may share with others, so that its own consumers are measured. */
export function measureBus(bus: Bus, metrics: Pick<Metrics, "registry">): Bus {
  const events = createBusMetrics(metrics);
  return { ...bus, consume: (consumer, handle) => bus.consume({ events, ...consumer }, handle) };
}

/** Measures dead letters, failed attempts, and how far each consumer is behind. */
export function createBusMetrics({ registry }: Pick<Metrics, "registry">): BusEvents {
  const labelNames = ["stream", "durable"] as const;
  const registers = [registry];
  const deadLetters = new Counter({
    name: "bus_dead_letters_total",
    help: "Messages that went to the dead letters",
    labelNames,
    registers,
  });
  const lostLetters = new Counter({
    name: "bus_dead_letters_lost_total",
    help: "Messages that were given up and could not be kept as dead letters",
    labelNames,
    registers,
  });
  const retries = new Counter({
    name: "bus_retries_total",
    help: "Attempts at a message that failed and are repeated",
    labelNames,
    registers,
  });
  const lag = new Gauge({
    name: "bus_consumer_lag_messages",
    help: "Messages that a consumer has still to get",
    labelNames,
    registers,
  });
  return {
    // A counter that only begins with its first message shows no increase for it, and alerts on the second.
    consuming({ stream, durable }) {
      for (const counter of [deadLetters, lostLetters, retries]) counter.inc({ stream, durable }, 0);
    },
    deadLettered: ({ stream, durable }) => deadLetters.inc({ stream, durable }),
    deadLetterLost: ({ stream, durable }) => lostLetters.inc({ stream, durable }),
    retried: ({ stream, durable }) => retries.inc({ stream, durable }),
    pending: ({ stream, durable, messages }) => lag.set({ stream, durable }, messages),
  };
}
