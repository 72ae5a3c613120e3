import { useSyncExternalStore } from "react";

const keyOf = (id: string) => `countersign.draft.${id}`;
const listeners = new Set<() => void>();

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function keep(id: string, text: string): void {
  if (text === "") sessionStorage.removeItem(keyOf(id));
  else sessionStorage.setItem(keyOf(id), text);
  for (const listener of listeners) listener();
}

/**
 * A text that is being typed about a task or a document. It outlives everything that may happen before it is sent:
 * another page, a refusal, a reload, a log-in that expired.
 *
 * @returns the text, the way to change it, and the way to forget it once it was sent
 */
export function useDraft(id: string): [string, (text: string) => void, () => void] {
  const text = useSyncExternalStore(subscribe, () => sessionStorage.getItem(keyOf(id)) ?? "");
  return [text, (next) => keep(id, next), () => keep(id, "")];
}
