const READS = new Set(["find", "aggregate", "count", "getMore"]);

/** The writes of committed transactions. A transaction that only looks up a key is committed, too. */
export function committedWrites(commands: readonly string[]): string[] {
  const committedCommands: string[] = [];
  let open: string[] = [];
  for (const command of commands) {
    if (command === "commitTransaction") committedCommands.push(...open);
    if (command === "commitTransaction" || command === "abortTransaction") open = [];
    else if (!READS.has(command)) open.push(command);
  }
  return committedCommands;
}
