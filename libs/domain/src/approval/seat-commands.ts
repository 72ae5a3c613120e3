import type { Id } from "./types.ts";

export const APPROVER_POSITIONS = ["PARALLEL", "AFTER"] as const;
/** `PARALLEL`: a seat in the stage, needed besides those that its rule needs. `AFTER`: a stage of its own after it. */
export type ApproverPosition = (typeof APPROVER_POSITIONS)[number];

/** The user who changes a seat. */
interface Acting {
  actorId: Id;
  /** Name of that user, for the history. */
  actorName?: string | undefined;
  privileged: boolean;
  /** Whether a program acts with the user's token. */
  isAgent?: boolean | undefined;
}

/** Gives a seat that waits to somebody else (contract-2, PPL-7). */
export interface ReassignCommand extends Acting {
  type: "reassign";
  taskId: Id;
  /** Whose seat; only a privileged user may name somebody else. Default: the acting user's. */
  fromUserId?: Id | undefined;
  toUserId: Id;
  reason: string;
}

/** Asks one more person (PPL-7). */
export interface AddApproverCommand extends Acting {
  type: "addApprover";
  taskId: Id;
  userId: Id;
  position: ApproverPosition;
  reason?: string | undefined;
}

/** Takes the acting user's verdict back while its stage is still open (PPL-7). */
export interface WithdrawCommand {
  type: "withdraw";
  taskId: Id;
  actorId: Id;
  actorName?: string | undefined;
  /** Whether a program acts with the user's token. */
  isAgent?: boolean | undefined;
}

/** `createWorkflowApproval`: a row PENDING on a task that is not over; no one is notified (specification). */
export interface AddRowCommand extends Acting {
  type: "addRow";
  taskId: Id;
  approverId: Id;
}

/** `deleteWorkflowApproval` */
export interface RemoveRowCommand extends Acting {
  type: "removeRow";
  approvalId: Id;
}

/** A user has left: their seats of the active stage that wait are resolved again (PPL-5). */
export interface ReleaseCommand {
  type: "release";
  userId: Id;
}

/** Looks at the sources of the active stage again (contract-3, SRC-2). */
export interface ResolveAgainCommand extends Acting {
  type: "resolveAgain";
  taskId: Id;
}

/** The commands that change who is asked. */
export type SeatCommand =
  | ReassignCommand
  | AddApproverCommand
  | WithdrawCommand
  | AddRowCommand
  | RemoveRowCommand
  | ReleaseCommand
  | ResolveAgainCommand;
