import { setTimeout as delay } from "node:timers/promises";
import { DomainError } from "@countersign/domain/errors";
import { userKey } from "@countersign/auth";
import { createPlaces } from "@countersign/service-kit";
import { isOwnedBy, type Session, type SessionKind, type SessionOwner } from "./session.ts";

export interface SessionLimits {
  maxSessions: number;
  maxSessionsPerUser: number;
  /** A session without a request for this long is closed. */
  idleMs: number;
}

export interface SessionRegistry {
  /** @throws DomainError `TOO_MANY_REQUESTS` before anything of the session is made */
  reserve(owner: SessionOwner): Reservation;
  /** The caller's own session; anyone else's looks as if it did not exist. */
  find(id: string, caller: SessionOwner): Session | undefined;
  /** Whether this replica holds the session, of any owner. */
  holds(id: string): boolean;
  remove(id: string): void;
  count(kind: SessionKind): number;
  /** Refuses new sessions, lets each answer its requests in progress, and closes them all. */
  closeAll(graceMs: number): Promise<void>;
}

/** A place that is kept for a session while it is being opened. */
export interface Reservation {
  keep(session: Session): void;
  release(): void;
}

interface Entry {
  session: Session;
  lastUsedAtMs: number;
  release: () => void;
}

const REAP_EVERY_MS = 1_000;

/**
 * The sessions that this replica holds: bounded in number, over all and per user, and closed when idle.
 *
 * @param options.nowMs a monotonic clock in milliseconds
 */
export function createSessionRegistry({
  limits,
  nowMs = () => performance.now(),
}: {
  limits: SessionLimits;
  nowMs?: () => number;
}): SessionRegistry {
  const entries = new Map<string, Entry>();
  const places = createPlaces();
  let closing = false;

  const remove = (id: string) => {
    const entry = entries.get(id);
    if (!entry) return;
    entries.delete(id);
    entry.release();
  };
  const close = async (session: Session) => {
    remove(session.id);
    await session.close();
  };
  const reaper = setInterval(
    () => {
      const idleSince = nowMs() - limits.idleMs;
      for (const { session, lastUsedAtMs } of entries.values()) {
        if (lastUsedAtMs < idleSince) void close(session);
      }
    },
    Math.min(REAP_EVERY_MS, limits.idleMs),
  );
  reaper.unref();

  return {
    reserve(owner) {
      if (closing) throw new DomainError("TOO_MANY_REQUESTS", "This server is stopping");
      const release = places.take(sharesOf(owner, limits));
      return {
        release,
        keep: (session) => entries.set(session.id, { session, release, lastUsedAtMs: nowMs() }),
      };
    },
    find(id, caller) {
      const entry = entries.get(id);
      if (!entry || !isOwnedBy(entry.session, caller)) return undefined;
      entry.lastUsedAtMs = nowMs();
      return entry.session;
    },
    holds: (id) => entries.has(id),
    remove,
    count: (kind) =>
      entries
        .values()
        .filter(({ session }) => session.kind === kind)
        .toArray().length,
    async closeAll(graceMs) {
      closing = true;
      clearInterval(reaper);
      const graceEnd = new AbortController();
      const grace = delay(graceMs, undefined, { signal: graceEnd.signal }).catch(() => undefined);
      const sessions = [...entries.values()].map(({ session }) => session);
      await Promise.all(
        sessions.map(async (session) => {
          await Promise.race([session.settled(), grace]);
          await close(session);
        }),
      );
      graceEnd.abort();
    },
  };
}

function sharesOf(owner: SessionOwner, { maxSessions, maxSessionsPerUser }: SessionLimits) {
  return [
    {
      key: `user ${userKey(owner)}`,
      max: maxSessionsPerUser,
      refusal: "This user has too many open sessions",
    },
    { key: "all", max: maxSessions, refusal: "This server has too many open sessions" },
  ];
}
