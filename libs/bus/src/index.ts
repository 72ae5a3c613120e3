export * from "./bus.ts";
export { createInProcessBus, type InProcessBusOptions } from "./in-process/bus.ts";
export {
  createMemoryMessageLog,
  type LogEntry,
  type MessageLog,
  type NewLogEntry,
} from "./in-process/message-log.ts";
export { createMongoMessageLog } from "./in-process/mongo-message-log.ts";
export { createJetStreamBus, type JetStreamBusOptions } from "./jetstream/bus.ts";
export { createBusMetrics } from "./metrics.ts";
export { parseMessage } from "./parse-message.ts";
export { traceBus } from "./trace-bus.ts";
