import type { DutyRun, Grant, SeatAuthority } from "@countersign/domain/approval";

import type { Revision } from "../documents/index.ts";
import type { ShownTask, WorkflowApproval } from "../runs/index.ts";
import type { BoundedPage } from "../shared/bounded-total.ts";
import type { User } from "../shared/directory-read-model.ts";
import type { HeldSnooze } from "../snooze/index.ts";
import type { RuleField } from "./approval-fields.ts";
import type { InboxGroup } from "./inbox-groups.ts";

/** An approval with the fields that rules look at and those that were asked for. */
export type SeenApproval = Pick<WorkflowApproval, "_id" | RuleField> & Partial<WorkflowApproval>;
/**
 * An approval, and the approver where a page has read those of all its approvals; a value, since executing a query with a
 * promise in each of 20,000 approvals takes several times the memory.
 */
export type ShownApproval = SeenApproval & { person?: User | null };

/** A task, and what a page has read for all its tasks. */
export type TaskRecord = ShownTask & {
  principal?: Promise<User | null>;
  joined?: Revision[];
  /** The user who submitted it, likewise. */
  submitter?: User | null;
  /** The seats, where the run was read. */
  seats?: WorkflowApproval[];
  /** Its verdicts that stand, likewise. */
  dutyRun?: DutyRun;
  /** Until when the caller puts it off; absent where that was not read. */
  snoozedUntil?: Date | null;
  verdicts?: Promise<ShownApproval[]>;
  grants?: Promise<readonly Grant[]>;
  callersSeat?: Promise<CallersSeat>;
};

/** The ids by which the approvals of a task are found. */
export type TaskOfRun = Pick<ShownTask, "_id" | "runId">;

/** The seat on which the caller's verdict on a task would be accepted now. */
export type CallersSeat = SeatAuthority<SeenApproval> | undefined;

/** One page of tasks. The caller takes part in the run of each, or is privileged. */
export interface WorkflowTaskPage extends BoundedPage<TaskRecord> {
  /** The same tasks as `data`, read in one command with their documents; those of runs with their submitters, too. */
  withDocuments(): Promise<TaskRecord[]>;
  /** Where the page after this one begins; null after the last. */
  next(): Promise<string | null>;
  /** The groups of the whole list; null where it is not grouped, or too long for it. */
  groups(): Promise<InboxGroup[] | null>;
  /** The caller's current rights to represent others, as the page itself sees them. */
  grants: Represented;
}

/** The caller as a page needs to know them; read once for an operation. */
export interface CallersParts {
  grants: Represented;
  snoozes: () => Promise<readonly HeldSnooze[]>;
}

/** Reads whom a user may represent now. Without it, the read model reads the grants itself. */
export type Represented = () => Promise<readonly Grant[]>;
