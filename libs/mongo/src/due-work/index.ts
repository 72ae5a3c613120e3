export { claimDue, DUE_INDEX, type DueRow, markDone } from "./due-rows.ts";
export { type DueRound, type DueWorkOptions, startDueWork, workDue } from "./due-work.ts";
export { createLeases, type LeaseRecord, type Leases, whileLeased } from "./leases.ts";
export { type Repeating, type RepeatingOptions, startRepeating } from "./repeating.ts";
