import { randomUUID } from "node:crypto";
import type { Bus } from "@countersign/bus";

/** Characters of one part: below the broker's limit for one message (1 MiB), however the text is escaped. */
const PART_LENGTH = 150_000;
const PART_TIMEOUT_MS = 2_000;

/** The large body of a request that one replica passes on to another, which asks for it part by part. */
export interface OfferedBody {
  subject: string;
  count: number;
}

/**
 * Offers a body that is too large for one message.
 *
 * @returns `undefined` for a body that is not
 */
export async function offerBody(
  bus: Pick<Bus, "respond">,
  body: unknown,
): Promise<{ parts: OfferedBody; close: () => Promise<void> } | undefined> {
  const text = body === undefined ? "" : JSON.stringify(body);
  if (text.length <= PART_LENGTH) return undefined;
  const subject = `mcp.frames.${randomUUID()}`;
  const offer = await bus.respond({
    subject,
    handle: async ({ data }) => {
      const { part } = data as { part: number };
      return text.slice(part * PART_LENGTH, (part + 1) * PART_LENGTH);
    },
  });
  return { parts: { subject, count: Math.ceil(text.length / PART_LENGTH) }, close: () => offer.close() };
}

/** @throws RequestUnanswered when the replica that offers the body is gone */
export async function bodyOf(bus: Pick<Bus, "request">, { subject, count }: OfferedBody): Promise<unknown> {
  let text = "";
  for (let part = 0; part < count; part += 1) {
    text += String(await bus.request(subject, { part }, { timeoutMs: PART_TIMEOUT_MS }));
  }
  return JSON.parse(text);
}
