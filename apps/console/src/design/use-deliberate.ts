import { type MouseEvent, useEffect, useRef } from "react";

/** For how long after a place was armed no pointer confirms anything in it. */
const ARMING_MS = 500;

/**
 * Keeps what a pointer does by accident from confirming: clicks on buttons in the first half second after this place
 * appeared, and every repeated click, such as the second one of a double click (contract-3, CON-11). Keys count at once;
 * browsers report their clicks with a count of 0.
 *
 * @returns the property of the element that holds the buttons
 */
export function useDeliberate(): { onClickCapture: (event: MouseEvent) => void } {
  const armedAt = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    armedAt.current = performance.now();
  }, []);
  return {
    onClickCapture: (event) => {
      const { target, detail, timeStamp } = event;
      if (detail === 0 || !(target instanceof Element) || target.closest("button") === null) return;
      if (detail === 1 && timeStamp - armedAt.current >= ARMING_MS) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
