import { type TracedOptions, traced, traceHeaders, traceOf, type Tracing } from "@countersign/tracing";
import { type Attributes, SpanKind } from "@opentelemetry/api";
import { refusalOf } from "./answer.ts";
import type { Bus, BusMessage, Delivery, Endpoint } from "./bus.ts";
import { RequestRefused } from "./bus.ts";
import { senderTrace } from "./sender-trace.ts";

/**
 * Wraps the bus of one service, so that messages and requests carry the trace of the work that sends them, and are
 * handled in it: the spans of several processes make one trace.
 */
export function traceBus(bus: Bus, tracing: Tracing): Bus {
  /** Sends a message in a span of the trace that its headers name, else of the work in progress. */
  const send = (operation: string, message: BusMessage, publish: Bus["publish"]): Promise<void> => {
    const { headers = {} } = message;
    const parent = headers["traceparent"] === undefined ? {} : { parent: traceOf(headers) };
    const options = { kind: SpanKind.PRODUCER, attributes: describe(operation, message), ...parent };
    return traced(tracing, nameOf(operation, message), options, () =>
      publish({ ...message, headers: { ...headers, ...traceHeaders() } }),
    );
  };
  /** Handles a delivery as part of the sender's trace. */
  const receive = <T>(
    operation: string,
    delivery: Delivery,
    options: TracedOptions,
    handle: (delivery: Delivery) => Promise<T>,
  ): Promise<T> => {
    const attributes = { ...describe(operation, delivery), ...options.attributes };
    const name = nameOf(operation, delivery);
    return traced(tracing, name, { ...options, attributes, parent: senderTrace(delivery) }, () =>
      handle(delivery),
    );
  };
  const serving = <E extends Omit<Endpoint, "name">>(endpoint: E): E => ({
    ...endpoint,
    handle: (request: Delivery) => receive("serve", request, SERVER, endpoint.handle),
  });

  return {
    ...bus,
    publish: (message) => send("publish", message, (tracedMessage) => bus.publish(tracedMessage)),
    broadcast: (message) => send("broadcast", message, (tracedMessage) => bus.broadcast(tracedMessage)),
    consume: (consumer, handle) => {
      const attributes = { "messaging.consumer.group.name": consumer.durable };
      return bus.consume(consumer, (delivery) =>
        receive("process", delivery, { kind: SpanKind.CONSUMER, attributes }, handle),
      );
    },
    listen: (options, handle) =>
      bus.listen(options, (delivery) => receive("process", delivery, { kind: SpanKind.CONSUMER }, handle)),
    serve: (service) => bus.serve({ ...service, endpoints: service.endpoints.map(serving) }),
    respond: (endpoint) => bus.respond(serving(endpoint)),
    request: (subject, data, { headers, ...options } = {}) => {
      const about = { subject, data };
      const traceOptions = { kind: SpanKind.CLIENT, attributes: describe("request", about), isAnswer };
      return traced(tracing, nameOf("request", about), traceOptions, () =>
        bus.request(subject, data, { ...options, headers: { ...headers, ...traceHeaders() } }),
      );
    },
  };
}

const isAnswer = (error: unknown): boolean => error instanceof RequestRefused && error.code < 500;
const SERVER: TracedOptions = {
  kind: SpanKind.SERVER,
  isAnswer: (error) => refusalOf(error).code < 500,
};

function nameOf(operation: string, { subject }: Pick<BusMessage, "subject">): string {
  return `${operation} ${templateOf(subject)}`;
}

function describe(
  operation: string,
  { subject, id }: { subject: string; id?: string | undefined },
): Attributes {
  return {
    "messaging.operation.name": operation,
    "messaging.destination.name": subject,
    "messaging.destination.template": templateOf(subject),
    ...(id !== undefined && { "messaging.message.id": id }),
  };
}

/** The subject without the ids in it, such as a user's or a session's. */
function templateOf(subject: string): string {
  return subject.replaceAll(/(?<=^|\.)[0-9a-f-]{20,}(?=\.|$)/gu, "{id}");
}
