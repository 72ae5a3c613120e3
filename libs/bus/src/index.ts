export {
  type Bus,
  type BusEvents,
  type BusMessage,
  BusUnavailable,
  type Delivery,
  type Endpoint,
  MalformedMessage,
  MessageNotAccepted,
  RequestRefused,
  type RequestReplyService,
  RequestUnanswered,
  type Subscription,
} from "./bus.ts";
export { createInProcessBus, type InProcessBusOptions } from "./in-process/bus.ts";
export type { History, PublishedMessage } from "./in-process/history.ts";
export { type BrokerConnection, connectToBroker } from "./jetstream/connection.ts";
export { createJetStreamBus, type JetStreamBusOptions } from "./jetstream/bus.ts";
export { createBusMetrics, measureBus } from "./metrics.ts";
export { encodePayload, findSizeFault } from "./payload.ts";
export { companyIdOf, parseMessage, refIdOf } from "./parse-message.ts";
export { traceBus } from "./trace-bus.ts";
