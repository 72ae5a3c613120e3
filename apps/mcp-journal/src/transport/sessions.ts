import type { Principal } from "@countersign/auth";
import type { Subscription } from "@countersign/messaging";
import type { Logger } from "@countersign/service-kit";
import type { RemoteSession, SessionDirectory } from "./session-directory.ts";
import type { Session } from "./session.ts";
import type { SessionRegistry } from "./session-registry.ts";

/** Sessions wherever they are held: here or on another replica. */
export interface Sessions {
  /** The caller's session; `undefined` when unknown anywhere, or somebody else's. */
  find(id: string, caller: Principal): Promise<RemoteSession | undefined>;
  /**
   * Opens a session: keeps a place for it, makes it, and makes it reachable for other replicas.
   *
   * @param open makes the session and calls `onOpen` before the client learns the id, `onClose` when it has ended
   * @throws TooManySessions
   */
  open<T>(
    owner: Principal,
    open: (hooks: { onOpen: (session: Session) => Promise<void>; onClose: () => void }) => Promise<T>,
  ): Promise<T>;
}

export function createSessions({
  registry,
  directory,
  logger,
}: {
  registry: SessionRegistry;
  directory: SessionDirectory;
  logger: Logger;
}): Sessions {
  return {
    async find(id, caller) {
      return registry.find(id, caller) ?? (await directory.locate(id, caller));
    },
    async open(owner, open) {
      const place = registry.reserve(owner);
      let id: string | undefined;
      let announced: Subscription | undefined;
      const onClose = () => {
        place.release();
        if (id !== undefined) registry.remove(id);
        announced
          ?.close()
          .catch((error: unknown) => logger.warn({ err: error }, "could not withdraw a session"));
        announced = undefined;
      };
      const onOpen = async (session: Session) => {
        id = session.id;
        place.fill(session);
        announced = await directory.announce(session.id);
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
