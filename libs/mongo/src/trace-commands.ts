import type { Tracing } from "@countersign/tracing";
import { context, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { CommandStartedEvent, MongoClient } from "mongodb";

/**
 * Makes a span for each command of traced work. It uses the driver's command events instead of patches, so it works in a
 * bundle too. Commands outside of requests, such as polls for waiting rows, get no span.
 *
 * @param client with `monitorCommands`
 */
export function traceCommands(client: MongoClient, { tracer }: Pick<Tracing, "tracer">): void {
  const runningSpans = new Map<string, Span>();
  const take = (event: CommandIds): Span | undefined => {
    const span = runningSpans.get(keyOf(event));
    runningSpans.delete(keyOf(event));
    return span;
  };

  client.on("commandStarted", (event) => {
    if (!trace.getActiveSpan()?.isRecording()) return;
    const attributes = describe(event);
    const name = [attributes["db.operation.name"], attributes["db.collection.name"]]
      .filter(Boolean)
      .join(" ");
    runningSpans.set(
      keyOf(event),
      tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, context.active()),
    );
  });
  client.on("commandSucceeded", (event) => take(event)?.end());
  client.on("commandFailed", (event) => {
    const span = take(event);
    // A failed command has ended its transaction, so the abort may find none.
    if (event.commandName !== "abortTransaction") {
      const { name, message } = event.failure;
      span?.setAttribute("error.type", name).setStatus({ code: SpanStatusCode.ERROR, message });
    }
    span?.end();
  });
}

/** The ids that a command's events share. */
type CommandIds = Pick<CommandStartedEvent, "requestId" | "connectionId">;

function keyOf({ connectionId, requestId }: CommandIds): string {
  return `${String(connectionId)} ${requestId}`;
}

/** Attributes of a command: names only, never values. */
function describe({ commandName, command, databaseName, address }: CommandStartedEvent) {
  const operations: unknown = command["ops"];
  const collection: unknown = command[commandName === "getMore" ? "collection" : commandName];
  const { hostname, port } = new URL(`mongodb://${address}`);
  return {
    "db.system.name": "mongodb",
    "db.operation.name": commandName,
    ...(typeof collection === "string" && { "db.collection.name": collection }),
    ...(Array.isArray(operations) && { "db.operation.batch.size": operations.length }),
    "db.namespace": databaseName,
    "server.address": hostname,
    "server.port": Number(port),
  };
}
