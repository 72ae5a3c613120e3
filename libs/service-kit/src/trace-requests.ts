import { type Tracing, outsideTraceOf } from "@countersign/tracing";
import { type Context, context, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/**
 * Handles every request of an app in a span: one of the caller's trace where its `traceparent` names one, else of a new
 * trace; whether it is recorded is decided here, as of a trace that begins here. Upgrades to a socket have none: each operation on the socket is work of its own.
 */
export function traceRequests(app: FastifyInstance, { tracer }: Pick<Tracing, "tracer">): void {
  const contexts = new WeakMap<FastifyRequest, Context>();
  const within = (request: FastifyRequest, work: () => void): void =>
    context.with(contexts.get(request) ?? context.active(), work);

  app.addHook("onRequest", (request, reply, done) => {
    if (request.headers.upgrade !== undefined) return done();
    const parent = outsideTraceOf(request.headers);
    const span = tracer.startSpan(nameOf(request), { kind: SpanKind.SERVER }, parent);
    contexts.set(request, trace.setSpan(parent, span));
    if (span.isRecording()) describe(span, request, reply);
    within(request, done);
  });
  // Reading a body leaves the context, and so does the end of an answer.
  app.addHook("preValidation", (request, _reply, done) => within(request, done));
  app.addHook("onResponse", (request, _reply, done) => within(request, done));
}

/** By the route's pattern: a URL has too many values. */
function nameOf({ method, routeOptions: { url } }: FastifyRequest): string {
  return url === undefined ? method : `${method} ${url}`;
}

function describe(span: Span, request: FastifyRequest, reply: FastifyReply): void {
  const { url: route } = request.routeOptions;
  span.setAttributes({
    "http.request.method": request.method,
    "url.scheme": request.protocol,
    "url.path": request.url.split("?", 1)[0] ?? "",
    ...(route !== undefined && { "http.route": route }),
  });
  // Also of requests whose clients went away before their answer.
  reply.raw.once("close", () => {
    span.setAttribute("http.response.status_code", reply.statusCode);
    if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
}
