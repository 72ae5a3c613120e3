import type { TestStore } from "@countersign/testing";
import type { CommandStartedEvent, Document } from "mongodb";

/** What looks for documents in the store while the work runs, as reads that can be explained. */
export async function searchesOf(
  { client, dbName }: Pick<TestStore, "client" | "dbName">,
  work: () => Promise<unknown>,
): Promise<Document[]> {
  const searches: Document[] = [];
  const note = (event: CommandStartedEvent): void => {
    if (event.databaseName === dbName) searches.push(...searchesIn(event));
  };
  client.on("commandStarted", note);
  try {
    await work();
  } finally {
    client.off("commandStarted", note);
  }
  return searches;
}

function searchesIn({ commandName, command }: CommandStartedEvent): Document[] {
  const { find, filter, sort, skip, limit, aggregate, pipeline, findAndModify, query, update, updates } =
    command;
  switch (commandName) {
    case "find":
      return [
        Object.fromEntries(Object.entries({ find, filter, sort, skip, limit }).filter(([, value]) => value)),
      ];
    case "aggregate":
      return [{ aggregate, pipeline, cursor: {} }];
    case "findAndModify":
      return [{ find: findAndModify, filter: query }];
    case "update":
      return (updates as { q: Document }[]).map(({ q }) => ({ find: update, filter: q }));
    default:
      return [];
  }
}

/** The searches that look through a whole collection. */
export async function scansAmong(
  { db }: Pick<TestStore, "db">,
  searches: readonly Document[],
): Promise<Document[]> {
  const scans: Document[] = [];
  for (const search of searches) {
    const plan = await db.command({ explain: search, verbosity: "queryPlanner" });
    if (JSON.stringify(plan).includes('"COLLSCAN"')) scans.push(search);
  }
  return scans;
}
