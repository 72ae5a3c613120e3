import { describe, expect, it } from "vitest";

import {
  amend,
  approve,
  approvedBy,
  context,
  dynamicRun,
  linesOf,
  reject,
  stage,
  stateOf,
  storedRun,
} from "../../test/approval-runs.ts";
import type { RunEvent } from "./commands.ts";
import { decide } from "./decide.ts";
import { notificationsOf } from "./notifications.ts";
import { EMPTY_RUN, isQueued } from "./run.ts";
import type { Run } from "./types.ts";

const POLICIES = ["ASK_AGAIN", "KEEP_VERDICTS"] as const;

const manager = stage(1, "Manager", ["ann", "amy"]);
const board = stage(2, "Board", ["bob", "ben"], "ALL");
const hr = stage(3, "HR", ["cid"]);
const chief = stage(4, "Chief", ["dee"]);
const stages = [manager, board, hr];

const fresh = () => dynamicRun(...stages);
const halfBoard = () => approvedBy(fresh(), "ann", "bob");
/** The Board has rejected and is queued again. */
const returned = () => reject(halfBoard(), "ben").run;
/** The Chief has returned it to the Manager; the stages between are approved. */
const returnedFar = () =>
  reject(approvedBy(storedRun(...stages, chief), "ann", "bob", "ben", "cid"), "dee", {
    returnToStageId: "stage-Manager",
  }).run;
/** The Chief has returned it to the HR stage, which has no task of its own. */
const takenUpLater = () =>
  reject(approvedBy(storedRun(manager, chief), "ann"), "dee", {
    returnToStageId: "stage-HR",
    returnStage: { ...hr, stageId: "stage-HR", workflowId: "workflow" },
  }).run;
const addedByHand = (): Run => {
  const before = fresh();
  const added = { id: "by-hand", taskId: before.tasks[0]?.id ?? "", approverId: "kim", addedByHand: true };
  return { ...before, approvals: [...before.approvals, { ...added, archived: false, status: "PENDING" }] };
};

interface Case {
  given: string;
  run: () => Run;
  /** The run under ASK_AGAIN; KEEP_VERDICTS changes none. */
  again: string[];
  /** Recipients under ASK_AGAIN: first those whose message says that they are asked again. */
  asked: string[];
  notified: string[];
  /** Recipients under KEEP_VERDICTS. */
  kept: string[];
}

const CASES: Case[] = [
  {
    given: "a first stage without a verdict",
    run: fresh,
    again: [
      "1 Manager AWAITING_APPROVAL: ann AWAITING_APPROVAL, amy AWAITING_APPROVAL",
      "2 Board PENDING: bob PENDING, ben PENDING",
      "3 HR PENDING: cid PENDING",
    ],
    asked: ["ann", "amy"],
    notified: ["eve"],
    kept: ["eve", "ann", "amy"],
  },
  {
    given: "a second stage that half of its approvers have approved",
    run: halfBoard,
    again: [
      "1 Manager AWAITING_APPROVAL: ann AWAITING_APPROVAL, amy AWAITING_APPROVAL",
      "2 Board PENDING: bob PENDING, ben PENDING",
      "3 HR PENDING: cid PENDING",
    ],
    asked: ["ann", "amy"],
    notified: ["eve", "bob"],
    kept: ["eve", "bob", "ben", "ann"],
  },
  {
    given: "a last stage",
    run: () => approvedBy(halfBoard(), "ben"),
    again: [
      "1 Manager AWAITING_APPROVAL: ann AWAITING_APPROVAL, amy AWAITING_APPROVAL",
      "2 Board PENDING: bob PENDING, ben PENDING",
      "3 HR PENDING: cid PENDING",
    ],
    asked: ["ann", "amy"],
    notified: ["eve", "bob", "ben"],
    kept: ["eve", "cid", "ann", "bob", "ben"],
  },
  {
    given: "a stage that was returned to",
    run: returned,
    again: [
      "1 Manager AWAITING_APPROVAL: ann AWAITING_APPROVAL, amy AWAITING_APPROVAL",
      "2 Board REJECTED†: bob APPROVED†, ben REJECTED†",
      "3 HR PENDING: cid PENDING",
      "2 Board PENDING: bob PENDING, ben PENDING",
    ],
    asked: ["ann", "amy"],
    notified: ["eve"],
    kept: ["eve", "ann", "amy"],
  },
  {
    given: "approved stages behind the one that was returned to",
    run: returnedFar,
    again: [
      "1 Manager AWAITING_APPROVAL: ann AWAITING_APPROVAL, amy AWAITING_APPROVAL",
      "2 Board PENDING: bob PENDING, ben PENDING",
      "3 HR PENDING: cid PENDING",
      "4 Chief REJECTED†: dee REJECTED†",
      "4 Chief PENDING: dee PENDING",
    ],
    asked: ["ann", "amy"],
    notified: ["eve", "bob", "ben", "cid"],
    kept: ["eve", "ann", "amy", "bob", "ben", "cid"],
  },
  {
    given: "a stage that a return created after others",
    run: takenUpLater,
    again: [
      "1 Manager AWAITING_APPROVAL: ann AWAITING_APPROVAL, amy AWAITING_APPROVAL",
      "4 Chief REJECTED†: dee REJECTED†",
      "3 HR PENDING: cid PENDING",
      "4 Chief PENDING: dee PENDING",
    ],
    asked: ["ann", "amy"],
    notified: ["eve"],
    kept: ["eve", "cid", "ann"],
  },
  {
    given: "an approver who was added by hand",
    run: addedByHand,
    again: [
      "1 Manager AWAITING_APPROVAL: ann AWAITING_APPROVAL, amy AWAITING_APPROVAL, kim AWAITING_APPROVAL",
      "2 Board PENDING: bob PENDING, ben PENDING",
      "3 HR PENDING: cid PENDING",
    ],
    asked: ["ann", "amy", "kim"],
    notified: ["eve"],
    kept: ["eve", "ann", "amy", "kim"],
  },
];

