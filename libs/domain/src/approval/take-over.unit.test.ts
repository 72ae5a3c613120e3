import { describe, expect, it } from "vitest";

import {
  active,
  approve,
  approvedBy,
  context,
  dynamicRun,
  reject,
  stage,
  stateOf,
  submission,
} from "../../test/approval-runs.ts";
import { defined } from "../defined.ts";
import type { TakeOverPolicy } from "./commands.ts";
import { decide } from "./decide.ts";
import { EMPTY_RUN } from "./run.ts";
import type { Run, Task } from "./types.ts";

const REFUSED = { code: "APPROVAL_NOT_ACTIONABLE", message: "Approval not found or cannot be updated" };

const REFUSAL = expect.objectContaining(REFUSED);

const manager = stage(1, "MANAGER", ["ann"]);
const board = stage(2, "BOARD", ["bob", "ben"], "ALL");
const hr = stage(3, "HR", ["cid"]);

const as = (policy: TakeOverPolicy, privileged = false) => ({ takeOver: { policy, privileged } });

/** A document that Eve submitted for somebody. */
const about = (beneficiaryId: string) =>
  decide(submission({ dynamicStages: [manager, hr], beneficiaryId }), EMPTY_RUN, context()).run;

describe("take-over of a pending approval", () => {
  it("makes the acting user its approver, then records the verdict, and notes that in the event [AE-FACADE-05] [AE-FACADE-13] [AE-AUTH-07]", () => {
    const { run, events } = approve(dynamicRun(manager, hr), "zoe", { ...as("anyone"), remark: "for Ann" });
    expect(stateOf(run)).toEqual([
      "1 MANAGER APPROVED: zoe APPROVED",
      "3 HR AWAITING_APPROVAL: cid AWAITING_APPROVAL",
    ]);
    expect(events.map(({ event, actorId, metadata }) => [event, actorId, metadata.reassignedFrom])).toEqual([
      ["APPROVED", "zoe", "ann"],
      ["STAGE_ADVANCED", "zoe", undefined],
    ]);
    expect(events[0]?.metadata).toMatchObject({ reassignedTo: "zoe", remark: "for Ann" });
  });

  it("works for rejections too, and the fresh task asks the user who took over [AE-FACADE-05] [AE-FACADE-13]", () => {
    const { run, events } = reject(approvedBy(dynamicRun(manager, hr), "ann"), "zoe", as("anyone"));
    expect(stateOf(run)).toEqual([
      "1 MANAGER AWAITING_APPROVAL: ann AWAITING_APPROVAL",
      "3 HR REJECTED†: zoe REJECTED†",
      "3 HR PENDING: zoe PENDING",
    ]);
    expect(events[0]?.metadata).toMatchObject({ reassignedFrom: "cid", reassignedTo: "zoe" });
  });

  it("takes over an approval that still waits", () => {
    const run = approvedBy(dynamicRun(board), "bob");
    expect(stateOf(approve(run, "zoe", as("anyone")).run)).toEqual([
      "2 BOARD APPROVED: bob APPROVED, zoe APPROVED",
    ]);
  });

  it("prefers the user's own approval, without a take-over", () => {
    const { run, events } = approve(dynamicRun(board), "ben", as("anyone"));
    expect(stateOf(run)).toEqual(["2 BOARD AWAITING_APPROVAL: bob AWAITING_APPROVAL, ben APPROVED"]);
    expect(events[0]?.metadata).not.toHaveProperty("reassignedFrom");
    expect(events[0]?.metadata).not.toHaveProperty("reassignedTo");
  });

  it("is refused to an approver of the task who has decided, because one person would count twice", () => {
    const run = approvedBy(dynamicRun(board), "bob");
    expect(() => approve(run, "bob", as("anyone"))).toThrow(expect.objectContaining(REFUSED));
  });

  it.each(["anyone", "participants", "privileged"] as const)(
    "is refused to the submitter, whatever the policy (%s) [AE-FACADE-11]",
    (policy) => {
      expect(() => approve(dynamicRun(manager, hr), "eve", as(policy, true))).toThrow(
        expect.objectContaining(REFUSED),
      );
    },
  );

  it.each<[TakeOverPolicy, string, boolean, boolean]>([
    ["anyone", "zoe", false, true],
    ["participants", "zoe", false, false],
    ["participants", "cid", false, true],
    ["participants", "zoe", true, false],
    ["privileged", "zoe", false, false],
    ["privileged", "cid", false, false],
    ["privileged", "zoe", true, true],
    ["off", "cid", true, false],
  ])("under %s, by %s (privileged: %s), allowed: %s [AE-FACADE-12]", (policy, user, privileged, allowed) => {
    const run = dynamicRun(manager, hr);
    const attempt = () => approve(run, user, as(policy, privileged));
    if (allowed) {
      expect(active(attempt().run).stageName).toBe("HR");
    } else {
      expect(attempt).toThrow(expect.objectContaining(REFUSED));
    }
  });

  it.each(["anyone", "participants", "privileged"] as const)(
    "is refused to the person whom the document is about, whatever the policy (%s) [SAFE-4]",
    (policy) => {
      for (const person of ["nora", "cid"]) {
        expect(() => approve(about(person), person, as(policy, true))).toThrow(REFUSAL);
        expect(() => reject(about(person), person, as(policy, true))).toThrow(REFUSAL);
      }
    },
  );

  it("leaves that person the seat that the submission gave them [SAFE-4]", () => {
    expect(active(approve(about("ann"), "ann", as("anyone")).run).stageName).toBe("HR");
  });

  it("is refused to everybody if an older version did not store whom the document is about [SAFE-4]", () => {
    const run = dynamicRun(manager, hr);
    const tasks = run.tasks.map((task) => defined<Task>({ ...task, beneficiaryId: undefined }));
    const older = { ...run, tasks };
    expect(() => approve(older, "zoe", as("anyone"))).toThrow(REFUSAL);
    expect(active(approve(older, "ann", as("anyone")).run).stageName).toBe("HR");
  });

  it("is refused to a user who was added by hand, also after a return [SAFE-3]", () => {
    const run = dynamicRun(manager, board, hr);
    const zoe = { id: "by-hand", approverId: "zoe", addedByHand: true, archived: false } as const;
    const withZoe = (of: Run, status: "PENDING" | "AWAITING_APPROVAL"): Run => ({
      ...of,
      approvals: [...of.approvals, { ...zoe, taskId: active(of).id, status }],
    });
    const early = approvedBy(withZoe(run, "PENDING"), "zoe");
    expect(() => approve(early, "zoe", as("participants"))).toThrow(REFUSAL);

    const returned = reject(withZoe(approvedBy(run, "ann"), "PENDING"), "zoe").run;
    expect(() => approve(returned, "zoe", as("participants"))).toThrow(REFUSAL);
    const requeued = returned.approvals.filter((row) => row.approverId === "zoe");
    expect(requeued.map((row) => row.addedByHand)).toEqual([true, true]);
    expect(returned.approvals.filter((row) => row.addedByHand)).toHaveLength(2);
  });

  it("is refused on a stage still to come, and on one that is over [AE-APPROVE-08]", () => {
    const run = approvedBy(dynamicRun(manager, board, hr), "ann", "bob");
    expect(run.tasks.map(({ stageName }) => stageName)).toEqual(["MANAGER", "BOARD", "HR"]);
    for (const { id: taskId, stageName } of run.tasks) {
      const attempt = () =>
        decide({ type: "approve", taskId, approverId: "zoe", ...as("anyone") }, run, context());
      if (stageName === "BOARD") {
        expect(attempt).not.toThrow();
      } else {
        expect(attempt).toThrow(expect.objectContaining(REFUSED));
      }
    }
  });

  it("is refused unless the command asks for it [AE-APPROVE-08]", () => {
    expect(() => approve(dynamicRun(manager), "zoe")).toThrow(expect.objectContaining(REFUSED));
  });
});
