import { expect } from "vitest";

import type { Decision, RunChanges } from "../src/approval/commands.ts";
import { isActive, isOpen, isQueued } from "../src/approval/run.ts";
import type { Approval, Run, Task } from "../src/approval/types.ts";

/** Writing the changes one by one turns the run before into the run after, and never shows two active stages. */
export function assertChangesLeadThere(before: Run, { run, changes }: Decision): void {
  const tasks = new Map(before.tasks.map((task) => [task.id, task]));
  for (const task of [...changes.updatedTasks, ...changes.insertedTasks]) {
    expect(tasks.has(task.id)).toBe(changes.updatedTasks.includes(task));
    tasks.set(task.id, task);
    expect([...tasks.values()].filter(isActive).length).toBeLessThanOrEqual(1);
  }
  expectSame([...tasks.values()], run.tasks);
  expectSame(approvalsAfter(before, changes), run.approvals);
}

/** Records are mostly the same objects, which is seen at once. */
function expectSame<T>(foundRecords: readonly T[], wantedRecords: readonly T[]): void {
  if (
    foundRecords.length === wantedRecords.length &&
    foundRecords.every((record, at) => record === wantedRecords[at])
  )
    return;
  expect(foundRecords).toEqual(wantedRecords);
}

function approvalsAfter(before: Run, changes: RunChanges): Approval[] {
  const approvals = new Map(before.approvals.map((approval) => [approval.id, approval]));
  for (const approval of [...changes.updatedApprovals, ...changes.insertedApprovals]) {
    expect(approvals.has(approval.id)).toBe(changes.updatedApprovals.includes(approval));
    approvals.set(approval.id, approval);
  }
  for (const { id } of changes.removedApprovals ?? []) expect(approvals.delete(id)).toBe(true);
  return [...approvals.values()];
}

/** Invariants of every run, whatever the model says. */
export function assertSound(run: Run): void {
  const [active, ...otherTasks] = run.tasks.filter(isActive);
  expect(otherTasks).toEqual([]);
  expect(isOpen(run)).toBe(active !== undefined);
  const queuedTasks = run.tasks.filter(isQueued);
  expect(queuedTasks.filter((task) => task.orderNo <= (active as Task).orderNo)).toEqual([]);
  expect(run.tasks.flatMap((task) => faultsOf(task, run))).toEqual([]);
}

/** The faults of a task and its rows; one assertion for each of them would take most of a history's time. */
function faultsOf(task: Task, { approvals }: Run): string[] {
  const rows = approvals.filter((approval) => approval.taskId === task.id && !isIdle(approval));
  const isDecided = task.status === "APPROVED" || task.status === "REJECTED";
  const isOut = task.status === "REJECTED" || task.status === "ARCHIEVED";
  const isRight = {
    "archived if rejected or archived": task.archived === isOut,
    "completed if approved or rejected": (task.completionDate !== undefined) === isDecided,
    "rows archived with it": rows.every(({ archived }) => archived === task.archived),
    "each approver once": new Set(rows.map(({ approverId }) => approverId)).size === rows.length,
    "rows dated if decided": rows.every(
      ({ status, statusUpdateDate }) =>
        (statusUpdateDate !== undefined) === (status === "APPROVED" || status === "REJECTED"),
    ),
  };
  return Object.entries(isRight).flatMap(([rule, holds]) => (holds ? [] : [`${task.stageName}: ${rule}`]));
}

/** A seat that a setting made, kept while its stage does not need it. */
function isIdle({ derived, archived, status }: Approval): boolean {
  return derived === true && archived && status === "NOT_NEEDED";
}
