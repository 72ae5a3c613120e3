import { startTransition, useEffect, useRef, useState } from "react";

/**
 * A value that changes at once after a rest, and while it changes quickly only when it rests again: whoever runs through
 * a list by keys asks for what they stop at.
 */
export function useRested<Value>(value: Value, restMs: number): Value {
  const [rested, setRested] = useState(value);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const now = performance.now();
    const isQuick = now - changedAt.current < restMs;
    changedAt.current = now;
    const settle = () => startTransition(() => setRested(value));
    if (!isQuick) {
      settle();
      return undefined;
    }
    const timer = setTimeout(settle, restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return rested;
}
