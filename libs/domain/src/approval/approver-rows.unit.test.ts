import { describe, expect, it } from "vitest";

import { active, approvedBy, dynamicRun, stage } from "../../test/approval-runs.ts";
import { assertApproverAddable, assertApproverRemovable } from "./approver-rows.ts";
import type { Run } from "./types.ts";

const run = approvedBy(
  dynamicRun(stage(1, "Manager", ["ann"]), stage(2, "Board", ["bob", "ben"], "ALL"), stage(3, "HR", ["cid"])),
  "ann",
);
const board = active(run).id;
const taskOf = (name: string) => run.tasks.find((task) => task.stageName === name)?.id ?? "";
const approvalOf = (of: Run, approverId: string) =>
  of.approvals.find((row) => row.approverId === approverId)?.id ?? "";

const bob = { userId: "bob", privileged: false };
const chief = { userId: "chief", privileged: true };

describe("an approval added by hand", () => {
  it.each([
    ["by an approver of the active task", board, "zoe", bob],
    ["by a privileged user", board, "zoe", chief],
    ["by a privileged user to a stage still to come", taskOf("HR"), "zoe", chief],
  ])("[AE-ACT-15] is accepted %s", (_title, taskId, approverId, editor) => {
    expect(() => assertApproverAddable(run, taskId, approverId, editor)).not.toThrow();
  });

  it.each([
    ["by anybody else", board, "zoe", { userId: "cid", privileged: false }, "FORBIDDEN"],
    ["for oneself", board, "chief", chief, "FORBIDDEN"],
    [
      "by an approver of a task that is not active",
      taskOf("HR"),
      "zoe",
      { userId: "cid", privileged: false },
      "FORBIDDEN",
    ],
    ["to a task that is over", taskOf("Manager"), "zoe", chief, "NOT_FOUND"],
    ["to a task that is not there", "nowhere", "zoe", chief, "NOT_FOUND"],
    ["for somebody who is asked already", board, "ben", bob, "CONFLICT"],
  ])("[AE-ACT-15] is refused %s", (_title, taskId, approverId, editor, code) => {
    expect(() => assertApproverAddable(run, taskId, approverId, editor)).toThrow(
      expect.objectContaining({ code }),
    );
  });
});

describe("an approval removed by hand", () => {
  it.each([
    ["by another approver of the active task", approvalOf(run, "ben"), bob],
    ["by a privileged user", approvalOf(run, "ben"), chief],
  ])("[AE-ACT-15] is accepted %s", (_title, approvalId, editor) => {
    expect(() => assertApproverRemovable(run, approvalId, editor)).not.toThrow();
  });

  it.each([
    ["by anybody else", approvalOf(run, "ben"), { userId: "cid", privileged: false }, "FORBIDDEN"],
    ["of oneself", approvalOf(run, "bob"), bob, "FORBIDDEN"],
    ["of a task that is over", approvalOf(run, "ann"), chief, "NOT_FOUND"],
    ["that is not there", "nowhere", chief, "NOT_FOUND"],
    ["without which nobody is asked", approvalOf(run, "cid"), chief, "CONFLICT"],
  ])("[AE-ACT-15] is refused %s", (_title, approvalId, editor, code) => {
    expect(() => assertApproverRemovable(run, approvalId, editor)).toThrow(expect.objectContaining({ code }));
  });

  it("[AE-ACT-14] is refused with a verdict on it, or when only verdicts would be left", () => {
    const decided = approvedBy(run, "bob");
    for (const approver of ["bob", "ben"]) {
      expect(() => assertApproverRemovable(decided, approvalOf(decided, approver), chief)).toThrow(
        expect.objectContaining({ code: "CONFLICT" }),
      );
    }
  });
});
