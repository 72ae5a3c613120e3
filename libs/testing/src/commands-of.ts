import type { Store } from "@countersign/mongo";
import type { CommandStartedEvent, MongoClient } from "mongodb";

const OF_ADMIN = new Set(["commitTransaction", "abortTransaction"]);

/**
 * The commands that the client sends while the work runs, in order. The client must monitor commands, as the one of
 * `useTestStore({ monitored: true })` does.
 */
export async function commandEventsOf(
  client: MongoClient,
  work: () => Promise<unknown>,
): Promise<CommandStartedEvent[]> {
  if (!client.options.monitorCommands) throw new Error("the client does not monitor commands");
  const events: CommandStartedEvent[] = [];
  const note = (event: CommandStartedEvent) => void events.push(event);
  client.on("commandStarted", note);
  try {
    await work();
  } finally {
    client.off("commandStarted", note);
  }
  return events;
}

/**
 * The names of those to the store's database, such as `["find", "aggregate"]`; commits and aborts too, though they
 * go to `admin`.
 */
export async function commandsOf(
  { client, db }: Pick<Store, "client" | "db">,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const events = await commandEventsOf(client, work);
  return events.flatMap(({ commandName, databaseName }) =>
    databaseName === db.databaseName || OF_ADMIN.has(commandName) ? [commandName] : [],
  );
}
