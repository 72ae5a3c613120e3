import { z } from "zod";

/** Longest name of a program that is kept, in characters. */
const NAME_MAX = 100;

const initialize = z.object({
  method: z.literal("initialize"),
  params: z.object({ clientInfo: z.object({ name: z.string().optional(), title: z.string().optional() }) }),
});

/**
 * Clients of revision 2025-11-25 name themselves once, in `initialize`, and repeat the session's id with every request.
 * Here the id is the name: no replica keeps a session (contract-3, ASK-1, AGT-4).
 */
export function sessionIdFor(body: unknown): string | undefined {
  const initialization = initialize.safeParse(body);
  if (!initialization.success) return undefined;
  const { title, name } = initialization.data.params.clientInfo;
  return Buffer.from((title || name || "").slice(0, NAME_MAX)).toString("base64url") || undefined;
}

/** The name in such an id; clients choose it, so it is no more to be trusted than what they say otherwise. */
export function clientIn(sessionId: unknown): string {
  if (typeof sessionId !== "string") return "";
  return Buffer.from(sessionId, "base64url").toString("utf8").slice(0, NAME_MAX);
}
