import { useState } from "react";

import { useConsole } from "../shell/console-context.ts";

/** Whether something that was changed and not saved is kept under a name. */
export function useIsKept(): (name: string) => boolean {
  const keyOf = useKeyOf();
  return (name) => sessionStorage.getItem(keyOf(name)) !== null;
}

/**
 * Work that was not saved yet. It outlives other pages, a reload and a log-in that expired, for the same person in the
 * same tab.
 *
 * @param name - what it is about, such as `workflow.<id>`
 * @returns the work, undefined where there is none, and the way to keep other work or, with undefined, to forget it
 */
export function useKept<Work>(name: string): [Work | undefined, (work: Work | undefined) => void] {
  const key = useKeyOf()(name);
  const [work, setWork] = useState<Work | undefined>(() => {
    const text = sessionStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  });
  const keep = (next: Work | undefined) => {
    if (next === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(next));
    setWork(next);
  };
  return [work, keep];
}

function useKeyOf(): (name: string) => string {
  const { userId } = useConsole().viewer;
  return (name) => `countersign.kept.${userId}.${name}`;
}