const MESSAGE = "LV-1 was changed: fewer days";

/** The notifications of an event, each with its message. */
const messagesOf = (event: RunEvent) =>
  notificationsOf(event, "eve").map(({ userId, message }) => ({ userId, message }));

describe("a document that changes while its approval is in progress", () => {
  it.each(CASES)(
    "asks every stage again that was asked: $given [DOC-3]",
    ({ run: given, again, asked, notified }) => {
      const before = given();
      const { run, events, changes } = amend(before, "ASK_AGAIN", { note: "fewer days" });
      expect(stateOf(run)).toEqual(again);
      expect(events).toHaveLength(1);
      expect(
        Object.fromEntries(events.flatMap(messagesOf).map(({ userId, message }) => [userId, message])),
      ).toEqual({
        ...Object.fromEntries(notified.map((userId) => [userId, MESSAGE])),
        ...Object.fromEntries(asked.map((userId) => [userId, `${MESSAGE} — awaiting your approval again`])),
      });
      expect(changes.updatedTasks.toSorted(byId)).toEqual(run.tasks.toSorted(byId));
      expect([changes.insertedTasks, changes.insertedApprovals]).toEqual([[], []]);
      const queuedIds = new Set(before.tasks.filter(isQueued).map(({ id }) => id));
      expect(changes.updatedApprovals.filter(({ taskId }) => queuedIds.has(taskId))).toEqual([]);
    },
  );

  it.each(CASES)("or leaves every verdict as it is: $given [DOC-3]", ({ run: given, kept }) => {
    const before = given();
    const { run, events, changes } = amend(before, "KEEP_VERDICTS", { note: "fewer days" });
    expect(run).toEqual({ ...before, document: { revision: 2, editorIds: ["eve"] } });
    expect(events.flatMap(messagesOf)).toEqual(kept.map((userId) => ({ userId, message: MESSAGE })));
    expect(changes.updatedTasks.toSorted(byId)).toEqual(run.tasks.toSorted(byId));
    expect([changes.insertedTasks, changes.updatedApprovals, changes.insertedApprovals]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it("clears remarks and dates of the verdicts it takes back, but not of archived ones [DOC-3]", () => {
    const remarked = approve(approve(fresh(), "ann", { remark: "fine" }).run, "bob", {
      remark: "me too",
    }).run;
    const rejected = reject(remarked, "ben", { remark: "no" }).run;
    const { run } = amend(approve(rejected, "amy", { remark: "again" }).run, "ASK_AGAIN");
    expect(run.tasks.map(({ completionDate }) => completionDate !== undefined)).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(
      run.approvals.map(({ remark, statusUpdateDate }) => [remark, statusUpdateDate !== undefined]),
    ).toEqual([
      [undefined, false],
      [undefined, false],
      ["me too", true],
      ["no", true],
      [undefined, false],
      [undefined, false],
      [undefined, false],
    ]);
  });

  it.each(POLICIES)("has one event, on the active stage, with note and revision: %s [DOC-3]", (policy) => {
    const { run, events, outcome } = amend(halfBoard(), policy, {
      actorId: "sue",
      actorName: "Sue",
      note: "fewer days",
      revision: 7,
    });
    const active = policy === "ASK_AGAIN" ? run.tasks[0] : run.tasks[1];
    expect(linesOf(events)).toEqual([
      policy === "ASK_AGAIN"
        ? "AMENDED by sue to eve, ann, amy, ann, bob"
        : "AMENDED by sue to eve, bob, ben, ann, bob",
    ]);
    expect(events[0]).toMatchObject({ taskId: active?.id, refId: "leave", kind: "Leave" });
    expect(events[0]?.metadata).toEqual({
      ref: "LV-1",
      stageName: active?.stageName,
      remark: "fewer days",
      actorName: "Sue",
      revision: 7,
    });
    expect(outcome).toBeUndefined();
  });

  it("is completed by new verdicts of every stage that was asked again [DOC-3]", () => {
    const again = amend(halfBoard(), "ASK_AGAIN").run;
    expect(approve(approvedBy(again, "ann", "bob", "ben"), "cid").outcome).toBe("completed");
  });

  it("goes on with the verdicts that it kept [DOC-3]", () => {
    const kept = amend(halfBoard(), "KEEP_VERDICTS").run;
    expect(approve(approvedBy(kept, "ben"), "cid").outcome).toBe("completed");
  });

  it.each(
    POLICIES.flatMap((policy) => [
      { policy, given: "no run", run: () => EMPTY_RUN },
      { policy, given: "a completed run", run: () => approvedBy(dynamicRun(manager), "ann") },
      { policy, given: "a rejected run", run: () => reject(fresh(), "ann").run },
      {
        policy,
        given: "a cancelled run",
        run: () => decide({ type: "archive", runId: "run" }, fresh(), context()).run,
      },
    ]),
  )("is refused for $given ($policy) [DOC-3]", ({ policy, run }) => {
    expect(() => amend(run(), policy)).toThrow(
      expect.objectContaining({
        code: "NOT_FOUND",
        message: "There is no approval in progress for this document",
        field: "refId",
      }),
    );
  });
});

const byId = (left: { id: string }, right: { id: string }) => left.id.localeCompare(right.id);
