import { useEffect, useState } from "react";

/** A value once it has not changed for a while; an empty text at once. */
export function useSettled(value: string, afterMs: number): string {
  const [settledValue, setSettledValue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettledValue(value), value === "" ? 0 : afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settledValue;
}
