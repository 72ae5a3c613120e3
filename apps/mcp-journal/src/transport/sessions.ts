import type { OnLeaving, Principal } from "@countersign/auth";
import type { Subscription } from "@countersign/bus";
import type { Logger } from "@countersign/service-kit";
import type { RemoteSession, SessionDirectory } from "./session-directory.ts";
import type { SessionRegistry } from "./session-registry.ts";
import type { Session } from "./session.ts";

/** Events of the session that a transport is opening. */
export interface SessionHooks {
  /** The session can take requests; to be awaited before the client learns its id. */
  onOpen: (session: Session) => Promise<void>;
  /** The session has ended, or was never opened. */
  onClose: () => void;
}

/** Sessions wherever they are held: here or on another replica. */
export interface Sessions {
  /** The caller's session; `undefined` when unknown anywhere, or somebody else's. */
  find(id: string, caller: Principal): Promise<RemoteSession | undefined>;
  /**
   * Opens a session: keeps a place for it, makes it, and makes it reachable for other replicas.
   *
   * @param open makes the session and calls the hooks
   * @throws DomainError `TOO_MANY_REQUESTS`
   */
  open<T>(owner: Principal, open: (hooks: SessionHooks) => Promise<T>): Promise<T>;
}

export function createSessions({
  registry,
  directory,
  logger,
  onLeaving,
}: {
  registry: Pick<SessionRegistry, "find" | "holds" | "remove" | "reserve">;
  directory: SessionDirectory;
  logger: Pick<Logger, "warn">;
  /** A leaver's session is closed, with its streams wherever they are read. */
  onLeaving: OnLeaving;
}): Sessions {
  const withdraw = (announcement: Subscription | undefined) => {
    announcement
      ?.close()
      .catch((error: unknown) => logger.warn({ err: error }, "could not withdraw a session"));
  };
  return {
    async find(id, caller) {
      const ownSession = registry.find(id, caller);
      // Another replica holds no session that is held here, also if it is somebody else's.
      return ownSession || registry.holds(id) ? ownSession : await directory.locate(id, caller);
    },
    async open(owner, open) {
      const place = registry.reserve(owner);
      let id: string | undefined;
      let announcement: Subscription | undefined;
      let isClosed = false;
      let forget: (() => void) | undefined;
      const onClose = () => {
        isClosed = true;
        place.release();
        if (id !== undefined) registry.remove(id);
        forget?.();
        withdraw(announcement);
        announcement = undefined;
      };
      const onOpen = async (session: Session) => {
        id = session.id;
        place.keep(session);
        forget = onLeaving(owner, () => void session.close());
        announcement = await directory.announce(session.id);
        // The client may have gone meanwhile.
        if (isClosed) withdraw(announcement);
      };
      try {
        const result = await open({ onOpen, onClose });
        // Refused before it was opened: nothing will ever close it.
        if (id === undefined) place.release();
        return result;
      } catch (error) {
        onClose();
        throw error;
      }
    },
  };
}
