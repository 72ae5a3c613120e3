import { useElementScrollRestoration } from "@tanstack/react-router";
import { useLayoutEffect, useRef } from "react";

/**
 * Scrolls a page to where the reader left it, when they come back to it. The router does so too, but before the page has
 * its answer, and so its height.
 *
 * @param isShown - whether the answer is there
 */
export function useReturnToPlace(isShown: boolean): void {
  const place = useRef(useElementScrollRestoration({ getElement: () => window }));
  useLayoutEffect(() => {
    if (!isShown || place.current === undefined) return;
    scrollTo(place.current.scrollX, place.current.scrollY);
    place.current = undefined;
  }, [isShown]);
}
