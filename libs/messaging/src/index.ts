export * from "./bus.ts";
export { createInProcessBus, type InProcessBusOptions } from "./in-process-bus.ts";
export { createJetStreamBus, type JetStreamBusOptions } from "./jetstream-bus.ts";
export { createMemoryMessageLog, type LogEntry, type MessageLog, type NewLogEntry } from "./message-log.ts";
export { createBusMetrics, createRelayMetrics } from "./messaging-metrics.ts";
export { createMongoMessageLog } from "./mongo-message-log.ts";
export {
  createOutboxRelay,
  type OutboxRelay,
  type OutboxRelayOptions,
  type RelayEvents,
} from "./outbox-relay.ts";
export {
  createOwner,
  type AnswerEvent,
  type OutcomeEvent,
  type OwnerKit,
  type OwnerOptions,
  type OwnerRepositories,
} from "./owner.ts";
export { parseMessage } from "./parse-message.ts";
export {
  openBus,
  type ServiceDependencies,
  type ServiceProcessOptions,
  startServiceProcess,
} from "./service-process.ts";
export { traceBus } from "./trace-bus.ts";
