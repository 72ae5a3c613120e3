import { Readable } from "node:stream";
import { onExpiry, type Principal } from "@countersign/auth";
import { SECURITY_HEADERS } from "@countersign/service-kit";
import type { FastifyReply } from "fastify";
import type { McpAnswer } from "./answer.ts";

/** Tells nginx to pass a stream on as it comes. */
const UNBUFFERED = { "x-accel-buffering": "no" };

/** A comment of the event stream, which clients skip: with it they receive the headers before the first event. */
const OPENING = ": open\n\n";

/** Sets the headers of a stream on a response that the SDK's transport writes. */
export function setStreamHeaders(reply: FastifyReply): void {
  const headers = {
    ...reply.getHeaders(),
    ...SECURITY_HEADERS,
    "x-request-id": reply.request.id,
    ...UNBUFFERED,
  };
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
}

/**
 * Sends a session's answer to the client, event streams as they come. A client that leaves more than `maxUnreadBytes`
 * unread is cut off, so that it cannot fill the memory.
 *
 * @param options.caller streams end when the caller's token does
 */
export function sendAnswer(
  reply: FastifyReply,
  { status, headers, body }: McpAnswer,
  options: { maxUnreadBytes: number; caller: Principal },
): FastifyReply {
  void reply.status(status).headers({ ...headers });
  if (typeof body === "string") return reply.send(body);
  return reply.headers(UNBUFFERED).send(readableOf(body, options));
}

/**
 * The events as a Node stream.
 *
 * Takes them as they come, whether the client reads or not: the transport that writes them waits for nobody.
 */
function readableOf(
  body: ReadableStream<Uint8Array>,
  { maxUnreadBytes, caller }: { maxUnreadBytes: number; caller: Principal },
): Readable {
  const reader = body.getReader();
  const stop = () => void reader.cancel();
  const stream = new Readable({
    read: () => undefined,
    destroy(error, next) {
      forget();
      stop();
      next(error);
    },
  });
  const forget = onExpiry(caller, stop);
  const passOn = async (): Promise<void> => {
    stream.push(OPENING);
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      stream.push(piece.value);
      if (stream.readableLength > maxUnreadBytes) throw new Error("the client leaves too much unread");
    }
    stream.push(null);
  };
  passOn().catch((error: unknown) => stream.destroy(error as Error));
  return stream;
}
