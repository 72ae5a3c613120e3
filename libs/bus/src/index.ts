export * from "./bus.ts";
export { createInProcessBus, type InProcessBusOptions } from "./in-process/bus.ts";
export type { History, PublishedMessage } from "./in-process/history.ts";
export { createJetStreamBus, type JetStreamBusOptions } from "./jetstream/bus.ts";
export { createBusMetrics } from "./metrics.ts";
export { companyIdOf, parseMessage, refIdOf } from "./parse-message.ts";
export { traceBus } from "./trace-bus.ts";
