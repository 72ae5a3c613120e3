import { describe, expect, it } from "vitest";

import {
  active,
  amend,
  approve,
  approvedBy,
  context,
  dynamicRun,
  linesOf,
  reject,
  stage,
  stateOf,
} from "../../test/approval-runs.ts";
import type { DecisionContext } from "./commands.ts";
import { decide } from "./decide.ts";
import type { Person } from "./people.ts";
import { DEFAULT_RULES } from "./rules.ts";
import type { Run, StageInput } from "./types.ts";

const LEFT: Person = { active: false };
const hr = stage(2, "HR", ["cid"]);

const counting = (approverIds: string[], quorum: number, extra: Partial<StageInput> = {}): StageInput => ({
  ...stage(1, "Board", approverIds, "COUNT"),
  quorum,
  ...extra,
});
const without = (...leavers: string[]): DecisionContext =>
  context({ people: new Map(leavers.map((id) => [id, LEFT])) });
const released = (run: Run, userId: string, given = without(userId)) =>
  decide({ type: "release", userId }, run, given);

const refused = (given: StageInput) => () => dynamicRun(given);

const only = (rules: Partial<typeof DEFAULT_RULES>) => context({ rules: { ...DEFAULT_RULES, ...rules } });

const hop = (run: Run, place: number): Run =>
  decide(
    {
      type: "reassign",
      taskId: active(run).id,
      toUserId: `p${place + 1}`,
      reason: "away",
      actorId: `p${place}`,
      privileged: false,
    },
    run,
    context(),
  ).run;

describe("a stage with a quorum", () => {
  it("is complete with so many approvals; the other seats were not needed [PPL-4]", () => {
    const { run, events } = approve(
      approvedBy(dynamicRun(counting(["ann", "bob", "kim"], 2), hr), "ann"),
      "kim",
    );
    expect(stateOf(run)[0]).toBe("1 Board APPROVED: ann APPROVED, bob NOT_NEEDED, kim APPROVED");
    expect(linesOf(events)).toEqual(["APPROVED by kim to eve", "STAGE_ADVANCED by kim to cid"]);
  });

  it("keeps its rule and asks all seats again after a return [PPL-4]", () => {
    const before = approvedBy(
      dynamicRun(stage(0, "First", ["dee"]), counting(["ann", "bob", "kim"], 2)),
      "dee",
    );
    const { run } = reject(approvedBy(before, "ann"), "bob");
    expect(stateOf(run).slice(1)).toEqual([
      "1 Board REJECTED†: ann APPROVED†, bob REJECTED†, kim NOT_NEEDED†",
      "1 Board PENDING: ann PENDING, bob PENDING, kim PENDING",
    ]);
    expect(run.tasks.at(-1)).toMatchObject({ approveBy: "COUNT", quorum: 2 });
  });

  it("of 2 of 3 needs both who are left after one leaves [PPL-4] [PPL-5]", () => {
    const run = released(dynamicRun(counting(["ann", "bob", "kim"], 2), hr), "kim").run;
    expect(stateOf(run)[0]).toBe(
      "1 Board AWAITING_APPROVAL: ann AWAITING_APPROVAL, bob AWAITING_APPROVAL, kim NOT_NEEDED",
    );
    expect(active(approvedBy(run, "ann")).stageName).toBe("Board");
    expect(active(approvedBy(run, "ann", "bob")).stageName).toBe("HR");
  });

  it("is not silently complete, nor lowered, after two have left [PPL-4] [PPL-5]", () => {
    const one = released(dynamicRun(counting(["ann", "bob", "kim"], 2), hr), "kim").run;
    const { run, events } = released(one, "bob", without("bob", "kim"));
    expect(events.map(({ event }) => event)).toEqual(["APPROVER_LEFT", "UNASSIGNED"]);
    expect(active(approvedBy(run, "ann")).stageName).toBe("Board");
  });

  it("would be complete then if it were clamped to its seats, which this notices [PPL-4]", () => {
    const one = released(dynamicRun(counting(["ann", "bob", "kim"], 2), hr), "kim").run;
    const { run } = released(one, "bob", without("bob", "kim"));
    const clamped = { ...run, tasks: run.tasks.map((task) => Object.assign({}, task, { quorum: 1 })) };
    expect(active(approvedBy(clamped, "ann")).stageName).toBe("HR");
  });

  it("that its approvers can never reach is refused at submission [PPL-4]", () => {
    expect(refused(counting(["ann"], 2))).toThrow('Stage "Board" cannot reach its quorum');
    expect(refused(counting(["ann"], 0))).toThrow("quorum must be a whole number from 1 with COUNT");
    expect(refused({ ...stage(1, "Board", ["ann"], "PERCENT"), quorum: 101 })).toThrow(
      "quorum must be a whole number from 1 to 100 with PERCENT",
    );
    expect(refused(stage(1, "Board", ["ann"], "PER_GROUP"))).toThrow('Stage "Board" cannot reach its quorum');
  });

  it("of each group lets one person fill one group only [PPL-4]", () => {
    const groups = { ann: ["FIN", "LEGAL"], bob: ["FIN"], kim: ["LEGAL"] };
    const run = dynamicRun({ ...stage(1, "Board", ["ann", "bob", "kim"], "PER_GROUP"), groups }, hr);
    expect(active(approvedBy(run, "ann")).stageName).toBe("Board");
    expect(active(approvedBy(run, "ann", "bob")).stageName).toBe("HR");
    expect(active(approvedBy(run, "bob", "kim")).stageName).toBe("HR");
  });

  it("of a share of its seats needs those added by hand besides, as long as they are there [PPL-4] [PPL-7]", () => {
    const submitted = dynamicRun({ ...stage(1, "Board", ["ann", "bob"], "PERCENT"), quorum: 50 }, hr);
    const acting = { actorId: "chief", privileged: true };
    const taskId = active(submitted).id;
    const grown = ["kim", "lee", "max"].reduce(
      (run, approverId) => decide({ type: "addRow", taskId, approverId, ...acting }, run, context()).run,
      submitted,
    );
    expect(active(approvedBy(grown, "ann", "kim", "lee")).stageName).toBe("Board");
    expect(active(approvedBy(grown, "kim", "lee", "max", "ann")).stageName).toBe("HR");
    const max = grown.approvals.find(({ approverId }) => approverId === "max")?.id ?? "";
    const shrunk = decide({ type: "removeRow", approvalId: max, ...acting }, grown, context());
    expect(shrunk.changes.removedApprovals?.map(({ id }) => id)).toEqual([max]);
    expect(active(approvedBy(shrunk.run, "ann", "kim", "lee")).stageName).toBe("HR");
  });
});

