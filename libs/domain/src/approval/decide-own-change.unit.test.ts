import { render } from "@countersign/texts";
import { describe, expect, it } from "vitest";

import { NOW_MS, active, approve, context, linesOf, stage, submission } from "../../test/approval-runs.ts";
import { contentOf } from "../../test/conditional-runs.ts";
import type { DecisionContext } from "./commands.ts";
import { decide } from "./decide.ts";
import type { Ladder } from "./ladder.ts";
import { type SettingsMadeBy, settingsMadeBy } from "./made-by.ts";
import { notificationsOf } from "./notifications.ts";
import { type ApprovalLimit, type Change, type Person, type UserGroup, nameIn } from "./people.ts";
import { type ApprovalRules, DEFAULT_RULES } from "./rules.ts";
import { EMPTY_RUN, approvalsOf, isWaiting, seatsOf } from "./run.ts";
import type { ApproverSource, Run, StageInput } from "./types.ts";
import { unattendedText } from "./unattended.ts";

/** Pia may change groups, managers, limits and settings. What she does for herself is the attack. */
const PIA = "pia";
const AFTER: Change = { userId: PIA, atMs: NOW_MS + 1 };
const BEFORE: Change = { userId: PIA, atMs: NOW_MS - 1 };
const BY_OTHER: Change = { userId: "quin", atMs: NOW_MS + 1 };
const MADE = { AFTER, BEFORE, BY_OTHER } as const;

interface Company {
  people?: Record<string, Person>;
  board?: Partial<UserGroup>;
  limits?: readonly ApprovalLimit[];
  heads?: Record<string, string>;
  headChanges?: Record<string, Change[]>;
  rules?: Partial<ApprovalRules>;
}

function company({ people, board, limits = [], heads = {}, headChanges = {}, rules }: Company = {}) {
  return context({
    nowMs: NOW_MS + 2,
    people: new Map(Object.entries({ eve: { managerId: "mia" }, pia: { name: "Pia" }, ...people })),
    rules: { ...DEFAULT_RULES, ...rules },
    organisation: {
      groups: new Map([["board", { name: "Board", memberIds: ["ann"], ...board }]]),
      heads: new Map(Object.entries(heads)),
      headChanges: new Map(Object.entries(headChanges)),
      limits,
    },
    content: contentOf(50),
  });
}

const limit = (userId: string, upTo: string, more: Partial<ApprovalLimit> = {}): ApprovalLimit => ({
  userId,
  kind: "Leave",
  currency: "EUR",
  upTo,
  ...more,
});

/** A run whose later stage has the source; it was submitted at {@link NOW_MS}. */
function submittedWith(source: ApproverSource, at: DecisionContext, more: Partial<StageInput> = {}): Run {
  const later: StageInput = { ...stage(2, "Later", []), sources: [{ source }], ...more };
  const dynamicStages = [stage(1, "First", ["kim"]), later];
  const { run } = decide(submission({ dynamicStages }), EMPTY_RUN, { ...at, nowMs: NOW_MS });
  return { ...run, submittedMs: NOW_MS };
}

/** Those who are asked once the first stage is approved, in the company as it is then. */
function askedIn(source: ApproverSource, now: DecisionContext, before = company(), more = {}) {
  const run = submittedWith(source, before, more);
  const command = { type: "approve", taskId: active(run).id, approverId: "kim" } as const;
  const asked = decide(command, run, now).run;
  const { id } = active(asked);
  return {
    run: asked,
    ids: seatsOf(asked, id)
      .filter(isWaiting)
      .map(({ approverId }) => approverId),
    leftOut: approvalsOf(asked, id)
      .filter(({ leftOut }) => leftOut === "OWN_CHANGE")
      .map(({ approverId }) => approverId),
  };
}

const GROUP: ApproverSource = { groupId: "board" };
const MANAGER: ApproverSource = { submitterManager: { levels: 1 } };
const LIMIT: ApproverSource = { submitterManager: { untilLimit: true } };
const HEAD: ApproverSource = { departmentHead: { of: "SUBMITTER" } };
const chain = { eve: { managerId: "mia" }, mia: { managerId: PIA }, pia: { managerId: "max" } };

