import { describe, expect, it } from "vitest";

import {
  BOARD,
  NEEDED,
  active,
  approvedBy,
  chief,
  context,
  dynamicRun,
  givenContext,
  ownActor,
  stage,
  stateOf,
  submitStages,
  taskIn,
} from "../../test/approval-runs.ts";
import type { DecisionContext } from "./commands.ts";
import { decide } from "./decide.ts";
import type { Person } from "./people.ts";
import type { SeatCommand } from "./seat-commands.ts";
import { changeTask } from "./steps.ts";
import { APPROVE_BY, type Run } from "./types.ts";

const LEFT: Person = { active: false };

const without = (run: Run, approverId: string) => {
  const approvalId = run.approvals.find((row) => row.approverId === approverId)?.id ?? "";
  return () => decide({ type: "removeRow", approvalId, ...chief }, run, context()).run;
};

const WAYS = {
  addRow: (taskId: string, by: ReturnType<typeof ownActor>): SeatCommand => ({
    type: "addRow",
    taskId,
    approverId: "zoe",
    ...by,
  }),
  addApprover: (taskId: string, by: ReturnType<typeof ownActor>): SeatCommand => ({
    type: "addApprover",
    taskId,
    userId: "zoe",
    position: "PARALLEL",
    ...by,
  }),
};
const RULES_BY_WAY = APPROVE_BY.flatMap((rule) =>
  (["addRow", "addApprover"] as const).map((way) => [rule, way] as const),
);

describe("a seat added by hand", () => {
  it.each(RULES_BY_WAY)("is needed besides those of an %s stage: %s [SAFE-13]", (rule, way) => {
    const run = dynamicRun(BOARD[rule], stage(2, "HR", ["kim"]));
    for (const by of [ownActor("ann"), chief]) {
      const grown = decide(WAYS[way](active(run).id, by), run, context()).run;
      const needed = NEEDED[rule];
      // An accomplice in place of the last one who is needed completes nothing.
      expect(active(approvedBy(grown, "zoe", ...needed.slice(0, -1))).stageName).toBe("Board");
      expect(active(approvedBy(grown, ...needed)).stageName).toBe("Board");
      expect(active(approvedBy(grown, ...needed, "zoe")).stageName).toBe("HR");
      expect(grown.approvals.find(({ approverId }) => approverId === "zoe")).toMatchObject({
        required: true,
      });
    }
  });

  it.each(RULES_BY_WAY)("fills an %s stage that waits for somebody: %s [SAFE-13]", (rule, way) => {
    const others =
      rule === "PER_GROUP"
        ? { ...BOARD[rule], groups: { ann: ["FIN"], bob: ["FIN"], cid: ["FIN"] } }
        : BOARD[rule];
    const given3 = dynamicRun(others, stage(2, "HR", ["kim"]));
    const left = givenContext({}, { ann: LEFT, bob: LEFT, cid: LEFT });
    const run = ["ann", "bob", "cid"].reduce(
      (sofar, userId) => decide({ type: "release", userId }, sofar, left).run,
      given3,
    );
    const filled = decide(WAYS[way](active(run).id, chief), run, left).run;
    expect(filled.approvals.find(({ approverId }) => approverId === "zoe")).not.toHaveProperty("required");
    const after = approvedBy(filled, "zoe");
    expect(active(after).stageName).toBe(rule === "COUNT" ? "Board" : "HR");
  });

  it.each(["addRow", "addApprover"] as const)(
    "carries the stage's groups, for separation of duties: %s [SAFE-13]",
    (way) => {
      const rules = { exclusiveGroups: [["ASKS", "PAYS"]] };
      const [asks, pays] = [
        { ...stage(1, "Asks", ["ann"]), groups: { ann: ["ASKS"] } },
        { ...stage(2, "Pays", ["bob"]), groups: { bob: ["PAYS"] } },
      ];
      const run = dynamicRun(asks, pays);
      const grown = decide(WAYS[way](active(run).id, ownActor("ann")), run, givenContext(rules)).run;
      const paying = approvedBy(grown, "ann", "zoe");
      const again = WAYS[way](active(paying).id, ownActor("bob"));
      expect(() => decide(again, paying, givenContext(rules))).toThrow(
        "Separation of duties: exclusiveGroups",
      );
    },
  );
});

describe("a seat removed by hand", () => {
  const FEWER = "Fewer approvers would be left than the stage needs";

  it("never leaves fewer needed than when the stage was asked [SAFE-13]", () => {
    const run = dynamicRun({ ...stage(1, "Board", ["a", "b", "c", "d"], "PERCENT"), quorum: 50 });
    const three = without(run, "d")();
    expect(without(three, "c")).toThrow(FEWER);
    for (const rule of ["ANY", "COUNT", "PERCENT", "PER_GROUP"] as const) {
      const queued = dynamicRun(stage(0, "First", ["kim"]), BOARD[rule]);
      const command = { ...WAYS.addApprover(taskIn(queued, "Board"), chief) };
      const grown = approvedBy(decide(command, queued, context()).run, "kim");
      expect(without(grown, "zoe")).toThrow(FEWER);
    }
  });

  it("stays where it is needed besides, however many of the others have approved [SAFE-13]", () => {
    const board = { ...stage(1, "Board", ["a", "b", "c", "d"], "PERCENT"), quorum: 25 };
    const queuedRun = dynamicRun(stage(0, "First", ["kim"]), board);
    const command = WAYS.addApprover(taskIn(queuedRun, "Board"), chief);
    const askedRun = approvedBy(decide(command, queuedRun, context()).run, "kim");
    expect(without(approvedBy(askedRun, "a", "b"), "zoe")).toThrow(FEWER);
  });

  it.each(APPROVE_BY)("takes back what was added to an %s stage after it was asked [SAFE-13]", (rule) => {
    const run = dynamicRun(BOARD[rule]);
    const grown = decide(WAYS.addRow(active(run).id, chief), run, context()).run;
    expect(without(grown, "zoe")().approvals).toEqual(run.approvals);
  });

  it("leaves an ALL stage the seats that it has, at least one [SAFE-13]", () => {
    const run = dynamicRun(stage(1, "Board", ["ann", "bob"], "ALL"));
    const one = without(run, "bob")();
    expect(without(one, "ann")).toThrow("The last approver who can decide cannot be removed");
  });
});