describe("a rejection that only counts", () => {
  const board = counting(["ann", "bob", "kim"], 2, { rejectBy: "UNREACHABLE" });

  it("leaves the stage active while the others can complete it [PPL-4]", () => {
    const { run, events, outcome } = reject(dynamicRun(board, hr), "ann", { remark: "no" });
    expect(stateOf(run)[0]).toBe(
      "1 Board AWAITING_APPROVAL: ann REJECTED, bob AWAITING_APPROVAL, kim AWAITING_APPROVAL",
    );
    expect(linesOf(events)).toEqual(["OBJECTED by ann to eve"]);
    expect(outcome).toBeUndefined();
    expect(active(approvedBy(run, "bob", "kim")).stageName).toBe("HR");
  });

  it("rejects the stage when they cannot [PPL-4]", () => {
    const { run, events, outcome } = reject(reject(dynamicRun(board, hr), "ann").run, "kim");
    expect(stateOf(run)[0]).toBe("1 Board REJECTED†: ann REJECTED†, bob NOT_NEEDED†, kim REJECTED†");
    expect(linesOf(events)).toEqual(["REJECTED by kim to eve"]);
    expect(outcome).toBe("rejected");
  });
});

describe("a leaver", () => {
  it("whose verdict was the last one missing on an ALL stage does not complete it [PPL-5]", () => {
    const run = approvedBy(dynamicRun(stage(1, "Board", ["ann", "bob"], "ALL"), hr), "ann");
    const { run: after, events } = released(run, "bob");
    expect(active(after).stageName).toBe("Board");
    expect(linesOf(events)).toEqual(["APPROVER_LEFT by bob to eve", "UNASSIGNED by bob to eve"]);
  });

  it("is replaced by the fallback approvers where nobody can decide [PPL-5]", () => {
    const rules = {
      ...DEFAULT_RULES,
      onEmptyStage: "FALLBACK",
      fallbackApproverIds: ["bob", "fay"],
    } as const;
    const given = context({ rules, people: new Map([["bob", LEFT]]) });
    const { run, events } = released(dynamicRun(stage(1, "Board", ["bob"]), hr), "bob", given);
    expect(stateOf(run)[0]).toBe("1 Board AWAITING_APPROVAL: bob NOT_NEEDED, fay AWAITING_APPROVAL");
    expect(linesOf(events)).toEqual(["APPROVER_LEFT by bob to eve, fay"]);
    expect(active(approvedBy(run, "fay")).stageName).toBe("HR");
  });

  it("without a seat that waits changes nothing, and notifies nobody [PPL-5]", () => {
    const run = approvedBy(dynamicRun(stage(1, "Board", ["ann", "bob"], "ALL"), hr), "ann");
    for (const userId of ["ann", "zoe"]) {
      const decision = released(run, userId);
      expect(decision.events).toEqual([]);
      expect(decision.run).toBe(run);
    }
  });

  it("is not asked again where their substitute takes a verdict back [PPL-5] [PPL-7]", () => {
    const substitutions = [
      { id: "s", principalId: "bob", substituteId: "zoe", kinds: [], fromMs: 0, untilMs: Infinity },
    ];
    const submitted = dynamicRun(stage(1, "Board", ["ann", "bob"], "ALL"), hr);
    const taskId = active(submitted).id;
    const byZoe = { type: "approve", taskId, approverId: "zoe" } as const;
    const { run } = decide(byZoe, submitted, context({ substitutions }));
    const withdrawn = decide({ type: "withdraw", taskId, actorId: "zoe" }, run, without("bob"));
    expect(stateOf(withdrawn.run)[0]).toBe(
      "1 Board AWAITING_APPROVAL: ann AWAITING_APPROVAL, bob NOT_NEEDED",
    );
    expect(linesOf(withdrawn.events)).toEqual([
      "VERDICT_WITHDRAWN by zoe to eve, bob",
      "APPROVER_LEFT by bob to eve",
    ]);
  });

  it("is not replaced by somebody who has decided on the task for another [PPL-3] [PPL-5]", () => {
    const substitutions = [
      { id: "s", principalId: "ann", substituteId: "fay", kinds: [], fromMs: 0, untilMs: Infinity },
    ];
    const rules = { ...DEFAULT_RULES, onEmptyStage: "FALLBACK", fallbackApproverIds: ["fay"] } as const;
    const submitted = dynamicRun(counting(["ann", "bob"], 2), hr);
    const byFay = { type: "approve", taskId: active(submitted).id, approverId: "fay" } as const;
    const { run } = decide(byFay, submitted, context({ substitutions }));
    const after = released(run, "bob", context({ rules, people: new Map([["bob", LEFT]]) }));
    expect(stateOf(after.run)[0]).toBe("1 Board AWAITING_APPROVAL: ann APPROVED, bob NOT_NEEDED");
    expect(after.events.map(({ event }) => event)).toEqual(["APPROVER_LEFT", "UNASSIGNED"]);
  });

  it("is not asked when the run advances, and the stage waits where nobody is left [PPL-5] [FIX-1]", () => {
    const run = dynamicRun(stage(1, "Manager", ["ann"]), hr);
    const command = { type: "approve", taskId: active(run).id, approverId: "ann" } as const;
    const waiting = decide(command, run, without("cid"));
    expect(linesOf(waiting.events)).toEqual([
      "APPROVED by ann to eve",
      "STAGE_ADVANCED by ann to ",
      "UNASSIGNED by ann to eve",
    ]);
    expect(stateOf(waiting.run)[1]).toBe("2 HR AWAITING_APPROVAL: cid NOT_NEEDED");
  });
});

