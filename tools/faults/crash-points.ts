/** Where a process can be told to kill itself. */
export const CRASH_POINTS = [
  "before-commit",
  "after-commit",
  "inside-transaction",
  "after-publish",
  "before-acknowledgement",
] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];

/** To kill itself when it passes the point for the n-th time. */
export interface CrashOrder {
  point: CrashPoint;
  passes: number;
}

/** What the process is told over its channel: an order, or that the last one does not hold any more. */
export interface CrashMessage {
  order?: CrashOrder;
}

export interface CrashPoints {
  arm(message: CrashMessage): void;
  /** Kills the process (-9) here if it was told to. */
  pass(point: CrashPoint): void;
}

export function createCrashPoints(): CrashPoints {
  let order: CrashOrder | undefined;
  return {
    arm: (message) => {
      order = message.order;
    },
    pass: (point) => {
      if (order?.point !== point) return;
      order.passes -= 1;
      if (order.passes <= 0) process.kill(process.pid, "SIGKILL");
    },
  };
}