/** The ways into the seats of a later stage: each with the source, and the company once somebody made the change. */
const WAYS: Record<string, { source: ApproverSource; by: (change: Change) => Company; before?: Company }> = {
  "as a member of a group": {
    source: GROUP,
    by: ({ userId, atMs }) => ({
      board: { memberIds: ["ann", PIA], ownEntries: new Map(userId === PIA ? [[PIA, atMs]] : []) },
    }),
  },
  "in a group that was opened again": {
    source: GROUP,
    by: (opening) => ({ board: { memberIds: ["ann", PIA], opening } }),
  },
  "as the submitter's manager": {
    source: MANAGER,
    by: (change) => ({ people: { eve: { managerId: PIA, managerChanges: [change] } } }),
  },
  "as a manager two levels up": {
    source: { submitterManager: { levels: 2 } },
    before: { people: { ...chain, mia: { managerId: "max" } } },
    by: (change) => ({ people: { ...chain, mia: { managerId: PIA, managerChanges: [change] } } }),
  },
  "as the head of the submitter's department": {
    source: HEAD,
    before: { people: { eve: { departmentId: "north" } }, heads: { north: "hal" } },
    by: (change) => ({
      people: { eve: { departmentId: "north" } },
      heads: { north: PIA },
      headChanges: { north: [change] },
    }),
  },
  "as the head of another department, into which the submitter was moved": {
    source: HEAD,
    before: { people: { eve: { departmentId: "north" } }, heads: { north: "hal", south: PIA } },
    by: (change) => ({
      people: { eve: { departmentId: "south", departmentChanges: [change] } },
      heads: { north: "hal", south: PIA },
    }),
  },
  "by a limit of her own that was raised": {
    source: LIMIT,
    before: { people: chain, limits: [limit(PIA, "10"), limit("max", "1000")] },
    by: (giving) => ({ people: chain, limits: [limit(PIA, "100", { giving }), limit("max", "1000")] }),
  },
  "by a group's limit that was raised": {
    source: LIMIT,
    before: { people: chain, limits: [limit("max", "1000")] },
    by: (giving) => ({
      people: chain,
      board: { memberIds: [PIA] },
      limits: [
        { groupId: "board", kind: "Leave", currency: "EUR", upTo: "100", giving },
        limit("max", "1000"),
      ],
    }),
  },
  "because a nearer manager's limit was lowered": {
    source: LIMIT,
    before: { people: chain, limits: [limit("mia", "100"), limit(PIA, "100"), limit("max", "1000")] },
    by: (change) => ({
      people: chain,
      limits: [limit("mia", "10", { takings: [change] }), limit(PIA, "100"), limit("max", "1000")],
    }),
  },
  "because a nearer manager's limit was deleted": {
    source: LIMIT,
    before: { people: chain, limits: [limit("mia", "100"), limit(PIA, "100"), limit("max", "1000")] },
    by: (change) => ({
      people: chain,
      limits: [
        limit("mia", "100", { gone: true, takings: [change] }),
        limit(PIA, "100"),
        limit("max", "1000"),
      ],
    }),
  },
  "because a nearer manager was marked as a leaver": {
    source: LIMIT,
    before: { people: chain, limits: [limit("mia", "100"), limit(PIA, "100"), limit("max", "1000")] },
    by: (leaverChange) => ({
      people: { ...chain, mia: { managerId: PIA, active: false, leaverChange } },
      limits: [limit("mia", "100"), limit(PIA, "100"), limit("max", "1000")],
    }),
  },
  "as a fallback approver": {
    source: GROUP,
    by: ({ userId, atMs }) => ({
      board: { memberIds: [] },
      rules: {
        onEmptyStage: "FALLBACK",
        fallbackApproverIds: ["fay", PIA],
        seatChanges: { ownFallback: new Map(userId === PIA ? [[PIA, atMs]] : []) },
      },
    }),
  },
  "as a fallback approver, because the setting was changed": {
    source: GROUP,
    by: (onEmptyStage) => ({
      board: { memberIds: [] },
      rules: { onEmptyStage: "FALLBACK", fallbackApproverIds: [PIA], seatChanges: { onEmptyStage } },
    }),
  },
  "as a fallback approver, because a group was emptied": {
    source: GROUP,
    by: (change) => ({
      board: { memberIds: [], takings: [change] },
      rules: { onEmptyStage: "FALLBACK", fallbackApproverIds: [PIA] },
    }),
  },
};

