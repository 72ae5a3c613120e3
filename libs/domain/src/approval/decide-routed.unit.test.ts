import { describe, expect, it } from "vitest";

import {
  active,
  approvedBy,
  context,
  linesOf,
  reject,
  stage,
  stateOf,
  storedStages,
  submission,
} from "../../test/approval-runs.ts";
import { NEEDS, contentOf, testConditions } from "../../test/conditional-runs.ts";
import type { AmendCommand, Decision, DecisionContext, SubmitCommand } from "./commands.ts";
import { decide } from "./decide.ts";
import { messageOf } from "./notifications.ts";
import { EMPTY_RUN } from "./run.ts";
import type { DocumentContent, Run, StageInput } from "./types.ts";

const keyed = (order: number, key: string, approverIds: readonly string[], when?: string): StageInput => ({
  ...stage(order, key, approverIds),
  key,
  ...(when !== undefined && { when }),
});

/** Legal above 1,000, then always the manager, the board above 10,000, and HR where the document says so. */
const STAGES = [
  keyed(1, "legal", ["lee", "lou"], "above 1000"),
  keyed(2, "manager", ["ann"]),
  keyed(3, "board", ["bob", "ben"], "above 10000"),
  keyed(4, "hr", ["cid"], "says hr"),
];

const judging = (overrides: Partial<DecisionContext> = {}) =>
  context({ conditions: testConditions, ...overrides });

function submitted(
  content: DocumentContent | undefined,
  extra: Partial<SubmitCommand> = {},
  stages: readonly StageInput[] = STAGES,
): Decision {
  const command = submission({
    workflowId: "workflow",
    storedStages: storedStages(stages),
    facts: [NEEDS],
    document: { revision: 1 },
    ...extra,
  });
  return decide(command, EMPTY_RUN, judging({ content }));
}

/** The changed document of a run with the route that a decision has left. */
function amended(
  run: Run,
  { route }: Pick<Decision, "route">,
  policy: AmendCommand["policy"],
  content: DocumentContent,
): Decision {
  return decide({ type: "amend", policy, revision: 2, actorId: "eve", route }, run, judging({ content }));
}

const inclusions = ({ route }: Pick<Decision, "route">) =>
  route?.stages.map(({ stage: { key }, included, reason }) => `${key} ${included ? "in" : "out"} ${reason}`);

describe("a submission of stages with conditions", () => {
  it("has the stages whose conditions its document fulfils, and keeps the others with their reasons [ROUTE-2]", () => {
    const { run, route, events } = submitted(contentOf(5_000, "nothing"));
    expect(stateOf(run)).toEqual([
      "1 legal AWAITING_APPROVAL: lee AWAITING_APPROVAL, lou AWAITING_APPROVAL",
      "2 manager PENDING: ann PENDING",
    ]);
    expect(route).toMatchObject({
      facts: [NEEDS],
      stages: [
        { included: true, reason: "CONDITION_TRUE", values: { "document.amount": "5000" } },
        { included: true, reason: "ALWAYS" },
        {
          stage: { key: "board" },
          included: false,
          reason: "CONDITION_FALSE",
          values: { "document.amount": "5000" },
        },
        { stage: { key: "hr" }, included: false, reason: "CONDITION_FALSE" },
      ],
    });
    expect(events).toHaveLength(1);
    expect(events[0]?.metadata).not.toHaveProperty("warnings");
  });

  it.each([undefined, { ...contentOf(10, "nothing"), byOwner: false }])(
    "has every stage where a person describes the document: %j [ROUTE-4]",
    (content) => {
      const decision = submitted(content);
      expect(inclusions(decision)).toEqual([
        "legal in UNVERIFIED",
        "manager in ALWAYS",
        "board in UNVERIFIED",
        "hr in UNVERIFIED",
      ]);
      expect(decision.run.tasks).toHaveLength(4);
    },
  );

  it("has a stage whose condition lacks something, and says so in its event [ROUTE-4]", () => {
    const decision = submitted(contentOf(500));
    expect(inclusions(decision)?.at(-1)).toBe("hr in ERROR");
    expect(decision.events[0]?.metadata.warnings).toEqual([
      {
        stageKey: "hr",
        code: "CONDITION_ERROR",
        message: 'The condition of stage "hr" could not be evaluated: needs: is required',
      },
    ]);
  });

  it("is refused where no stage applies [ROUTE-4]", () => {
    const [legal] = STAGES;
    expect(() => submitted(contentOf(10), {}, legal ? [legal] : [])).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT", message: "No stage applies to this document" }),
    );
  });

  it.each([
    [contentOf(10), "document.facts: needs is required by the workflow, of type TEXT"],
    [
      contentOf(10, undefined, [{ key: "needs", type: "BOOLEAN", value: true }]),
      "document.facts: needs must be of type TEXT, not BOOLEAN",
    ],
  ])("is refused with %j, which is not as the workflow declares it [ROUTE-3]", (content, message) => {
    expect(() => submitted(content, { facts: [{ ...NEEDS, required: true }] })).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT", message, field: "document.facts" }),
    );
  });

  it("needs no facts where a person describes the document, whom nobody believes [ROUTE-4]", () => {
    expect(submitted(undefined, { facts: [{ ...NEEDS, required: true }] }).run.tasks).toHaveLength(4);
  });

  it("keeps no route where no stage has a condition [ROUTE-4]", () => {
    const decision = submitted(contentOf(10), {}, [keyed(1, "manager", ["ann"])]);
    expect(decision).not.toHaveProperty("route");
    expect(decision.run.tasks[0]).not.toHaveProperty("stageKey");
  });
});

