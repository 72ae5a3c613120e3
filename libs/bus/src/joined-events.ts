import type { BusEvents } from "./bus.ts";

/** Events that two listeners hear. */
export function joinedEvents(first: BusEvents, second: BusEvents = {}): Required<BusEvents> {
  const both =
    <Name extends keyof BusEvents>(name: Name) =>
    (event: Parameters<Required<BusEvents>[Name]>[0]): void => {
      for (const listener of [first[name], second[name]])
        (listener as ((of: typeof event) => void) | undefined)?.(event);
    };
  return {
    consuming: both("consuming"),
    deadLettered: both("deadLettered"),
    deadLetterLost: both("deadLetterLost"),
    retried: both("retried"),
    pending: both("pending"),
  };
}
