import { randomKey } from "../graphql/use-command.ts";

const STORED = "countersign.tab";

/** An id of this tab, which outlives its pages. */
export function tabId(): string {
  const storedId = sessionStorage.getItem(STORED) ?? randomKey();
  sessionStorage.setItem(STORED, storedId);
  return storedId;
}