const small = () => submitted(contentOf(500, "nothing"));

describe("an amendment of a document with conditions", () => {
  it("that raises the amount adds the stages, which are asked from the first again [ROUTE-4]", () => {
    const before = small();
    const { run, events, route } = amended(before.run, before, "ASK_AGAIN", contentOf(20_000, "nothing"));
    expect(stateOf(run)).toEqual([
      "2 manager PENDING: ann PENDING",
      "1 legal AWAITING_APPROVAL: lee AWAITING_APPROVAL, lou AWAITING_APPROVAL",
      "3 board PENDING: bob PENDING, ben PENDING",
    ]);
    expect(linesOf(events)).toEqual([
      "AMENDED by eve to eve, lee, lou",
      "STAGE_ADDED by eve to eve",
      "STAGE_ADDED by eve to eve",
    ]);
    const [first, added] = events;
    expect(first?.asked).toEqual({ lee: { ending: "asked" }, lou: { ending: "asked" } });
    expect(added && messageOf(added)).toBe("LV-1 now also needs legal");
    expect(route?.stages.map(({ included }) => included)).toEqual([true, true, true, false]);
  });

  it("that keeps verdicts asks an added stage next, also where it comes before the present one [ROUTE-4]", () => {
    const before = small();
    const { run } = amended(before.run, before, "KEEP_VERDICTS", contentOf(20_000, "nothing"));
    expect(stateOf(run)).toEqual([
      "2 manager AWAITING_APPROVAL: ann AWAITING_APPROVAL",
      "1 legal PENDING: lee PENDING, lou PENDING",
      "3 board PENDING: bob PENDING, ben PENDING",
    ]);
    const next = approvedBy(run, "ann");
    expect(active(next).stageName).toBe("legal");
    expect(active(approvedBy(next, "lee")).stageName).toBe("board");
  });

  it("keeps the verdicts of earlier stages when it adds one [ROUTE-4]", () => {
    const before = submitted(contentOf(5_000, "hr"));
    const judged = approvedBy(before.run, "lee", "ann");
    const { run, events } = amended(judged, before, "KEEP_VERDICTS", contentOf(20_000, "hr"));
    expect(stateOf(run)).toEqual([
      "1 legal APPROVED: lee APPROVED, lou AWAITING_APPROVAL",
      "2 manager APPROVED: ann APPROVED",
      "4 hr AWAITING_APPROVAL: cid AWAITING_APPROVAL",
      "3 board PENDING: bob PENDING, ben PENDING",
    ]);
    expect(linesOf(events)).toEqual(["AMENDED by eve to eve, cid, lee, ann", "STAGE_ADDED by eve to eve"]);
    expect(active(approvedBy(run, "cid")).stageName).toBe("board");
  });

  it.each(["ASK_AGAIN", "KEEP_VERDICTS"] as const)(
    "that lowers the amount leaves out only stages that were never asked: %s [ROUTE-4]",
    (policy) => {
      const before = submitted(contentOf(20_000, "nothing"));
      const judged = approvedBy(before.run, "lee");
      const decision = amended(judged, before, policy, contentOf(10, "nothing"));
      expect(
        decision.run.tasks.map(({ stageName, archived, status }) => [stageName, archived, status]),
      ).toEqual(
        policy === "ASK_AGAIN"
          ? [
              ["legal", false, "AWAITING_APPROVAL"],
              ["manager", false, "PENDING"],
              ["board", true, "ARCHIEVED"],
            ]
          : [
              ["legal", false, "APPROVED"],
              ["manager", false, "AWAITING_APPROVAL"],
              ["board", true, "ARCHIEVED"],
            ],
      );
      expect(inclusions(decision)).toEqual([
        "legal in CONDITION_FALSE",
        "manager in ALWAYS",
        "board out CONDITION_FALSE",
        "hr out CONDITION_FALSE",
      ]);
      expect(decision.route?.stages[2]?.values).toEqual({ "document.amount": "10" });
      const ended = approvedBy(decision.run, ...(policy === "ASK_AGAIN" ? ["lee"] : []));
      expect(
        decide({ type: "approve", taskId: active(ended).id, approverId: "ann" }, ended, judging()).outcome,
      ).toBe("completed");
    },
  );

  it("adds a stage that it had left out before, and not one that is there [ROUTE-4]", () => {
    const before = submitted(contentOf(20_000, "nothing"));
    const lower = amended(before.run, before, "KEEP_VERDICTS", contentOf(10, "nothing"));
    const higher = amended(lower.run, lower, "KEEP_VERDICTS", contentOf(30_000, "nothing"));
    expect(stateOf(higher.run)).toEqual([
      "1 legal AWAITING_APPROVAL: lee AWAITING_APPROVAL, lou AWAITING_APPROVAL",
      "2 manager PENDING: ann PENDING",
      "3 board ARCHIEVED†: bob PENDING†, ben PENDING†",
      "3 board PENDING: bob PENDING, ben PENDING",
    ]);
    const again = amended(higher.run, higher, "KEEP_VERDICTS", contentOf(40_000, "nothing"));
    expect(again.changes.insertedTasks).toEqual([]);
  });

  it("keeps a stage that rejected and is queued again [ROUTE-4]", () => {
    const before = submitted(contentOf(20_000, "nothing"));
    const returned = reject(approvedBy(before.run, "lee", "ann"), "bob").run;
    expect(active(returned).stageName).toBe("manager");
    const { run } = amended(returned, before, "KEEP_VERDICTS", contentOf(10, "nothing"));
    expect(stateOf(run).at(-1)).toBe("3 board PENDING: bob PENDING, ben PENDING");
  });

  it("keeps a stage that a stage added by hand has returned to [ROUTE-4]", () => {
    const first = submitted(contentOf(500, "nothing"));
    const after = {
      type: "addApprover",
      taskId: active(first.run).id,
      userId: "zoe",
      position: "AFTER",
    } as const;
    const further = decide({ ...after, actorId: "ann", privileged: false }, first.run, judging()).run;
    const [legal] = storedStages(STAGES);
    const extra = { returnToStageId: "stage-legal", ...(legal && { returnStage: legal }) };
    const returned = reject(approvedBy(further, "ann"), "zoe", extra);
    expect(active(returned.run).stageName).toBe("legal");
    const { run, events } = amended(returned.run, first, "KEEP_VERDICTS", contentOf(5_000, "nothing"));
    expect(linesOf(events)).toEqual(["AMENDED by eve to eve, lee, lou, ann"]);
    expect(run.tasks.filter(({ archived, stageName }) => !archived && stageName === "legal")).toHaveLength(1);
  });

  it("says in its event what a condition lacks [ROUTE-4]", () => {
    const before = small();
    const { events } = amended(before.run, before, "KEEP_VERDICTS", contentOf(500));
    expect(events[0]?.metadata.warnings).toMatchObject([{ stageKey: "hr", code: "CONDITION_ERROR" }]);
    expect(events[1]).toMatchObject({ event: "STAGE_ADDED", metadata: { stageName: "hr" } });
  });

  it("leaves a run whose definition has no conditions as it is [ROUTE-4]", () => {
    const before = submitted(undefined, {}, [keyed(1, "manager", ["ann"])]);
    const decision = amended(before.run, before, "KEEP_VERDICTS", contentOf(20_000));
    expect(decision).not.toHaveProperty("route");
    expect(stateOf(decision.run)).toEqual(stateOf(before.run));
  });
});
