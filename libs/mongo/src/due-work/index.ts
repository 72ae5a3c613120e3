export { claimDue, DUE_INDEX, type DueRow, markDone, putOff } from "./due-rows.ts";
export {
  type DueRound,
  type DueWork,
  type DueWorkOfRows,
  type DueWorking,
  type DueWorkOptions,
  dueWork,
  startDueWork,
  workDue,
} from "./due-work.ts";
export { createLeases, type LeaseRecord, type Leases, whileLeased } from "./leases.ts";
export { type Repeating, type RepeatingOptions, startRepeating } from "./repeating.ts";
