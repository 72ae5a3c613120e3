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
        document.querySelector<HTMLElement>("main h1")?.focus();
      }
    },
    [id],
  );
  return id;
}
