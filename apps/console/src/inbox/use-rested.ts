import { startTransition, useEffect, useRef, useState } from "react";

/**
 * A value that changes at once after a rest, and during quick changes only when it rests again: a reader who moves
 * through a list by keys requests only the entry at which they stop.
 */
export function useRested<Value>(value: Value, restMs: number): Value {
  const [restedValue, setRestedValue] = useState(value);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const now = performance.now();
    const isQuick = now - changedAt.current < restMs;
    changedAt.current = now;
    const settle = () => startTransition(() => setRestedValue(value));
    if (!isQuick) {
      settle();
      return undefined;
    }
    const timer = setTimeout(settle, restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return restedValue;
}
