import type { TimerAction } from "./timers.ts";
import type { Id } from "./types.ts";

/** A timer of a stage's ladder is due (contract-3, TIME-4). Nothing happens for a stage that was left since. */
export interface FireCommand {
  type: "fire";
  taskId: Id;
  /** The activation of the task that the timer is of. */
  activation: number;
  action: TimerAction;
  /** Of a reminder for one seat. */
  seatId?: Id | undefined;
  /** Seats that have reminders of their own, which those of the stage leave out. */
  otherSeatIds?: readonly Id[] | undefined;
}

/** The submitter reminds those who are asked (TIME-4). */
export interface NudgeCommand {
  type: "nudge";
  actorId: Id;
  /** Name of that user, for the history. */
  actorName?: string | undefined;
}

export type TimeCommand = FireCommand | NudgeCommand;