describe("an approver of two stages in a row", () => {
  const rules = { ...DEFAULT_RULES, onRepeatedApprover: "SKIP_CONSECUTIVE" } as const;
  const skipping = context({ rules });
  const byAnn = (run: Run) =>
    decide({ type: "approve", taskId: active(run).id, approverId: "ann", remark: "fine" }, run, skipping);

  it("is not asked again, and a stage that this completes is passed [PPL-5]", () => {
    const { run, events } = byAnn(
      dynamicRun(stage(1, "Manager", ["ann"]), stage(2, "Head", ["ann", "bob"]), stage(3, "HR", ["cid"])),
    );
    expect(linesOf(events)).toEqual([
      "APPROVED by ann to eve",
      "STAGE_ADVANCED by ann to bob",
      "SKIPPED by ann to ann",
      "STAGE_ADVANCED by ann to cid",
    ]);
    expect(stateOf(run)[1]).toBe("2 Head APPROVED: ann APPROVED, bob AWAITING_APPROVAL");
    expect(run.approvals[1]).toMatchObject({ skipped: true });
    expect(run.approvals[1]).not.toHaveProperty("remark");
  });

  it("is asked a third time, because a skipped approval is none of their own [PPL-5]", () => {
    const { run } = byAnn(dynamicRun(...[1, 2, 3].map((order) => stage(order, `S${order}`, ["ann"]))));
    expect(active(run).stageName).toBe("S3");
  });

  it("completes a run whose last stage is passed so [PPL-5]", () => {
    const { outcome, events } = byAnn(dynamicRun(stage(1, "Manager", ["ann"]), stage(2, "HR", ["ann"])));
    expect(outcome).toBe("completed");
    expect(events.at(-1)?.event).toBe("COMPLETED");
  });
});

