import { useMemo, useSyncExternalStore } from "react";

import { useConsole } from "./console-context.ts";

const listeners = new Set<() => void>();

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Whether something that was typed and not sent is kept under a name. */
export function useIsKept(): (name: string) => boolean {
  const keyOf = useKeyOf();
  return (name) => sessionStorage.getItem(keyOf(name)) !== null;
}

/**
 * Work that was not sent yet. It outlives everything that may happen before: another page, a refusal, a reload, a log-in
 * that expired and led to the provider and back; for the same person in the same tab.
 *
 * @param name - what it is about, such as `workflow.<id>`
 * @returns the work, undefined where there is none, and the way to keep other work or, with undefined, to forget it
 */
export function useKept<Work>(name: string): [Work | undefined, (work: Work | undefined) => void] {
  const key = useKeyOf()(name);
  const text = useSyncExternalStore(subscribe, () => sessionStorage.getItem(key));
  const work = useMemo(() => (text === null ? undefined : (JSON.parse(text) as Work)), [text]);
  const keep = (next: Work | undefined) => {
    if (next === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(next));
    for (const listener of listeners) listener();
  };
  return [work, keep];
}

/** A kept text; an empty one is forgotten. */
export function useKeptText(name: string): [string, (text: string) => void] {
  const [text = "", keep] = useKept<string>(name);
  return [text, (next) => keep(next === "" ? undefined : next)];
}

/**
 * The kept fields of a form.
 *
 * @param empty - the fields of a form in which nothing was typed
 * @returns the fields, the way to change some of them, and the way to forget them once they were sent
 */
export function useKeptFields<Fields extends object>(
  name: string,
  empty: Fields,
): [Fields, (change: Partial<Fields>) => void, () => void] {
  const [kept, keep] = useKept<Fields>(name);
  const fields = { ...empty, ...kept };
  return [fields, (change) => keep({ ...fields, ...change }), () => keep(undefined)];
}

function useKeyOf(): (name: string) => string {
  const { userId } = useConsole().viewer;
  return (name) => `countersign.kept.${userId}.${name}`;
}
