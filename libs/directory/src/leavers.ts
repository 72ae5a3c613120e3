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
 * The same check of a token, and of the directory: no request gets a look that began before it. While the store is away nothing can be
 * read or written, so the request goes on, and its handler says so in the words of its surface; commands judge again in
 * their transaction. A look that got no connection in time refuses: a flood of requests can bring that about.
 */
export function verifyMember(verify: VerifyToken, db: Pick<Db, "collection">): VerifyToken {
  const hasLeft = createLeaverLook(db);
  return async (token) => {
    const principal = await verify(token);
    const isLeaver = await hasLeft(principal).catch((error: unknown) => {
      if (!isStoreAway(error)) throw error;
      return false;
    });
    if (isLeaver) throw new DomainError("FORBIDDEN", text("person.youLeft"));
    return principal;
  };
}

/** Requests that share a look, which begins after all of them. */
interface LookGroup extends PromiseWithResolvers<ReadonlySet<string>> {
  users: User[];
}

/**
 * Looks for leavers, one look at a time: requests that come while one is on its way share the next, so that none gets an
 * older answer than one of its own would be (ADR 12). They share a failure too, and wait for no second time-out.
 */
function createLeaverLook(db: Pick<Db, "collection">): (user: User) => Promise<boolean> {
  let forming: LookGroup | undefined;
  let isLooking = false;

  async function lookForAll(): Promise<void> {
    isLooking = true;
    while (forming !== undefined) {
      const sealedGroup = forming;
      forming = undefined;
      try {
        sealedGroup.resolve(await findLeavers(db, sealedGroup.users));
      } catch (error) {
        for (const group of [sealedGroup, forming as LookGroup | undefined]) group?.reject(error);
        forming = undefined;
      }
    }
    isLooking = false;
  }
  return async (user) => {
    forming ??= { ...Promise.withResolvers<ReadonlySet<string>>(), users: [] };
    const { users, promise } = forming;
    users.push(user);
    if (!isLooking) void lookForAll();
    return (await promise).has(keyOf(user));
  };
}

/** The keys of those among users whom the directory marks as leavers. */
async function findLeavers(db: Pick<Db, "collection">, users: readonly User[]): Promise<Set<string>> {
  const ids = [...new Set(users.map(({ userId }) => userId))].map((id) => toObjectId(id));
  const keys = new Set<string>();
  for (let at = 0; at < ids.length; at += USERS_AT_ONCE) {
    const leavers = { _id: { $in: ids.slice(at, at + USERS_AT_ONCE) }, active: false };
    const options = { projection: { companyId: 1 } };
    for (const { _id, companyId } of await collectionOf(db, "user").find(leavers, options).toArray()) {
      keys.add(keyOf({ companyId: toHex(companyId), userId: toHex(_id) }));
    }
  }
  return keys;
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
  const watchedUsers = new Map<string, Set<() => void>>();

  async function look(): Promise<void> {
    for (const key of await findLeavers(db, [...watchedUsers.keys()].map(userOf))) {
      for (const end of watchedUsers.get(key) ?? []) end();
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
      const actions = watchedUsers.get(key) ?? new Set();
      // The same action may be given twice: each is its own.
      const end = () => action();
      watchedUsers.set(key, actions.add(end));
      return () => {
        actions.delete(end);
        if (actions.size === 0 && watchedUsers.get(key) === actions) watchedUsers.delete(key);
      };
    },
    close: () => looking.close(),
  };
}

const keyOf = ({ companyId, userId }: User): string => `${companyId} ${userId}`;
function userOf(key: string): User {
  const [companyId = "", userId = ""] = key.split(" ");
  return { companyId, userId };
}