describe("separation of duties", () => {
  it("lets a person decide their own stage again after a return to it [PPL-6]", () => {
    const rules = only({ onePersonOneStage: true });
    const before = approvedBy(dynamicRun(stage(1, "Manager", ["ann"]), hr), "ann");
    const returned = reject(before, "cid").run;
    const again = decide(
      { type: "approve", taskId: active(returned).id, approverId: "ann" },
      returned,
      rules,
    );
    expect(active(again.run).stageName).toBe("HR");
  });

  it("is judged again at the verdict, whatever the user's rights [PPL-6]", () => {
    const run = dynamicRun(stage(1, "Manager", ["eve", "ann"]), hr);
    const command = { type: "approve", taskId: active(run).id, approverId: "eve" } as const;
    expect(() => decide(command, run, only({ submitterNeverDecides: true }))).toThrow(
      expect.objectContaining({
        code: "FORBIDDEN",
        message: "Separation of duties: submitterNeverDecides",
      }),
    );
    const takeOver = { policy: "anyone", privileged: true } as const;
    const asAgent = { ...command, approverId: "zoe", isAgent: true, takeOver };
    expect(() => decide(asAgent, run, context())).toThrow("Separation of duties: agentsMayDecide");
    expect(() => decide(asAgent, run, only({ agentsMayDecide: true }))).not.toThrow();
  });

  it("keeps an agent from adding a row, unless agents may decide [PPL-6]", () => {
    const run = dynamicRun(stage(1, "Manager", ["ann"]), hr);
    const taskId = active(run).id;
    const acting = { actorId: "chief", privileged: true, isAgent: true };
    const command = { type: "addRow", taskId, approverId: "kim", ...acting } as const;
    expect(() => decide(command, run, context())).toThrow("Separation of duties: agentsMayDecide");
    expect(() => decide(command, run, only({ agentsMayDecide: true }))).not.toThrow();
  });

  it("keeps who wrote a changed document from deciding, where none was sent before [DOC-3] [PPL-6]", () => {
    const { run } = amend(dynamicRun(stage(1, "Manager", ["ann"]), hr), "KEEP_VERDICTS", {
      editorIds: ["ann"],
    });
    expect(() => approve(run, "ann")).toThrow("Separation of duties: editorIds");
  });

  it("keeps the editors of a document from deciding on it, also through a substitute [PPL-6]", () => {
    const run: Run = {
      ...dynamicRun(stage(1, "Manager", ["ann"])),
      document: { revision: 1, editorIds: ["ann"] },
    };
    const window = { kinds: [], fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER };
    const substitutions = [{ id: "s", principalId: "ann", substituteId: "zoe", ...window }];
    const given = context({ substitutions });
    for (const approverId of ["ann", "zoe"]) {
      expect(() => decide({ type: "approve", taskId: active(run).id, approverId }, run, given)).toThrow(
        "Separation of duties: editorIds",
      );
    }
  });
});

describe("a seat that changes hands", () => {
  it("does so five times at most [PPL-7]", () => {
    const submitted = dynamicRun(stage(1, "Manager", ["p0"]), hr);
    const moved = [0, 1, 2, 3, 4].reduce(hop, submitted);
    expect(stateOf(moved)[0]).toBe("1 Manager AWAITING_APPROVAL: p5 AWAITING_APPROVAL");
    expect(() => hop(moved, 5)).toThrow("An approval is reassigned at most 5 times");
  });
});
