import { useId, useLayoutEffect } from "react";

/** Places to which the focus returns, by their selectors. */
export const FOCUS_PLACES = {
  title: "main h1",
  documentTitle: "#document-title",
  field: "input, textarea",
  chosenRow: "[data-row][aria-current]",
  firstRow: "[data-row]",
} as const;

interface FocusReturnOptions extends FocusOptions {
  /** Default: the page. */
  within?: ParentNode | null | undefined;
}

/**
 * Gives the focus to a place when the element that had it is gone.
 *
 * @param places - selectors; the first that is there has the focus
 */
export function returnFocus(
  places: readonly string[],
  { within = document, ...options }: FocusReturnOptions = {},
): void {
  const elements = places.map((place) => within?.querySelector<HTMLElement>(place));
  elements.find((element) => element != null)?.focus(options);
}

/**
 * Gives the focus to the title of the page when an element goes away that has it, and nothing takes its place.
 *
 * @returns the id of the element
 */
export function useFocusReturn(): string {
  const id = useId();
  useLayoutEffect(
    () => () => {
      if (document.getElementById(id)?.contains(document.activeElement)) {
        // Pages that are left keep their place.
        returnFocus([FOCUS_PLACES.title], { preventScroll: true });
      }
    },
    [id],
  );
  return id;
}
