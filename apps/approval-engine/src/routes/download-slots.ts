import { finished } from "node:stream";

import { DomainError } from "@countersign/domain/errors";
import type { FastifyReply, FastifyRequest } from "fastify";

/** When a client that was refused may ask again, in seconds. */
const RETRY_AFTER_SECONDS = 5;

export interface DownloadSlotsOptions {
  /** Downloads at a time. */
  max: number;
  /** How long a client may take nothing of its download before it is cut off. */
  stallMs: number;
}

/**
 * Bounds the downloads that one replica writes at a time: each holds a cursor of the store and some megabytes.
 *
 * @returns a hook that takes a slot until the answer is over, however it ends; it throws `TOO_MANY_REQUESTS`, with
 *   `Retry-After`, when all are taken
 */
export function createDownloadSlots({ max, stallMs }: DownloadSlotsOptions) {
  let taken = 0;
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (taken >= max) {
      void reply.header("retry-after", RETRY_AFTER_SECONDS);
      throw new DomainError(
        "TOO_MANY_REQUESTS",
        `${max} downloads are being written; try again in ${RETRY_AFTER_SECONDS} seconds`,
      );
    }
    taken += 1;
    finished(reply.raw, () => {
      taken -= 1;
    });
    reply.raw.setTimeout(stallMs, () => reply.raw.destroy());
  };
}
