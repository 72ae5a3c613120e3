import type { Store } from "@countersign/mongo";
import type { CommandStartedEvent } from "mongodb";

const OF_ADMIN = new Set(["bulkWrite", "commitTransaction", "abortTransaction"]);

/**
 * The store commands, by name and in order, that the client sends to the store's database while the work runs, such as
 * `["find", "aggregate"]`; `bulkWrite`, commits and aborts too, though they go to `admin`. The client must monitor
 * commands, as the one of `useTestStore` does.
 */
export async function commandsOf(
  { client, db }: Pick<Store, "client" | "db">,
  work: () => Promise<unknown>,
): Promise<string[]> {
  if (!client.options.monitorCommands) throw new Error("the client does not monitor commands");
  const names: string[] = [];
  const note = ({ commandName, databaseName }: CommandStartedEvent): void => {
    if (databaseName === db.databaseName || OF_ADMIN.has(commandName)) names.push(commandName);
  };
  client.on("commandStarted", note);
  try {
    await work();
  } finally {
    client.off("commandStarted", note);
  }
  return names;
}
