import type { BusEvents } from "./bus.ts";

/** Events that two listeners hear. */
export function joinedEvents(first: BusEvents, second: BusEvents = {}): Required<BusEvents> {
  const tellBoth =
    <Name extends keyof BusEvents>(name: Name) =>
    (event: Parameters<Required<BusEvents>[Name]>[0]): void => {
      for (const listener of [first[name], second[name]])
        (listener as ((of: typeof event) => void) | undefined)?.(event);
    };
  return {
    consuming: tellBoth("consuming"),
    deadLettered: tellBoth("deadLettered"),
    deadLetterLost: tellBoth("deadLetterLost"),
    retried: tellBoth("retried"),
    pending: tellBoth("pending"),
  };
}
