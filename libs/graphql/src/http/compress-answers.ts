import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";

/** Shorter answers fit into one packet as they are. */
const LEAST_LENGTH = 1_400;
const compress = promisify(gzip);

/** Whether a client takes gzip: it names it, and does not give it the weight 0. */
export const takesGzip = (acceptedEncodings = ""): boolean =>
  acceptedEncodings
    .split(",")
    .some((part) => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/iu.test(part));

/**
 * Compresses the longer answers of a scope for clients that take it. Compression tells nothing of secrets here (BREACH):
 * no answer has one, and requests of other sites come without a credential.
 */
export function compressAnswers(scope: FastifyInstance): void {
  scope.addHook("onSend", async (request, reply, payload) => {
    if (typeof payload !== "string" || payload.length < LEAST_LENGTH) return payload;
    void reply.header("vary", "accept-encoding");
    if (!takesGzip(request.headers["accept-encoding"])) return payload;
    const compressedPayload = await compress(payload);
    void reply.header("content-encoding", "gzip").header("content-length", compressedPayload.length);
    return compressedPayload;
  });
}
