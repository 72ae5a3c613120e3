import { type Tracing, outsideTraceOf } from "@countersign/tracing";
import { type Context, context, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    /** Whose trace the request's work belongs to. Set by {@link traceRequests}. */
    traceContext?: Context;
  }
}

/**
 * Handles every request of an app in a span of the caller's trace if `traceparent` names one, else of a new trace. This
 * service decides whether it is recorded, as for its own traces. Upgrades to a socket get no span: each operation on the
 * socket has its own.
 */
export function traceRequests(app: FastifyInstance, { tracer }: Pick<Tracing, "tracer">): void {
  app.decorateRequest("traceContext");
  app.addHook("onRequest", (request, reply, next) => {
    if (request.headers.upgrade !== undefined) return next();
    const parent = outsideTraceOf(request.headers);
    const span = tracer.startSpan(nameOf(request), { kind: SpanKind.SERVER }, parent);
    request.traceContext = trace.setSpan(parent, span);
    if (span.isRecording()) describe(span, request, reply);
    within(request, next);
  });
  // Reading a body leaves the context, and so does the end of an answer.
  app.addHook("preValidation", (request, _reply, next) => within(request, next));
  app.addHook("onResponse", (request, _reply, next) => within(request, next));
}

/** Does work of a request in the context of its trace. */
function within({ traceContext }: FastifyRequest, work: () => void): void {
  if (traceContext === undefined) work();
  else context.with(traceContext, work);
}

/** Named by the route's pattern, because URLs have too many values. */
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
  // Also runs for requests whose clients went away before their answer.
  reply.raw.once("close", () => {
    span.setAttribute("http.response.status_code", reply.statusCode);
    if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
}
