import { useMemo, useSyncExternalStore } from "react";

import { useConsole } from "./console-context.ts";

const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
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

/** The way to forget what is kept under a name. */
export function useForget(): (name: string) => void {
  const keyOf = useKeyOf();
  return (name) => {
    sessionStorage.removeItem(keyOf(name));
    announce();
  };
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
    const sentText = sessionStorage.getItem(key);
    let knownText = sentText;
    /** The work, if something was typed since it was read here last. */
    const typedText = () => {
      const text = sessionStorage.getItem(key);
      return text === knownText ? null : text;
    };
    const carry = (to: string) => {
      const text = typedText();
      if (text === null) return;
      knownText = text;
      sessionStorage.setItem(keyOf(to), text);
      announce();
    };
    return {
      carry,
      finish: (to) => {
        if (typeof to === "string") carry(to);
        const next = typeof to === "string" ? undefined : typedText();
        if (next != null) sessionStorage.setItem(key, differenceOf(sentText, next));
        else if (to !== name || knownText === sentText) sessionStorage.removeItem(key);
        announce();
        return next != null || knownText !== sentText;
      },
    };
  };
}

/** The fields of a text of JSON that another one has not, or has with other values. */
function differenceOf(before: string | null, after: string): string {
  const knownFields = JSON.parse(before ?? "{}") as Record<string, unknown>;
  const fields = Object.entries(JSON.parse(after) as Record<string, unknown>);
  const changedFields = fields.filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(knownFields[field]),
  );
  return JSON.stringify(Object.fromEntries(changedFields));
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
  const [keptFields, keep] = useKept<Fields>(name);
  const fields = { ...empty, ...keptFields };
  return [fields, (change) => keep({ ...fields, ...change }), () => keep(undefined)];
}

function useKeyOf(): (name: string) => string {
  const { userId } = useConsole().viewer;
  return (name) => `countersign.kept.${userId}.${name}`;
}
