import type { Store } from "@countersign/mongo";
import {
  type Admin,
  type ClientSession,
  type ClientSessionOptions,
  type Collection,
  type CommandStartedEvent,
  type Db,
  type Document,
  ObjectId,
  type RunCommandOptions,
} from "mongodb";
import type { CrashPoint, CrashPoints } from "./crash-points.ts";
import type { Mutant } from "./mutants.ts";

const ENDS = new Set(["commitTransaction", "abortTransaction"]);

/** Collections into which a projector inserts, and those whose rows it replaces. */
const INSERTED = new Set(["workflow_events", "workflow_notifications", "audit_logs", "outbox"]);
const REPLACED = new Set(["workflow_tasks", "workflow_approvals"]);

/** The crash point that a command outside of transactions passes as it is sent. */
function pointOf({ commandName, command }: CommandStartedEvent): CrashPoint | undefined {
  const collection = String(command[commandName]);
  if (commandName === "insert") return INSERTED.has(collection) ? "inside-projection" : undefined;
  if (commandName !== "update") return undefined;
  if (REPLACED.has(collection)) return "inside-projection";
  const [{ u: change } = { u: {} }] = command["updates"] as { u: Document }[];
  if (collection !== "workflow_runs") return undefined;
  if (change["$set"]?.pending !== undefined) return "before-update";
  return change["$unset"]?.pending === true ? "before-clear" : undefined;
}

/** A store whose transactions and decisions pass the crash points. It must monitor commands. */
export function withFaultyStore(store: Store, points: CrashPoints, mutant: Mutant | undefined): Store {
  /** Requests that update the run of a decision. */
  const updates = new Set<number>();
  store.client.on("commandStarted", (event: CommandStartedEvent) => {
    if (event.command["autocommit"] === false) {
      if (!ENDS.has(event.commandName)) points.pass("inside-transaction");
      return;
    }
    const point = pointOf(event);
    if (point === "before-update") updates.add(event.requestId);
    if (point !== undefined) points.pass(point);
  });
  store.client.on("commandSucceeded", ({ requestId }) => {
    if (updates.delete(requestId)) points.pass("after-update");
  });
  const passCommits = (session: ClientSession): ClientSession => {
    const commit = session.commitTransaction.bind(session);
    session.commitTransaction = async (options) => {
      points.pass("before-commit");
      await commit(options);
      points.pass("after-commit");
    };
    return session;
  };
  type Work = (session: ClientSession) => Promise<unknown>;
  const client = overrideMembers(store.client, {
    // The work comes last, behind options or alone.
    withSession: (...args: [Work] | [ClientSessionOptions, Work]) => {
      const work = args.at(-1) as Work;
      const options = args.length === 2 ? args[0] : {};
      return store.client.withSession(options, (session) => work(passCommits(session)));
    },
  });
  return { ...store, client, db: mutant === undefined ? store.db : mutatedDb(store.db, mutant) };
}

function mutatedDb(db: Db, mutant: Mutant): Db {
  return overrideMembers(db, {
    admin: () => {
      return mutant === "legs-twice" ? writingLegsTwice(db.admin()) : db.admin();
    },
    collection: (name: string) => {
      const collection = db.collection(name);
      if (mutant === "no-inbox" && name === "inbox") return forgetfulInbox(collection);
      if (mutant === "key-apart" && name === "workflow_runs") return keysApart(collection);
      if (mutant === "no-lease" && name === "outbox_leases") return leasesForAll(collection);
      return collection;
    },
  });
}

/** Records each message, and reports every one as new. */
function forgetfulInbox(inbox: Collection): Collection {
  return overrideMembers(inbox, {
    updateOne: async (...args: Parameters<Collection["updateOne"]>) => {
      await inbox.updateOne(...args);
      return { upsertedCount: 1 };
    },
  });
}

/** Stores the key of a command before the command's own update of the run, whatever becomes of that one. */
function keysApart(runs: Collection): Collection {
  return overrideMembers(runs, {
    updateOne: async ({ version, ...run }: Document, change: Document, options?: object) => {
      const { $addToSet, ...ownChange } = change;
      if ($addToSet === undefined) return runs.updateOne({ version, ...run }, change, options);
      await runs.updateOne(run, { $addToSet });
      return runs.updateOne({ version, ...run }, ownChange, options);
    },
  });
}

interface BulkWrite {
  ops?: Readonly<{ insert?: number; document?: { _id: unknown } }>[];
  nsInfo?: readonly { ns: string }[];
}

/** Repeats each leg that a command inserts, under an id of its own. */
function writingLegsTwice(admin: Admin): Admin {
  return overrideMembers(admin, {
    command: async (command: Document & BulkWrite, options?: RunCommandOptions) => {
      const legs = command.nsInfo?.findIndex(({ ns }) => ns.endsWith(".ledger_entries")) ?? -1;
      const again = (command.ops ?? []).filter(({ insert }) => legs >= 0 && insert === legs);
      if (again.length === 0) return admin.command(command, options);
      const copies = again.map(({ insert, document }) => {
        return { insert, document: Object.assign({}, document, { _id: new ObjectId() }) };
      });
      const answer = await admin.command({ ...command, ops: [...command.ops!, ...copies] }, options);
      return { ...answer, nInserted: Number(answer["nInserted"]) - copies.length };
    },
  });
}

/** Gives every relay every lease. */
function leasesForAll(leases: Collection): Collection {
  return overrideMembers(leases, {
    find: () => leases.find({ _id: { $exists: false } }),
    insertMany: async () => undefined,
  });
}

/** The object with some members replaced; the driver's classes have private fields, so methods stay bound to it. */
function overrideMembers<T extends object>(target: T, members: Readonly<Record<string, unknown>>): T {
  return new Proxy(target, {
    get(_, name) {
      if (typeof name === "string" && Object.hasOwn(members, name)) return members[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