const withGroups = (exclusiveGroups: string[][]) => ({ ...DEFAULT_RULES, exclusiveGroups });
const marksAfter = (was: string[][], is: string[][], madeBy?: SettingsMadeBy) =>
  settingsMadeBy({ ...withGroups(was), madeBy }, withGroups(is), AFTER)?.exclusiveGroups;

describe("the marks of exclusive groups that somebody takes away [MEET-3]", () => {
  it("have the sets, of all changes of a person, and none of a set that grows", () => {
    expect(marksAfter([["a", "b"]], [["b", "A", "c"]])).toBeUndefined();
    const first = marksAfter([["a", "b", "c"]], [["a", "b"]]);
    expect(first).toEqual([{ ...AFTER, sets: [["a", "b", "c"]] }]);
    expect(marksAfter([["a", "b"]], [], { exclusiveGroups: first! })).toEqual([
      {
        ...AFTER,
        sets: [
          ["a", "b", "c"],
          ["a", "b"],
        ],
      },
    ]);
  });
});

describe("nobody seats themselves in a stage that is asked later [MEET-3]", () => {
  it.each(Object.keys(WAYS))("%s", (way) => {
    const { source, by, before = {} } = WAYS[way]!;
    for (const [made, isAsked] of [
      ["AFTER", false],
      ["BEFORE", true],
      ["BY_OTHER", true],
    ] as const) {
      const { ids, leftOut } = askedIn(source, company(by(MADE[made])), company(before));
      expect({ made, isAsked: ids.includes(PIA) }).toEqual({ made, isAsked });
      expect({ made, leftOut }).toEqual({ made, leftOut: isAsked ? [] : [PIA] });
    }
  });

  it("asks the next manager in the place of one whose limit was raised by themselves", () => {
    const { by, source, before } = WAYS["by a limit of her own that was raised"]!;
    expect(askedIn(source, company(by(AFTER)), company(before)).ids).toEqual(["max"]);
  });

  it("asks who is there for another reason too", () => {
    const own = { memberIds: ["ann", PIA], ownEntries: new Map([[PIA, AFTER.atMs]]) };
    const both = { sources: [{ source: GROUP }, { source: MANAGER }] };
    const manages = { people: { eve: { managerId: PIA } }, board: own };
    expect(askedIn(GROUP, company(manages), company(), both).ids).toEqual(["ann", PIA]);
    const rules = { onEmptyStage: "FALLBACK", fallbackApproverIds: [PIA] } as const;
    const alone = { board: { ...own, memberIds: [PIA] }, rules };
    expect(askedIn(GROUP, company(alone)).ids).toEqual([PIA]);
  });

  it("says why in the stage's reason", () => {
    const board = { memberIds: [PIA], ownEntries: new Map([[PIA, AFTER.atMs]]) };
    const { run } = askedIn(GROUP, company({ board }));
    const task = active(run);
    const said = unattendedText(task, approvalsOf(run, task.id), (id) => nameIn(company().people, id));
    expect(render(said)).toBe('Stage "Later" has nobody who can decide: Pia (changed by themselves)');
    expect(render(said, "de")).toContain("Pia (durch eigene Änderung)");
  });

  it("refuses the verdict of somebody who is left out so, and that they give the seat away", () => {
    const board = { memberIds: ["ann", PIA], ownEntries: new Map([[PIA, AFTER.atMs]]) };
    const now = company({ board });
    const { run } = askedIn(GROUP, now);
    const taskId = active(run).id;
    const why = "Nobody seats themselves: a change of your own after the submission put you there";
    expect(() => decide({ type: "approve", taskId, approverId: PIA }, run, now)).toThrow(why);
    const given = { type: "reassign", taskId, toUserId: "rex", reason: "mine", actorId: PIA } as const;
    expect(() => decide({ ...given, privileged: true }, run, now)).toThrow(why);
  });
});

const board = (memberIds: readonly string[], more: Partial<UserGroup> = {}) =>
  company({ board: { memberIds, ...more } });
const asked = () => askedIn(GROUP, board(["ann", "bob"]), board(["ann", "bob"])).run;
const approvedIn = (run: Run, approverId: string, now: DecisionContext) =>
  decide({ type: "approve", taskId: active(run).id, approverId }, run, now).outcome;
const again = (run: Run, now: DecisionContext, actorId = "chief") =>
  decide({ type: "resolveAgain", taskId: active(run).id, actorId, privileged: true }, run, now);
const waiting = (run: Run) =>
  seatsOf(run, active(run).id)
    .filter(isWaiting)
    .map(({ approverId }) => approverId);