describe("somebody whom a rule bars from a stage", () => {
  const stages = [
    stage(1, "Manager", ["ann"]),
    stage(2, "Board", ["ann", "bob", "eve"], "ALL"),
    stage(3, "HR", ["cid"]),
  ];
  const run = approvedBy(dynamicRun(...stages), "ann");
  const edited = (editor: string): Run => ({ ...run, document: { revision: 1, editorIds: [editor] } });
  const withGroups: Run = {
    ...run,
    approvals: run.approvals.map((row) =>
      Object.assign({}, row, { groups: row.taskId === active(run).id ? ["PAYS"] : ["ASKS"] }),
    ),
  };
  const about = changeTask(run, active(run).id, { beneficiaryId: "bob" });

  const BARRED: [string, string, Run, DecisionContext, string][] = [
    [
      "submitter",
      "eve",
      run,
      givenContext({ submitterNeverDecides: true }),
      "Separation of duties: submitterNeverDecides",
    ],
    [
      "submitter, left out",
      "eve",
      run,
      givenContext({ onSubmitterIsApprover: "EXCLUDE" }),
      "Separation of duties: onSubmitterIsApprover",
    ],
    [
      "beneficiary",
      "bob",
      about,
      givenContext({ submitterNeverDecides: true }),
      "Separation of duties: submitterNeverDecides",
    ],
    ["editor", "bob", edited("bob"), givenContext(), "Separation of duties: editorIds"],
    [
      "earlier decider",
      "ann",
      run,
      givenContext({ onePersonOneStage: true }),
      "Separation of duties: onePersonOneStage",
    ],
    [
      "exclusive group",
      "ann",
      withGroups,
      givenContext({ exclusiveGroups: [["asks ", "Pays"]] }),
      "Separation of duties: exclusiveGroups",
    ],
    ["leaver", "bob", run, givenContext({}, { bob: LEFT }), "You have left the company"],
  ];

  it.each(BARRED)(
    "neither gives a seat nor takes one away: %s [SAFE-12]",
    (_who, actorId, barredRun, circumstances, message) => {
      const taskId = active(barredRun).id;
      const other = actorId === "bob" ? "ann" : "bob";
      const theirs =
        barredRun.approvals.find((row) => row.taskId === taskId && row.approverId === other)?.id ?? "";
      const acting = { actorId, privileged: true };
      const reason = "friend";
      const commands: SeatCommand[] = [
        { type: "reassign", taskId, toUserId: "zoe", reason, actorId, privileged: false },
        { type: "reassign", taskId, fromUserId: other, toUserId: "zoe", reason, ...acting },
        WAYS.addRow(taskId, acting),
        WAYS.addApprover(taskId, acting),
        { type: "removeRow", approvalId: theirs, ...acting },
      ];
      for (const command of commands) {
        expect(() => decide(command, barredRun, circumstances)).toThrow(
          expect.objectContaining({ code: "FORBIDDEN", message }),
        );
      }
    },
  );

  it.each(BARRED)("takes none: %s [SAFE-12]", (_who, barred, barredRun, circumstances) => {
    const taskId = active(barredRun).id;
    const seat = barredRun.approvals.find((row) => row.taskId === taskId && row.approverId === barred);
    // Somebody who never had a seat there gets one.
    const unseated = { ...barredRun, approvals: barredRun.approvals.filter((row) => row !== seat) };
    const command = {
      type: "reassign",
      taskId,
      fromUserId: barred === "bob" ? "ann" : "bob",
      toUserId: barred,
      reason: "x",
      ...chief,
    } as const;
    expect(() => decide(command, unseated, circumstances)).toThrow(
      /Separation of duties|has left|submitted/u,
    );
  });

  it("has a seat that a privileged user gives away whom nothing bars, in a queued stage too [SAFE-12]", () => {
    const barred = givenContext({ submitterNeverDecides: true });
    const queued = submitStages(
      [stage(1, "Manager", ["ann"]), stage(2, "Board", ["eve", "bob"])],
      barred,
    ).run;
    const asked = decide(
      { type: "approve", taskId: active(queued).id, approverId: "ann" },
      queued,
      barred,
    ).run;
    for (const one of [queued, asked]) {
      const taskId = taskIn(one, "Board");
      const to = { taskId, toUserId: "zoe", reason: "barred" };
      expect(() => decide({ type: "reassign", ...to, ...ownActor("eve") }, one, barred)).toThrow(
        "Separation of duties: submitterNeverDecides",
      );
      const moved = decide({ type: "reassign", ...to, fromUserId: "eve", ...chief }, one, barred).run;
      expect(stateOf(moved)[1]).toMatch(/: zoe (PENDING|AWAITING_APPROVAL), bob/u);
    }
    // Nothing bars Eve any more, but the seat stays left out until it is asked again.
    const to = { taskId: taskIn(asked, "Board"), toUserId: "zoe", reason: "away" };
    expect(() => decide({ type: "reassign", ...to, ...ownActor("eve") }, asked, givenContext())).toThrow(
      "Only a privileged user may reassign an approval that was left out",
    );
  });
});
