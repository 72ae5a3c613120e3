import { describe, expect, it } from "vitest";

import { active, approve, approvedBy, dynamicRun, reject, stage } from "../../test/approval-runs.ts";
import { decidableSeat } from "./actionable.ts";
import { EMPTY_RUN, activeTask, isOpen } from "./run.ts";
import {
  type Approval,
  type Task,
  WORKFLOW_APPROVAL_STATUSES,
  WORKFLOW_EVENT_TYPES,
  WORKFLOW_TASK_KINDS,
  WORKFLOW_TASK_STATUSES,
} from "./types.ts";
import { builtInOwnerOf } from "./owners.ts";
import { verdictOf } from "./verdict.ts";

const board = stage(2, "Board", ["bob", "ben"], "ALL");
const hr = stage(3, "HR", ["cid"]);

describe("decidableSeat", () => {
  const task: Task = active(dynamicRun(board));
  const row: Approval = { id: "row", taskId: task.id, approverId: "bob", archived: false, status: "PENDING" };

  it.each(
    WORKFLOW_TASK_STATUSES.flatMap((taskStatus) =>
      WORKFLOW_APPROVAL_STATUSES.map((status) => ({ taskStatus, status })),
    ),
  )("task $taskStatus, own approval $status [AE-INBOX-16] [AE-INBOX-17]", ({ taskStatus, status }) => {
    const expected = taskStatus === "AWAITING_APPROVAL" && ["PENDING", "AWAITING_APPROVAL"].includes(status);
    expect(decidableSeat({ ...task, status: taskStatus }, [{ ...row, status }], "bob") !== undefined).toBe(
      expected,
    );
  });

  it("is none for a user without an approval on this very task [AE-INBOX-16]", () => {
    expect(decidableSeat(task, [row], "ben")).toBeUndefined();
    expect(decidableSeat(task, [{ ...row, taskId: "other" }], "bob")).toBeUndefined();
    expect(decidableSeat(task, [], "bob")).toBeUndefined();
  });

  it("is none for archived tasks and approvals [AE-INBOX-17]", () => {
    expect(decidableSeat({ ...task, archived: true }, [row], "bob")).toBeUndefined();
    expect(decidableSeat(task, [{ ...row, archived: true }], "bob")).toBeUndefined();
  });

  it.each([
    ["decided already", "bob", false],
    ["is asked", "ben", true],
    ["is asked by a later stage", "cid", false],
    ["has no seat", "zoe", false],
  ])("is there exactly where a verdict is accepted: for a user who %s [AE-INBOX-17]", (_case, user, can) => {
    const run = approvedBy(dynamicRun(board, hr), "bob");
    expect(decidableSeat(active(run), run.approvals, user) !== undefined).toBe(can);
    const attempt = () => approve(run, user);
    if (can) expect(attempt).not.toThrow();
    else expect(attempt).toThrow("Approval not found or cannot be updated");
  });
});

describe("a run", () => {
  it("is open from its submission to its end [AE-SUBMIT-09]", () => {
    const submitted = dynamicRun(board, hr);
    expect(isOpen(submitted)).toBe(true);
    expect(isOpen(reject(approvedBy(submitted, "bob", "ben"), "cid").run)).toBe(true);
    const completed = approvedBy(submitted, "bob", "ben", "cid");
    expect(isOpen(completed)).toBe(false);
    expect(activeTask(completed)).toBeUndefined();
    expect(isOpen(reject(submitted, "bob").run)).toBe(false);
    expect(isOpen(EMPTY_RUN)).toBe(false);
  });

  it("counts as open while only a queued task is left, so that the task cannot become active in a second run", () => {
    const [first, second] = dynamicRun(board, hr).tasks as [Task, Task];
    expect(isOpen({ tasks: [{ ...first, archived: true }, second], approvals: [] })).toBe(true);
  });
});

describe("builtInOwnerOf", () => {
  // Rules: [AE-CALLBACK-02] [AE-CALLBACK-03] [AE-CALLBACK-06] [AE-TASK-15]
  it("routes every kind to its owner", () => {
    expect(WORKFLOW_TASK_KINDS.map((kind) => `${kind} ${builtInOwnerOf(kind)}`)).toEqual([
      "PurchaseRequisition inventory",
      "PurchaseOrder inventory",
      "SalesQuotation inventory",
      "SalesOrder inventory",
      "Leave hr",
      "Claim hr",
      "Loan hr",
      "Advance hr",
    ]);
  });

  it.each(["Contract", "leave", "constructor", ""])(
    "knows no owner of %j, which follows no owner's rules [DOC-1]",
    (kind) => {
      expect(builtInOwnerOf(kind)).toBeUndefined();
    },
  );
});

describe("verdictOf", () => {
  it("maps the two statuses that approvers set [AE-ACT-10] [AE-ACT-11]", () => {
    expect([verdictOf("APPROVED"), verdictOf("REJECTED")]).toEqual(["approve", "reject"]);
  });

  it.each(["PENDING", "AWAITING_APPROVAL", "COMPLETED", "CANCELLED", "approved", ""])(
    "refuses %j [AE-ACT-12]",
    (status) => {
      expect(() => verdictOf(status)).toThrow(
        expect.objectContaining({
          code: "APPROVAL_STATUS_REFUSED",
          message: `Cannot set approval status to ${status}`,
        }),
      );
    },
  );
});

describe("the statuses", () => {
  it("of the history are spelt as the specification spells them [AE-EVENT-03] [AE-BASE-10]", () => {
    expect(WORKFLOW_EVENT_TYPES).toEqual([
      "TASK_CREATED",
      "STAGE_ADVANCED",
      "APPROVED",
      "REJECTED",
      "COMPLETED",
      "RESUBMITTED",
      // Beyond the specification: contract-2.
      "AMENDED",
      "OBJECTED",
      "REASSIGNED",
      "APPROVER_ADDED",
      "VERDICT_WITHDRAWN",
      "RECALLED",
      "SKIPPED",
      "UNASSIGNED",
      "APPROVER_LEFT",
      // contract-3.
      "REPLACED",
      "STAGE_ADDED",
      "REMINDED",
      "ESCALATED",
      "ESCALATION_FAILED",
      "TIMED_OUT",
      "EXPIRED",
      "SEAT_LOST",
      "CHANGES_WANTED",
      "QUESTION_ANSWERED",
    ]);
  });

  it("are spelt as the specification spells them [AE-TASK-16] [AE-APPROVAL-08] [AE-BASE-10]", () => {
    expect(WORKFLOW_TASK_STATUSES).toEqual([
      "PENDING",
      "AWAITING_APPROVAL",
      "APPROVED",
      "REJECTED",
      "ARCHIEVED",
    ]);
    expect(WORKFLOW_APPROVAL_STATUSES).toEqual([
      "PENDING",
      "AWAITING_APPROVAL",
      "APPROVED",
      "REJECTED",
      "COMPLETED",
      // Beyond the specification: contract-2.
      "NOT_NEEDED",
    ]);
  });
});
