import { describe, expect, it } from "vitest";

import { defined } from "../defined.ts";
import { active, approvedBy, dynamicRun, stage } from "../../test/approval-runs.ts";
import { type RowEditor, assertApproverAddable, assertApproverRemovable } from "./approver-rows.ts";
import type { Run, Task } from "./types.ts";

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
  ])("is accepted %s [AE-ACT-15]", (_title, taskId, approverId, editor) => {
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
    ["to a task that does not exist", "nowhere", "zoe", chief, "NOT_FOUND"],
    ["for somebody who is asked already", board, "ben", bob, "CONFLICT"],
    ["for the submitter", board, "eve", chief, "FORBIDDEN"],
  ])("is refused %s [AE-ACT-15]", (_title, taskId, approverId, editor, code) => {
    expect(() => assertApproverAddable(run, taskId, approverId, editor)).toThrow(
      expect.objectContaining({ code }),
    );
  });
});

/** The run of a document about somebody; without an id, about nobody knows whom. */
const about = (beneficiaryId: string | undefined): Run => ({
  ...run,
  tasks: run.tasks.map((task) => defined<Task>({ ...task, beneficiaryId })),
});
const removal = (of: Run, approverId: string, editor: RowEditor) => () =>
  assertApproverRemovable(of, approvalOf(of, approverId), editor);

describe("an approval added by hand to a document about somebody", () => {
  it("is refused for that person and for the submitter, to privileged users too [SAFE-3]", () => {
    for (const approverId of ["nora", "eve"]) {
      expect(() => assertApproverAddable(about("nora"), board, approverId, chief)).toThrow(
        expect.objectContaining({ code: "FORBIDDEN", field: "approverId" }),
      );
    }
    expect(() => assertApproverAddable(about("nora"), board, "zoe", chief)).not.toThrow();
  });

  it("is refused for everybody where the person is unknown [SAFE-3]", () => {
    expect(() => assertApproverAddable(about(undefined), board, "zoe", chief)).toThrow(
      expect.objectContaining({ code: "FORBIDDEN", field: "approverId" }),
    );
  });
});

describe("an approval removed by hand", () => {
  it("is accepted by a privileged user [AE-ACT-15]", () => {
    expect(() => assertApproverRemovable(run, approvalOf(run, "ben"), chief)).not.toThrow();
  });

  it.each([
    ["by another approver of the active task", approvalOf(run, "ben"), bob, "FORBIDDEN"],
    ["of oneself, privileged", approvalOf(run, "ben"), { userId: "ben", privileged: true }, "FORBIDDEN"],
    ["by anybody else", approvalOf(run, "ben"), { userId: "cid", privileged: false }, "FORBIDDEN"],
    ["of oneself", approvalOf(run, "bob"), bob, "FORBIDDEN"],
    ["of a task that is over", approvalOf(run, "ann"), chief, "NOT_FOUND"],
    ["that does not exist", "nowhere", chief, "NOT_FOUND"],
    ["that is the last one of its task", approvalOf(run, "cid"), chief, "CONFLICT"],
  ])("is refused %s [AE-ACT-15]", (_title, approvalId, editor, code) => {
    expect(() => assertApproverRemovable(run, approvalId, editor)).toThrow(expect.objectContaining({ code }));
  });

  it.each(["ANY", "ALL"] as const)(
    "of an %s stage is refused to its approvers, and to anybody for the last one that waits [SAFE-3]",
    (approveBy) => {
      const asked = dynamicRun(stage(1, "Board", ["ann", "bob"], approveBy));
      const ann = { userId: "ann", privileged: false };
      expect(removal(asked, "bob", ann)).toThrow(expect.objectContaining({ code: "FORBIDDEN" }));
      const alone = { ...asked, approvals: asked.approvals.filter((row) => row.approverId === "bob") };
      expect(removal(alone, "bob", chief)).toThrow(expect.objectContaining({ code: "CONFLICT" }));
    },
  );

  it("is refused with a verdict on it, or when only verdicts would be left [AE-ACT-14]", () => {
    const decided = approvedBy(run, "bob");
    for (const approver of ["bob", "ben"]) {
      expect(() => assertApproverRemovable(decided, approvalOf(decided, approver), chief)).toThrow(
        expect.objectContaining({ code: "CONFLICT" }),
      );
    }
  });
});
