import { onExpiry, type Principal } from "@countersign/auth";
import { SECURITY_HEADERS } from "@countersign/service-kit";
import type { FastifyReply } from "fastify";

/** The headers that Fastify's hooks would add, for answers that are written without them. */
export function setStreamHeaders({ raw, request }: FastifyReply): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) raw.setHeader(name, value);
  raw.setHeader("x-request-id", request.id);
}

/** Takes the response out of Fastify's hands. */
export function hijack(reply: FastifyReply): void {
  void reply.hijack();
}

/**
 * Writes a web `Response` to the client. A streamed body is written as it comes; a client that leaves more than
 * `maxUnreadBytes` unread is cut off, so that it cannot fill the memory.
 *
 * @param options.caller streams end when the caller's token does
 */
export async function sendResponse(
  reply: FastifyReply,
  response: Response,
  options: { maxUnreadBytes: number; caller: Principal },
): Promise<void> {
  if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true) {
    await reply
      .status(response.status)
      .headers(Object.fromEntries(response.headers))
      .send(await response.text());
    return;
  }
  hijack(reply);
  setStreamHeaders(reply);
  const { raw } = reply;
  raw.writeHead(response.status, Object.fromEntries(response.headers));
  // The client learns at once that its stream is open.
  raw.flushHeaders();
  const reader = response.body!.getReader();
  const stop = () => void reader.cancel();
  const forget = onExpiry(options.caller, stop);
  raw.once("close", stop);
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    raw.write(piece.value);
    if (raw.writableLength > options.maxUnreadBytes) raw.destroy();
  }
  forget();
  raw.end();
}
