import { useState } from "react";

interface Seen {
  /** The revision that the reader has seen; commands are sent with it. */
  expected: string;
  /** Whether the document or its stage has changed since. */
  isOutdated: boolean;
  /** The reader has looked at what changed. */
  accept: () => void;
}

/**
 * The revision of a task that the reader looked at when a command was prepared. A page that is live shows a later one
 * by itself; nobody commands what they have not seen (contract-2, CTRL-2).
 */
export function useSeenRevision({ revision }: { revision: string }): Seen {
  const [expected, setExpected] = useState(revision);
  return { expected, isOutdated: expected !== revision, accept: () => setExpected(revision) };
}
