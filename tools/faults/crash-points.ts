/** Places at which a process can be ordered to kill itself. */
export const CRASH_POINTS = [
  "before-commit",
  "after-commit",
  "inside-transaction",
  // Of a decision: around the update of its run, while what follows is written, and before that is cleared.
  "before-update",
  "after-update",
  "inside-projection",
  "before-clear",
  "after-publish",
  "before-acknowledgement",
] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];

/** Orders a process to kill itself when it passes the point for the n-th time. */
export interface CrashOrder {
  point: CrashPoint;
  passes: number;
}

/** The message over the process's channel: a new order, or none to withdraw the last. */
export interface CrashMessage {
  order?: CrashOrder;
}

export interface CrashPoints {
  arm(message: CrashMessage): void;
  /** Kills the process (-9) here if the order says so. */
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
