import { finished } from "node:stream";

import { type Principal, userKey } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import { type ReadingPace, type Share, createPlaces, createReadingWatch } from "@countersign/service-kit";
import type { FastifyReply, FastifyRequest } from "fastify";

/** When a client that was refused may ask again, in seconds. */
const RETRY_AFTER_SECONDS = 5;

/** Most downloads that one replica writes at a time. */
export interface DownloadLimits {
  max: number;
  maxPerCompany: number;
  maxPerUser: number;
}

/**
 * Bounds the downloads that one replica writes at a time: each holds a cursor of the store and some megabytes. Each
 * user and each company has a share, so that nobody takes all, and clients that read more slowly than the pace are cut
 * off.
 *
 * @returns a hook that takes a slot until the answer is over, however it ends; it throws `TOO_MANY_REQUESTS`, with
 *   `Retry-After`, when no slot is free
 */
export function createDownloadSlots(limits: DownloadLimits, { everyMs, leastBytes }: ReadingPace) {
  const slots = createPlaces();
  return async ({ principal, raw: { socket } }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const giveBack = takeSlot(principal, reply);
    const isTooSlow = createReadingWatch(socket, leastBytes);
    const timer = setInterval(() => {
      if (isTooSlow()) socket.destroy();
    }, everyMs);
    finished(reply.raw, () => {
      clearInterval(timer);
      giveBack();
    });
  };

  function takeSlot(principal: Principal, reply: FastifyReply): () => void {
    try {
      return slots.take(sharesOf(principal, limits));
    } catch (error) {
      if (error instanceof DomainError) void reply.header("retry-after", RETRY_AFTER_SECONDS);
      throw error;
    }
  }
}

function sharesOf(principal: Principal, { max, maxPerCompany, maxPerUser }: DownloadLimits): Share[] {
  return [
    shareOf("all", max, ""),
    shareOf(`company ${principal.companyId}`, maxPerCompany, " of this company"),
    shareOf(`user ${principal.companyId} ${userKey(principal)}`, maxPerUser, " of this user"),
  ];
}

function shareOf(key: string, max: number, ofWhom: string): Share {
  const refusal = `${max} downloads${ofWhom} are being written; try again in ${RETRY_AFTER_SECONDS} seconds`;
  return { key, max, refusal };
}
