import { useId, useLayoutEffect } from "react";

/**
 * Gives the focus to the title of the page when an element goes away that has it, and nothing takes its place.
 *
 * @returns the id of the element
 */
export function useFocusLeft(): string {
  const id = useId();
  useLayoutEffect(
    () => () => {
      if (document.getElementById(id)?.contains(document.activeElement)) {
        // Pages that are left keep their place.
        document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
      }
    },
    [id],
  );
  return id;
}
