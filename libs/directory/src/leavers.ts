import { type OnLeaving, type Principal, type VerifyToken } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import { startRepeating } from "@countersign/mongo/due-work";
import { isStoreAway, type OpenScope, sessionOption, toHex, toObjectId } from "@countersign/mongo";
import type { Logger } from "@countersign/service-kit";
import { text } from "@countersign/texts";
import type { Db } from "mongodb";
import { collectionOf } from "./stored-records.ts";

type User = Pick<Principal, "companyId" | "userId">;
/** A transaction, or the store outside of any. */
type ReadScope = Pick<OpenScope, "session"> & { db: Pick<Db, "collection"> };

/** Time between two looks for leavers. They must be noticed within 5 seconds. */
const LOOK_EVERY_MS = 2_000;
/** Users who are looked up in one command. */
const USERS_AT_ONCE = 1_000;

/**
 * Refuses a user whom the directory marks as a leaver: `active: false`. Somebody whom it does not know is none.
 *
 * @param scope - a command judges in its own transaction
 * @throws DomainError `FORBIDDEN`
 */
export async function refuseLeaver({ db, ...scope }: ReadScope, { companyId, userId }: User): Promise<void> {
  const leaver = { _id: toObjectId(userId), companyId: toObjectId(companyId), active: false };
  const options = { ...sessionOption(scope), projection: { _id: 1 } };
  if ((await collectionOf(db, "user").findOne(leaver, options)) !== null) {
    throw new DomainError("FORBIDDEN", text("person.youLeft"));
  }
}

/**
 * The same check of a token, and of the directory: each request reads it anew. While the store is away nothing can be
 * read or written, so the request goes on, and its handler says so in the words of its surface; commands judge again in
 * their transaction. A look that got no connection in time refuses: a flood of requests can bring that about.
 */
export function verifyMember(verify: VerifyToken, db: Pick<Db, "collection">): VerifyToken {
  return async (token) => {
    const principal = await verify(token);
    await refuseLeaver({ db }, principal).catch((error: unknown) => {
      if (!isStoreAway(error)) throw error;
    });
    return principal;
  };
}

/** Watches the users who have something open, such as sockets and streams. */
export interface LeaverWatch {
  onLeaving: OnLeaving;
  /** Stops watching. */
  close: () => Promise<void>;
}

/**
 * Looks for leavers among the users who have something open at this replica, every two seconds. A look that fails is
 * logged, and the next one tries again.
 */
export function watchLeavers(
  db: Pick<Db, "collection">,
  { logger }: { logger: Pick<Logger, "warn"> },
): LeaverWatch {
  const watched = new Map<string, Set<() => void>>();

  async function look(): Promise<void> {
    const ids = [...new Set([...watched.keys()].map((key) => userIdOf(key)))].map((id) => toObjectId(id));
    for (let at = 0; at < ids.length; at += USERS_AT_ONCE) {
      const leavers = { _id: { $in: ids.slice(at, at + USERS_AT_ONCE) }, active: false };
      const options = { projection: { companyId: 1 } };
      for (const { _id, companyId } of await collectionOf(db, "user").find(leavers, options).toArray()) {
        const key = keyOf({ companyId: toHex(companyId), userId: toHex(_id) });
        for (const end of watched.get(key) ?? []) end();
      }
    }
  }

  const looking = startRepeating({
    work: look,
    pauseMs: LOOK_EVERY_MS,
    retryMs: () => LOOK_EVERY_MS,
    failed: (err) => logger.warn({ err }, "the directory could not be searched for leavers"),
  });

  return {
    onLeaving: (user, action) => {
      const key = keyOf(user);
      const actions = watched.get(key) ?? new Set();
      // The same action may be given twice: each is its own.
      const end = () => action();
      watched.set(key, actions.add(end));
      return () => {
        actions.delete(end);
        if (actions.size === 0 && watched.get(key) === actions) watched.delete(key);
      };
    },
    close: () => looking.close(),
  };
}

const keyOf = ({ companyId, userId }: User): string => `${companyId} ${userId}`;
const userIdOf = (key: string): string => key.slice(key.indexOf(" ") + 1);
