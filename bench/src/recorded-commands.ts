import type { ClientSession, CommandStartedEvent, Db, Document, MongoClient } from "mongodb";

/** What one operation sent to the store: the commands of its transaction, and those before it. */
export interface RecordedOperation {
  outside: readonly Document[];
  inside: readonly Document[];
}

/** What the driver adds by itself; it adds it again when the command is replayed. */
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
 * Runs an operation and notes every command that it sends to the store.
 *
 * @param client must monitor commands, and do nothing else meanwhile
 */
export async function recordCommands(
  client: MongoClient,
  operation: () => Promise<unknown>,
): Promise<RecordedOperation> {
  const outside: Document[] = [];
  const inside: Document[] = [];
  const note = ({ command, commandName }: CommandStartedEvent) => {
    if (TRANSACTION_END.has(commandName)) return;
    const own = Object.fromEntries(Object.entries(command).filter(([name]) => !DRIVER_FIELDS.has(name)));
    (command["autocommit"] === false ? inside : outside).push(own);
  };
  client.on("commandStarted", note);
  try {
    await operation();
  } finally {
    client.off("commandStarted", note);
  }
  return { outside, inside };
}

/** Sends recorded commands again with the driver alone: the same ones, in a transaction as before. */
export async function replayCommands(
  client: MongoClient,
  db: Db,
  { outside, inside }: RecordedOperation,
): Promise<void> {
  for (const command of outside) await db.command(command);
  if (inside.length === 0) return;
  await client.withSession((session: ClientSession) =>
    session.withTransaction(
      async () => {
        for (const command of inside) await db.command(command, { session });
      },
      { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } },
    ),
  );
}
