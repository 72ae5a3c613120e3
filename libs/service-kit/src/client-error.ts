import type { Socket } from "node:net";
import { errorBody } from "./http-errors.ts";

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Time for a client to read the answer and close its side of the connection. */
const LINGER_MS = 1_000;

/** Answers bytes that are not an HTTP request, or came too slowly, and closes the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUS_BY_CODE[error.code ?? ""] ?? 400;
  const body = errorBody(status, error.code ?? "BAD_REQUEST", "The request is not acceptable");
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${body.error}\r\n` +
      "content-type: application/json; charset=utf-8\r\n" +
      `content-length: ${Buffer.byteLength(text)}\r\n` +
      `connection: close\r\n\r\n${text}`,
  );
  // Some clients keep their side open for ever, and of those whose body waits Node would not notice the end.
  const deadline = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(deadline));
}
