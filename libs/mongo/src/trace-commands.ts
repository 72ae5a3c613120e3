import type { Tracing } from "@countersign/tracing";
import { context, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { CommandStartedEvent, MongoClient } from "mongodb";

/**
 * Makes a span of each command that traced work sends. The driver tells of its commands; nothing of it is patched, so
 * this works in a bundle too. Commands of nobody's request, such as looks for waiting rows, make none.
 *
 * @param client with `monitorCommands`
 */
export function traceCommands(client: MongoClient, { tracer }: Pick<Tracing, "tracer">): void {
  const running = new Map<string, Span>();
  const take = (event: CommandIds): Span | undefined => {
    const span = running.get(keyOf(event));
    running.delete(keyOf(event));
    return span;
  };

  client.on("commandStarted", (event) => {
    if (!trace.getActiveSpan()?.isRecording()) return;
    const attributes = describe(event);
    const name = [attributes["db.operation.name"], attributes["db.collection.name"]]
      .filter(Boolean)
      .join(" ");
    running.set(
      keyOf(event),
      tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, context.active()),
    );
  });
  client.on("commandSucceeded", (event) => take(event)?.end());
  client.on("commandFailed", (event) => {
    const span = take(event);
    // A command that failed has ended its transaction: that there is none to abort is as it should be.
    if (event.commandName !== "abortTransaction") {
      const { name, message } = event.failure;
      span?.setAttribute("error.type", name).setStatus({ code: SpanStatusCode.ERROR, message });
    }
    span?.end();
  });
}

/** What a command's events have in common. */
type CommandIds = Pick<CommandStartedEvent, "requestId" | "connectionId">;

function keyOf({ connectionId, requestId }: CommandIds): string {
  return `${String(connectionId)} ${requestId}`;
}

/** Names only: what is asked for and stored is nobody's business here. */
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
