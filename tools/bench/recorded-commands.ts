import { commandEventsOf } from "@countersign/testing";
import type {
  AnyBulkWriteOperation,
  AnyClientBulkWriteModel,
  ClientSession,
  Collection,
  Db,
  Document,
  FindOptions,
  MongoClient,
} from "mongodb";

/** The commands of one operation: those of its transaction, and those before it. */
export interface RecordedOperation {
  outside: readonly Document[];
  inside: readonly Document[];
}

/** Fields that the driver adds by itself, also to a replayed command. */
const DRIVER_FIELDS = new Set([
  "lsid",
  "txnNumber",
  "autocommit",
  "startTransaction",
  "$db",
  "$clusterTime",
  "readConcern",
  "writeConcern",
]);
const TRANSACTION_END = new Set(["commitTransaction", "abortTransaction"]);

/**
 * Runs an operation and records every command that it sends to the store.
 *
 * @param client must monitor commands, and do nothing else meanwhile
 */
export async function recordCommands(
  client: MongoClient,
  operation: () => Promise<unknown>,
): Promise<RecordedOperation> {
  const outside: Document[] = [];
  const inside: Document[] = [];
  for (const { command, commandName } of await commandEventsOf(client, operation)) {
    if (TRANSACTION_END.has(commandName)) continue;
    const own = Object.fromEntries(Object.entries(command).filter(([name]) => !DRIVER_FIELDS.has(name)));
    (command["autocommit"] === false ? inside : outside).push(own);
  }
  return { outside, inside };
}

/**
 * Repeats recorded commands with the driver alone: the same operations with the same contents in a transaction, through
 * the methods that a program without our code would call.
 */
export async function replayCommands(
  client: MongoClient,
  db: Db,
  { outside, inside }: RecordedOperation,
): Promise<void> {
  for (const command of outside) await replay({ client, db }, command);
  if (inside.length === 0) return;
  await client.withSession((session: ClientSession) =>
    session.withTransaction(
      async () => {
        for (const command of inside) await replay({ client, db }, command, session);
      },
      { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } },
    ),
  );
}

type Replay = (
  collection: Collection,
  command: Document,
  options: { session?: ClientSession },
) => Promise<unknown>;

const REPLAYS: Readonly<Record<string, Replay>> = {
  find: (collection, { filter, ...rest }, options) =>
    collection.find(filter as Document, { ...findOptions(rest), ...options }).toArray(),
  aggregate: (collection, { pipeline }, options) =>
    collection.aggregate(pipeline as Document[], options).toArray(),
  insert: (collection, { documents, ordered }, options) =>
    collection.insertMany(documents as Document[], { ordered: ordered as boolean, ...options }),
  update: (collection, { updates }, options) => updateAll(collection, updates as UpdateStatement[], options),
  findAndModify: (collection, { query, update, upsert, new: isNew, fields }, options) =>
    collection.findOneAndUpdate(query as Document, update as Document, {
      upsert: Boolean(upsert),
      returnDocument: isNew ? "after" : "before",
      ...(fields !== undefined && { projection: fields as Document }),
      ...options,
    }),
};

interface UpdateStatement {
  q: Document;
  u: Document;
  multi?: boolean;
  upsert?: boolean;
}

/** @throws Error for a command without a known replay */
async function replay(
  { client, db }: { client: MongoClient; db: Db },
  command: Document,
  session?: ClientSession,
): Promise<void> {
  const [name = "", collection] = Object.entries(command)[0] ?? [];
  const options = session ? { session } : {};
  if (name === "bulkWrite") {
    await client.bulkWrite(modelsOf(command, db.databaseName), options);
    return;
  }
  const known = REPLAYS[name];
  if (!known) throw new Error(`no replay is known for the command ${name}`);
  await known(db.collection(String(collection)), command, options);
}

interface BulkStatement {
  insert?: number;
  document: Document;
  update?: number;
  filter: Document;
  updateMods: Document;
  multi?: boolean;
  upsert?: boolean;
}

/** The statements of a `bulkWrite` command as a program gives them to the driver, in another database. */
function modelsOf({ ops, nsInfo }: Document, databaseName: string): AnyClientBulkWriteModel<Document>[] {
  const namespaces = (nsInfo as { ns: string }[]).map(({ ns }) => databaseName + ns.slice(ns.indexOf(".")));
  return (ops as BulkStatement[]).map((statement) => {
    const { insert, document, update, filter, updateMods, multi, upsert = false } = statement;
    const namespace = namespaces[insert ?? update!]!;
    if (insert !== undefined) return { name: "insertOne", namespace, document };
    if (isReplacement(updateMods)) {
      return { name: "replaceOne", namespace, filter, replacement: updateMods, upsert };
    }
    return { name: multi ? "updateMany" : "updateOne", namespace, filter, update: updateMods, upsert };
  });
}

function findOptions({ sort, projection, limit, skip }: Document): FindOptions {
  const given = Object.entries({ sort, projection, limit, skip });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** One statement by the method made for it, several as a bulk. */
async function updateAll(
  collection: Collection,
  statements: readonly UpdateStatement[],
  options: { session?: ClientSession },
): Promise<void> {
  const [only] = statements;
  if (statements.length === 1 && only) {
    const { q, u, multi = false, upsert = false } = only;
    if (isReplacement(u)) await collection.replaceOne(q, u, { upsert, ...options });
    else if (multi) await collection.updateMany(q, u, { upsert, ...options });
    else await collection.updateOne(q, u, { upsert, ...options });
    return;
  }
  const bulk = statements.map(({ q: filter, u, upsert = false, multi = false }): AnyBulkWriteOperation => {
    if (isReplacement(u)) return { replaceOne: { filter, replacement: u, upsert } };
    const update = { filter, update: u, upsert };
    return multi ? { updateMany: update } : { updateOne: update };
  });
  await collection.bulkWrite(bulk, options);
}

const isReplacement = (update: Document) =>
  !Array.isArray(update) && !Object.keys(update).some((name) => name.startsWith("$"));