const escalated = (ladder: Ladder, now: DecisionContext) => {
  const later = { ...stage(2, "Later", ["dan"]), ladder };
  const { run } = decide(submission({ dynamicStages: [later] }), EMPTY_RUN, company());
  const task = active(run);
  const fire = { type: "fire", taskId: task.id, activation: 1, action: "ESCALATE" } as const;
  return linesOf(decide(fire, { ...run, submittedMs: NOW_MS }, now).events);
};

describe("nobody seats themselves in a stage that is asked [MEET-3]", () => {
  it("resolveAgain seats nobody who joined by themselves, whoever calls it", () => {
    const joined = board(["ann", PIA], { ownEntries: new Map([[PIA, AFTER.atMs]]) });
    expect(waiting(again(asked(), joined).run)).toEqual(["ann"]);
  });

  it("resolveAgain never seats its caller, whoever made them a member; somebody else may", () => {
    const run = asked();
    const own = again(run, board(["ann", PIA]), PIA).run;
    expect(waiting(own)).toEqual(["ann"]);
    expect(waiting(again(own, board(["ann", PIA])).run)).toEqual(["ann", PIA]);
    expect(waiting(again(run, board(["ann", "bob"]), "ann").run)).toEqual(["ann", "bob"]);
  });

  it("tells whoever loses a seat, in English and German", () => {
    const { events } = again(asked(), board(["ann"]));
    expect(linesOf(events)).toEqual(["SEAT_LOST by chief to bob"]);
    const [told] = events.flatMap((event) => notificationsOf(event, "eve"));
    expect(told).toMatchObject({
      userId: "bob",
      part: "APPROVER",
      message: "LV-1 no longer needs you — Later",
    });
    expect(render(told!.text, "de")).toBe("LV-1 braucht Sie nicht mehr — Later");
  });

  it("tells the holder of a row that is removed, and nobody who has decided", () => {
    const run = asked();
    const bobs = approvalsOf(run, active(run).id).find(({ approverId }) => approverId === "bob")!;
    const command = { type: "removeRow", approvalId: bobs.id, actorId: "chief", privileged: true } as const;
    expect(linesOf(decide(command, run, board(["ann"])).events)).toEqual(["SEAT_LOST by chief to bob"]);
    const all: Partial<StageInput> = { approveBy: "ALL" };
    const judged = approve(askedIn(GROUP, board(["ann", "bob"]), board(["ann", "bob"]), all).run, "bob").run;
    expect(linesOf(again(judged, board(["ann"])).events)).toEqual([]);
  });

  it("gives a leaver's seat to no fallback approver who marked them as one", () => {
    const rules = { onEmptyStage: "FALLBACK", fallbackApproverIds: [PIA, "fay"] } as const;
    const run = askedIn(GROUP, company({ rules })).run;
    const gone = company({ rules, people: { ann: { active: false, leaverChange: AFTER } } });
    const { run: released } = decide({ type: "release", userId: "ann" }, run, gone);
    expect(waiting(released)).toEqual(["fay"]);
  });

  it("escalates to nobody who is there by a change of their own", () => {
    const toManager: Ladder = { escalate: { after: { hours: 1 }, to: { manager: true }, mode: "STAND_IN" } };
    const toGroup: Ladder = { escalate: { after: { hours: 1 }, to: { groupId: "board" }, mode: "STAND_IN" } };
    const manages = (change: Change) =>
      company({ people: { dan: { managerId: PIA, managerChanges: [change] }, pia: { managerId: "max" } } });
    expect(escalated(toManager, manages(BY_OTHER))).toEqual(["ESCALATED by undefined to pia, dan"]);
    expect(escalated(toManager, manages(AFTER))).toEqual(["ESCALATED by undefined to max, dan"]);
    const joined = board([PIA], { ownEntries: new Map([[PIA, AFTER.atMs]]) });
    expect(escalated(toGroup, joined)).toEqual(["ESCALATION_FAILED by undefined to eve"]);
  });

  it("lets nobody act by a substitution that they created for somebody else", () => {
    const window = { kinds: [], fromMs: 0, untilMs: Infinity };
    const chained = (createdById: string) => [
      { ...window, id: "one", principalId: "ann", substituteId: "yan", createdById },
      { ...window, id: "two", principalId: "yan", substituteId: PIA },
    ];
    const rules = { ...DEFAULT_RULES, substitutionDepth: 2 };
    const decided = (createdById: string) => {
      const now = { ...board(["ann"]), rules, substitutions: chained(createdById) };
      return approvedIn(asked(), PIA, now);
    };
    expect(decided("quin")).toBe("completed");
    expect(() => decided(PIA)).toThrow("Approval not found or cannot be updated");
  });

  it("lets nobody act by a chain that they allowed themselves; by a substitution they do", () => {
    const window = { kinds: [], fromMs: 0, untilMs: Infinity };
    const link = (id: string, principalId: string, substituteId: string) => ({
      ...window,
      id,
      principalId,
      substituteId,
    });
    const decided = (userId: string, substitutions: ReturnType<typeof link>[]) => {
      const seatChanges = { substitutionDepth: { userId, atMs: NOW_MS + 1 } };
      const rules = { ...DEFAULT_RULES, substitutionDepth: 2, seatChanges };
      return approvedIn(asked(), PIA, { ...board(["ann"]), rules, substitutions });
    };
    const chain = [link("one", "ann", "yan"), link("two", "yan", PIA)];
    expect(decided("quin", chain)).toBe("completed");
    expect(decided(PIA, [link("one", "ann", PIA)])).toBe("completed");
    expect(() => decided(PIA, chain)).toThrow("Approval not found or cannot be updated");
    const marks = (was: number, is: number) =>
      settingsMadeBy(
        { ...DEFAULT_RULES, substitutionDepth: was },
        { ...DEFAULT_RULES, substitutionDepth: is },
        AFTER,
      );
    expect(marks(1, 2)).toEqual({ substitutionDepth: AFTER });
    expect(marks(2, 1)).toBeUndefined();
  });

  it("leaves out a member who took others from the group, wherever they were before", () => {
    const taken = (change: Change) => board(["ann", PIA], { takings: [change] });
    expect(waiting(again(asked(), taken(AFTER)).run)).toEqual(["ann"]);
    expect(waiting(again(asked(), taken(BEFORE)).run)).toEqual(["ann", PIA]);
    expect(waiting(again(asked(), taken(BY_OTHER)).run)).toEqual(["ann", PIA]);
  });

  it("holds whoever relaxed exclusive groups after the submission to them; nobody else", () => {
    const groups = { pia: ["pays"] };
    const dynamicStages = [
      { ...stage(1, "First", [PIA]), groups: { pia: ["asks"] } },
      { ...stage(2, "Later", [PIA, "ann"]), groups },
    ];
    const decided = (userId: string, atMs: number) => {
      const taking = { userId, atMs, sets: [["Asks", "pays"]] };
      const now = company({ rules: { seatChanges: { exclusiveGroups: [taking] } } });
      const { run } = decide(submission({ dynamicStages }), EMPTY_RUN, now);
      const first = { ...run, submittedMs: NOW_MS };
      const pias = { type: "approve", taskId: active(first).id, approverId: PIA } as const;
      return approvedIn({ ...decide(pias, first, now).run, submittedMs: NOW_MS }, PIA, now);
    };
    expect(decided("quin", NOW_MS + 1)).toBe("completed");
    expect(decided(PIA, NOW_MS - 1)).toBe("completed");
    expect(() => decided(PIA, NOW_MS + 1)).toThrow("Separation of duties: exclusiveGroups");
  });

  it.each(["submitterNeverDecides", "onSubmitterIsApprover"] as const)(
    "lets no submitter decide who switched %s off after the submission; somebody else may",
    (setting) => {
      const strict = { submitterNeverDecides: true, onSubmitterIsApprover: "EXCLUDE" } as const;
      const bound = company({ rules: { [setting]: strict[setting] } });
      const dynamicStages = [stage(1, "First", ["kim"]), stage(2, "Later", ["eve", "ann"])];
      const first = decide(submission({ dynamicStages }), EMPTY_RUN, bound).run;
      const decided = (userId: string) => {
        const seatChanges = { [setting]: { userId, atMs: NOW_MS + 1 } };
        const now = company({ rules: { seatChanges } });
        const run = { ...first, submittedMs: NOW_MS };
        const kims = { type: "approve", taskId: active(run).id, approverId: "kim" } as const;
        return approvedIn(decide(kims, run, now).run, "eve", now);
      };
      expect(decided("quin")).toBe("completed");
      expect(() => decided("eve")).toThrow();
    },
  );
});
