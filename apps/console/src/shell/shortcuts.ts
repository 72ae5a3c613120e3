import { useEffect, useRef, useSyncExternalStore } from "react";

/** The actions of keys, by `KeyboardEvent.key`. */
export type Shortcuts = Readonly<Record<string, () => void>>;

const STORED = "countersign.shortcuts";
const listeners = new Set<() => void>();

/** Whether single keys act. People who dictate, or lean on keys, switch them off. */
export function useShortcutsOn(): [boolean, (on: boolean) => void] {
  const on = useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => localStorage.getItem(STORED) !== "off",
  );
  return [
    on,
    (next) => {
      localStorage.setItem(STORED, next ? "on" : "off");
      for (const listener of listeners) listener();
    },
  ];
}

/** Where keys write or choose something themselves. Checkboxes take Space alone. */
const TAKES_KEYS =
  "input:not([type=checkbox]), textarea, select, [contenteditable], [role=listbox], [role=menu], [role=dialog]";

/** Listens for single keys while the component is shown. None of them decides anything by itself. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const [on] = useShortcutsOn();
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => {
    if (!on) return undefined;
    const act = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(TAKES_KEYS) !== null) return;
      const shortcut = current.current[event.key];
      if (shortcut === undefined) return;
      event.preventDefault();
      shortcut();
    };
    document.addEventListener("keydown", act);
    return () => document.removeEventListener("keydown", act);
  }, [on]);
}
