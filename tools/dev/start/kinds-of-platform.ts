/** The kinds of an `npm start` that is given none: agents' journal entries, and what agents ask for. */
export const USUAL_KINDS = "finance:JournalEntry agents:ToolCall";

/** The uses that a platform has for kinds of its own. */
interface Uses {
  /** Whether agents' large journal entries are approved. */
  approvesEntries: boolean;
  /** Whether agents ask people. */
  agentsAsk: boolean;
}

/**
 * The kinds of documents given, with the platform's own that it uses: without them it would not start any more once it has
 * documents of theirs.
 */
export function kindsOfPlatform(given: string | undefined, { approvesEntries, agentsAsk }: Uses): string {
  if (!given) return USUAL_KINDS;
  const withEntries = approvesEntries ? withKind(given, "finance", "JournalEntry") : given;
  return agentsAsk ? withKind(withEntries, "agents", "ToolCall") : withEntries;
}

function withKind(given: string, owner: string, kind: string): string {
  const entries = given.split(/\s+/u).filter(Boolean);
  if (entries.some((entry) => entry.split(/[:,]/u).includes(kind))) return given;
  const own = entries.findIndex((entry) => entry.startsWith(`${owner}:`));
  return own === -1
    ? [...entries, `${owner}:${kind}`].join(" ")
    : entries.with(own, `${entries[own]},${kind}`).join(" ");
}
