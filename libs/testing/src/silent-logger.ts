/** A log that says nothing. */
export const silentLogger = { info: () => undefined, warn: () => undefined, error: () => undefined };
