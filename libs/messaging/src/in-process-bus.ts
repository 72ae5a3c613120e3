import type { Logger } from "@countersign/service-kit";
import type { Bus, BusEvents } from "./bus.ts";
import type { MessageLog } from "./message-log.ts";

export interface InProcessBusOptions {
  /** Where messages and positions are kept. Default: memory. */
  log?: MessageLog;
  logger?: Pick<Logger, "info" | "warn" | "error">;
  events?: BusEvents;
}

export declare function createInProcessBus(options?: InProcessBusOptions): Bus;
