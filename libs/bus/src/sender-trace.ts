import { traceOf } from "@countersign/tracing";
import { type Context, context } from "@opentelemetry/api";
import type { Delivery } from "./bus.ts";

/** The trace that a message belongs to: that of its headers, else of its CloudEvent. */
export function senderTrace({ headers, data }: Pick<Delivery, "headers" | "data">): Context {
  return traceOf(headers["traceparent"] === undefined && isObject(data) ? data : headers);
}

/** Logs about a message in its trace, so that log lines carry its ids. */
export function inSenderTrace(delivery: Pick<Delivery, "headers" | "data">, say: () => void): void {
  context.with(senderTrace(delivery), say);
}

function isObject(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === "object" && data !== null;
}
