import type { Transact } from "../shared/transact.ts";
import { createEndSnooze } from "./end-snooze.ts";
import { createSnoozeTask } from "./snooze-task.ts";

/** Tasks that users put off, and their return (contract-3, TIME-6). */
export function createSnoozeUseCases({ transact }: { transact: Transact }) {
  return { snoozeTask: createSnoozeTask({ transact }), endSnooze: createEndSnooze({ transact }) };
}

export type SnoozeUseCases = ReturnType<typeof createSnoozeUseCases>;
