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
export function kindsOfPlatform(
  givenKinds: string | undefined,
  { approvesEntries, agentsAsk }: Uses,
): string {
  if (!givenKinds) return USUAL_KINDS;
  const withEntries = approvesEntries ? withKind(givenKinds, "finance", "JournalEntry") : givenKinds;
  return agentsAsk ? withKind(withEntries, "agents", "ToolCall") : withEntries;
}

function withKind(givenKinds: string, owner: string, kind: string): string {
  const entries = givenKinds.split(/\s+/u).filter(Boolean);
  if (entries.some((entry) => entry.split(/[:,]/u).includes(kind))) return givenKinds;
  const ownPlace = entries.findIndex((entry) => entry.startsWith(`${owner}:`));
  return ownPlace === -1
    ? [...entries, `${owner}:${kind}`].join(" ")
    : entries.with(ownPlace, `${entries[ownPlace]},${kind}`).join(" ");
}
