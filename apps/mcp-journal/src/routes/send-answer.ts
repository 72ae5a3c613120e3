import type { OutgoingHttpHeaders } from "node:http";
import { onExpiry, type Principal } from "@countersign/auth";
import { SECURITY_HEADERS } from "@countersign/service-kit";
import type { FastifyReply } from "fastify";
import type { SessionAnswer } from "../transport/session.ts";

/** Headers set by hooks, and those of Fastify's last hook, for answers that are written without Fastify. */
const ownHeaders = (reply: FastifyReply) => ({
  ...(reply.getHeaders() as OutgoingHttpHeaders),
  ...SECURITY_HEADERS,
  "x-request-id": reply.request.id,
});

/** Tells nginx to pass a stream on as it comes. */
const UNBUFFERED = { "x-accel-buffering": "no" };

/** Sets the headers of a stream on a response that somebody else writes. */
export function setStreamHeaders(reply: FastifyReply): void {
  for (const [name, value] of Object.entries({ ...ownHeaders(reply), ...UNBUFFERED })) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
}

/** Takes the response out of Fastify's hands. */
export function hijack(reply: FastifyReply): void {
  void reply.hijack();
}

/**
 * A handler that sends its answer itself and returns no promise to Fastify, which would watch the whole response for
 * its end: that costs more than many a message.
 */
export function answerWith<Request>(
  handle: (request: Request, reply: FastifyReply) => Promise<void>,
): (request: Request, reply: FastifyReply) => void {
  return (request, reply) => {
    handle(request, reply).catch((error: unknown) => reply.send(error));
  };
}

/**
 * Writes a session's answer to the client. A stream is written as it comes; a client that leaves more than
 * `maxUnreadBytes` unread is cut off, so that it cannot fill the memory.
 *
 * @param options.caller streams end when the caller's token does
 */
export async function sendAnswer(
  reply: FastifyReply,
  { status, headers, body }: SessionAnswer,
  options: { maxUnreadBytes: number; caller: Principal },
): Promise<void> {
  hijack(reply);
  const { raw } = reply;
  if (typeof body === "string") {
    const length = Buffer.byteLength(body);
    raw.writeHead(status, { ...ownHeaders(reply), ...headers, "content-length": length }).end(body);
    return;
  }
  raw.writeHead(status, { ...ownHeaders(reply), ...UNBUFFERED, ...headers });
  // The client learns at once that its stream is open.
  raw.flushHeaders();
  const reader = body.getReader();
  const stop = () => void reader.cancel();
  const forget = onExpiry(options.caller, stop);
  raw.once("close", stop);
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    raw.write(piece.value);
    if (raw.writableLength > options.maxUnreadBytes) {
      raw.destroy();
      break;
    }
  }
  forget();
  raw.end();
}
