import type { Logger } from "@countersign/service-kit";
import type { Bus, BusEvents } from "./bus.ts";

export interface JetStreamBusOptions {
  /** NATS URLs. */
  servers: string | readonly string[];
  /** Content of a NATS credentials file. */
  credentials?: string;
  /** Precedes every subject, stream and durable name; letters, digits, `-` and `_`. */
  prefix?: string;
  /** Name of this client in the broker's listings. */
  name?: string;
  logger: Pick<Logger, "info" | "warn" | "error">;
  events?: BusEvents;
}

export declare function createJetStreamBus(options: JetStreamBusOptions): Promise<Bus>;
