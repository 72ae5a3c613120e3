import { DomainError } from "../errors/index.ts";
import type { ApprovalRules } from "./rules.ts";
import { hasVerdict } from "./run.ts";
import type { Approval, Duty, Id, Run, Task } from "./types.ts";

/** What the duties look at in a run. */
export interface DutyRun extends Pick<Run, "document"> {
  tasks: readonly Pick<Task, "id" | "orderNo">[];
  approvals: readonly DutySeat[];
}
type DutySeat = Pick<Approval, "taskId" | "approverId" | "status" | "decidedBy" | "groups">;

/** The place for which a person is judged. */
export interface DutyPlace {
  task: Pick<Task, "submitterId" | "orderNo">;
  /** The groups of the seat. */
  groups?: readonly string[] | undefined;
}

/**
 * The rule that keeps the person from deciding at the place, if there is one. Verdicts of the place's own stage do not
 * count: after a return to it a person may decide it again.
 *
 * @param run - its standing verdicts, and the editors of its document
 */
export function dutyAgainst(
  person: Id,
  { task, groups = [] }: DutyPlace,
  run: DutyRun,
  rules: ApprovalRules,
): Duty | undefined {
  if (rules.submitterNeverDecides && person === task.submitterId) return "submitterNeverDecides";
  if (run.document?.editorIds?.includes(person)) return "editorIds";
  if (!rules.onePersonOneStage && rules.exclusiveGroups.length === 0) return undefined;
  const earlier = verdictsElsewhere(person, task.orderNo, run);
  if (rules.onePersonOneStage && earlier.length > 0) return "onePersonOneStage";
  const carried = new Set([...groups, ...earlier.flatMap((seat) => seat.groups ?? [])]);
  return rules.exclusiveGroups.some((exclusive) => hasTwo(exclusive, carried))
    ? "exclusiveGroups"
    : undefined;
}

/** Whether two different groups of the set are carried. */
function hasTwo(exclusive: readonly string[], carried: ReadonlySet<string>): boolean {
  const first = exclusive.find((group) => carried.has(group));
  return first !== undefined && exclusive.some((group) => group !== first && carried.has(group));
}

/** The verdicts at other stages of the run that the person gave, or that somebody gave in their place. */
function verdictsElsewhere(person: Id, orderNo: number, run: DutyRun): DutySeat[] {
  const here = new Set(run.tasks.filter((task) => task.orderNo === orderNo).map(({ id }) => id));
  return run.approvals.filter(
    (seat) =>
      hasVerdict(seat) && !here.has(seat.taskId) && (seat.approverId === person || seat.decidedBy === person),
  );
}

/** How a verdict, a reassignment or a new seat is refused because of a rule. */
export function dutyRefusal(duty: Duty, field?: string): DomainError {
  return new DomainError("FORBIDDEN", `Separation of duties: ${duty}`, field === undefined ? {} : { field });
}
