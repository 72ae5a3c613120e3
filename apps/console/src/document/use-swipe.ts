import { type RefObject, useEffect, useRef } from "react";

/** How far a finger moves at least, in px, and how much more sideways than up or down. */
const DISTANCE = 80;
const SLOPE = 2;

/** Places in which a finger that moves sideways does something else. */
const TAKES_SWIPES = "input, textarea, select, table, [role=dialog], [role=tablist]";

/**
 * Calls back when a finger has moved sideways over the document around an element. A swipe prepares; nothing is decided
 * by it (contract-3, CON-19).
 */
export function useSwipe(
  inside: RefObject<HTMLElement | null>,
  onSwipe: (towards: "start" | "end") => void,
): void {
  const current = useRef(onSwipe);
  useEffect(() => {
    current.current = onSwipe;
  });
  useEffect(() => {
    const place = inside.current?.closest("article");
    if (place == null) return undefined;
    let from: { x: number; y: number } | undefined;
    const begin = ({ touches, target }: TouchEvent) => {
      const [touch] = touches;
      const isOther = target instanceof Element && target.closest(TAKES_SWIPES) !== null;
      from = touches.length === 1 && touch && !isOther ? { x: touch.clientX, y: touch.clientY } : undefined;
    };
    const end = ({ changedTouches }: TouchEvent) => {
      const [touch] = changedTouches;
      if (from === undefined || touch === undefined) return;
      const [dx, dy] = [touch.clientX - from.x, touch.clientY - from.y];
      from = undefined;
      if (Math.abs(dx) < DISTANCE || Math.abs(dx) < SLOPE * Math.abs(dy)) return;
      const isForward = document.documentElement.dir === "rtl" ? dx < 0 : dx > 0;
      current.current(isForward ? "end" : "start");
    };
    place.addEventListener("touchstart", begin, { passive: true });
    place.addEventListener("touchend", end, { passive: true });
    return () => {
      place.removeEventListener("touchstart", begin);
      place.removeEventListener("touchend", end);
    };
  }, [inside]);
}
