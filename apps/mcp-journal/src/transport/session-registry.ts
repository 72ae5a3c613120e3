import { setTimeout as delay } from "node:timers/promises";
import { DomainError } from "@countersign/domain/errors";
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
  remove(id: string): void;
  count(kind: SessionKind): number;
  /** Takes no more sessions, gives each the time to answer what it has in hand, and closes them all. */
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
  const places = createPlaces(limits);
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
      if (closing) throw tooMany("This server is stopping");
      const release = places.take(owner);
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
    remove,
    count: (kind) =>
      entries
        .values()
        .filter(({ session }) => session.kind === kind)
        .toArray().length,
    async closeAll(graceMs) {
      closing = true;
      clearInterval(reaper);
      const waited = new AbortController();
      const grace = delay(graceMs, undefined, { signal: waited.signal }).catch(() => undefined);
      const sessions = [...entries.values()].map(({ session }) => session);
      await Promise.all(
        sessions.map(async (session) => {
          await Promise.race([session.settled(), grace]);
          await close(session);
        }),
      );
      waited.abort();
    },
  };
}

/** Counts places, over all and per user; a place is given back once. */
function createPlaces({ maxSessions, maxSessionsPerUser }: SessionLimits) {
  let taken = 0;
  const takenBy = new Map<string, number>();
  return {
    take({ issuer, userId }: SessionOwner): () => void {
      const user = `${issuer}\n${userId}`;
      const own = takenBy.get(user) ?? 0;
      if (own >= maxSessionsPerUser) throw tooMany("This user has too many open sessions");
      if (taken >= maxSessions) throw tooMany("This server has too many open sessions");
      taken++;
      takenBy.set(user, own + 1);
      let given = false;
      return () => {
        if (given) return;
        given = true;
        taken--;
        const left = takenBy.get(user)! - 1;
        if (left === 0) takenBy.delete(user);
        else takenBy.set(user, left);
      };
    },
  };
}

function tooMany(message: string): DomainError {
  return new DomainError("TOO_MANY_REQUESTS", message);
}
