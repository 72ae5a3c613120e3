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
  expect([...tasks.values()]).toEqual(run.tasks);
  expect(approvalsAfter(before, changes)).toEqual(run.approvals);
}

function approvalsAfter(before: Run, changes: RunChanges): Approval[] {
  const approvals = new Map(before.approvals.map((approval) => [approval.id, approval]));
  for (const approval of [...changes.updatedApprovals, ...changes.insertedApprovals]) {
    expect(approvals.has(approval.id)).toBe(changes.updatedApprovals.includes(approval));
    approvals.set(approval.id, approval);
  }
  return [...approvals.values()];
}

/** Invariants of every run, whatever the model says. */
export function assertSound(run: Run): void {
  const [active, ...others] = run.tasks.filter(isActive);
  expect(others).toEqual([]);
  expect(isOpen(run)).toBe(active !== undefined);
  const queued = run.tasks.filter(isQueued);
  expect(queued.filter((task) => task.orderNo <= (active as Task).orderNo)).toEqual([]);
  for (const task of run.tasks) {
    expect(task.archived).toBe(task.status === "REJECTED" || task.status === "ARCHIEVED");
    expect(task.completionDate !== undefined).toBe(task.status === "APPROVED" || task.status === "REJECTED");
    const rows = run.approvals.filter((approval) => approval.taskId === task.id);
    expect(rows.filter((row) => row.archived !== task.archived)).toEqual([]);
    expect(new Set(rows.map((row) => row.approverId)).size).toBe(rows.length);
    for (const row of rows) {
      expect(row.statusUpdateDate !== undefined).toBe(row.status === "APPROVED" || row.status === "REJECTED");
    }
  }
}
