import { useMemo, useSyncExternalStore } from "react";

import { useConsole } from "./console-context.ts";

const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

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
    announce();
  };
  return [work, keep];
}

/** Work that is being sent. */
interface Sending {
  /** Keeps what was typed since under the name of what is saved, too, before its form is shown. */
  carry: (to: string) => void;
  /**
   * Forgets what was sent and is saved now.
   *
   * @param to - the name under which what is saved is changed; `next`: it is not, and fields that were typed since belong
   * to the next work of this name
   * @returns whether something was typed since, which is kept
   */
  finish: (to: string | { next: true }) => boolean;
}

/**
 * The way to send work that is kept under a name, and to lose nothing that is typed until it is saved: it is read where
 * it is kept, because the form that sends it may be gone, and another one be there.
 */
export function useSending(): (name: string) => Sending {
  const keyOf = useKeyOf();
  return (name) => {
    const key = keyOf(name);
    const sent = sessionStorage.getItem(key);
    let known = sent;
    /** The work, if something was typed since it was read here last. */
    const typed = () => {
      const text = sessionStorage.getItem(key);
      return text === known ? null : text;
    };
    const carry = (to: string) => {
      const text = typed();
      if (text === null) return;
      known = text;
      sessionStorage.setItem(keyOf(to), text);
      announce();
    };
    return {
      carry,
      finish: (to) => {
        if (typeof to === "string") carry(to);
        const next = typeof to === "string" ? undefined : typed();
        if (next != null) sessionStorage.setItem(key, differenceOf(sent, next));
        else if (to !== name || known === sent) sessionStorage.removeItem(key);
        announce();
        return next != null || known !== sent;
      },
    };
  };
}

/** The fields of a text of JSON that another one has not, or has with other values. */
function differenceOf(before: string | null, after: string): string {
  const known = JSON.parse(before ?? "{}") as Record<string, unknown>;
  const fields = Object.entries(JSON.parse(after) as Record<string, unknown>);
  const changed = fields.filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(known[field]));
  return JSON.stringify(Object.fromEntries(changed));
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
