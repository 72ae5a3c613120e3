/** The machine's clock as a history sets it: it stands still until the next step. */
export interface StoppedClock {
  set(ms: number): void;
}

/** Stops the clock of this process at a moment; timers go on. */
export function stopClock(startMs: number): StoppedClock {
  const RealDate = globalThis.Date;
  let nowMs = startMs;
  class StoppedDate extends RealDate {
    constructor(...dateParts: [] | ConstructorParameters<typeof RealDate>) {
      super(...((dateParts.length === 0 ? [nowMs] : dateParts) as [number]));
    }
    static override now = () => nowMs;
  }
  globalThis.Date = StoppedDate as DateConstructor;
  return { set: (ms) => (nowMs = ms) };
}
