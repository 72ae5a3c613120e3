import { useEffect, useRef } from "react";

/**
 * Does something on Escape, wherever the focus is: what had it may be gone or disabled. A list or a dialog that is open
 * above takes the key for itself.
 *
 * @param isActive - whether there is anything to leave
 */
export function useEscape(onEscape: () => void, isActive: boolean): void {
  const current = useRef(onEscape);
  useEffect(() => {
    current.current = onEscape;
  });
  useEffect(() => {
    if (!isActive) return undefined;
    const leave = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && !event.isComposing) current.current();
    };
    document.addEventListener("keydown", leave);
    return () => document.removeEventListener("keydown", leave);
  }, [isActive]);
}
