import { render } from "@countersign/texts";
import { describe, expect, it } from "vitest";

import {
  active,
  chief,
  context,
  linesOf,
  stage,
  stateOf,
  storedStages,
  submission,
  submitStages,
} from "../../test/approval-runs.ts";
import { contentOf, testConditions } from "../../test/conditional-runs.ts";
import type { DecisionContext, RunEvent } from "./commands.ts";
import { isUnassigned } from "./asking.ts";
import { decide } from "./decide.ts";
import { notificationsOf } from "./notifications.ts";
import { type Organisation, type Person, nameIn } from "./people.ts";
import { type ApprovalRules, DEFAULT_RULES } from "./rules.ts";
import { EMPTY_RUN, approvalsOf, seatsOf } from "./run.ts";
import type { ApproveBy, ApproverSource, Run, SourcedSeats, StageInput } from "./types.ts";
import { unattendedText } from "./unattended.ts";

const LEFT = { active: false } as const;
const BOARD: ApproverSource = { groupId: "board" };
const PREVIOUS: ApproverSource = { previousApproverManager: true };
const MANAGER: ApproverSource = { submitterManager: { levels: 1 } };

/** Eve reports to Mia, Ann to Max, Bob to Moe. */
const COMPANY: Record<string, Person> = {
  eve: { name: "Eve", managerId: "mia" },
  mia: { name: "Mia", managerId: "max" },
  ann: { name: "Ann", managerId: "max" },
  bob: { name: "Bob", managerId: "moe" },
  cid: { name: "Cid" },
};

interface Company {
  board?: readonly string[];
  people?: Record<string, Person>;
  rules?: Partial<ApprovalRules>;
  more?: Partial<DecisionContext>;
}

/** The company with this board. */
function company({ board = ["ann", "bob", "cid"], people = {}, rules = {}, more = {} }: Company = {}) {
  const organisation: Organisation = {
    groups: new Map([["board", { name: "Board", memberIds: board }]]),
    heads: new Map(),
    limits: [],
  };
  return context({
    people: new Map(Object.entries({ ...COMPANY, ...people })),
    rules: { ...DEFAULT_RULES, ...rules },
    organisation,
    ...more,
  });
}

function sourced(
  order: number,
  name: string,
  sources: readonly (ApproverSource | SourcedSeats)[],
  rule: Partial<StageInput> = {},
): StageInput {
  const given = sources.map((one) => ("source" in one ? one : { source: one }));
  return { ...stage(order, name, []), sources: given, ...rule };
}

const approve = (run: Run, approverId: string, circumstances = company()) =>
  decide({ type: "approve", taskId: active(run).id, approverId }, run, circumstances);
const resolveAgain = (run: Run, circumstances: DecisionContext, acting: object = {}) =>
  decide(
    { type: "resolveAgain", taskId: active(run).id, actorName: "Chief", ...chief, ...acting },
    run,
    circumstances,
  );
/** The messages of a user about these events. */
const toldTo = (user: string, events: readonly RunEvent[]) =>
  events
    .flatMap((event) => notificationsOf(event, "eve"))
    .filter(({ userId }) => userId === user)
    .map(({ message }) => message);
const reasonFor = (run: Run) => {
  const task = active(run);
  const people = company().people;
  return render(unattendedText(task, approvalsOf(run, task.id), (id) => nameIn(people, id)));
};
/** The seats of the active stage, such as `ann APPROVED`. */
const seats = (run: Run) =>
  seatsOf(run, active(run).id).map(({ approverId, status }) => `${approverId} ${status}`);

describe("a submission with sources", () => {
  it("asks whom the first stage's sources yield, and keeps the others' for their turn [SRC-1]", () => {
    const { run, events } = submitStages(
      [sourced(1, "One", [BOARD]), sourced(2, "Two", [MANAGER])],
      company(),
    );
    expect(stateOf(run)).toEqual([
      "1 One AWAITING_APPROVAL: ann AWAITING_APPROVAL, bob AWAITING_APPROVAL, cid AWAITING_APPROVAL",
      "2 Two PENDING: ",
    ]);
    expect(linesOf(events)).toEqual(["TASK_CREATED by eve to ann, bob, cid"]);
    expect(
      run.approvals.every(
        ({ derived, reason, reasonGroupId }) => derived && reason === "GROUP" && reasonGroupId === "board",
      ),
    ).toBe(true);
    expect(stateOf(approve(run, "bob").run)[1]).toBe("2 Two AWAITING_APPROVAL: mia AWAITING_APPROVAL");
  });

  it("is refused where nobody could decide a stage, with person and reason [SRC-1] [FIX-1]", () => {
    const stages = [stage(1, "One", ["ann"]), sourced(2, "Two", [MANAGER])];
    const left = company({ people: { mia: { name: "Mia Ortiz", ...LEFT } } });
    expect(() => submitStages(stages, left)).toThrow(
      'Stage "Two" has nobody who can decide: Mia Ortiz has left',
    );
    const crowd = company({ board: Array.from({ length: 51 }, (_, place) => `m${place}`) });
    expect(() => submitStages([sourced(1, "One", [BOARD])], crowd)).toThrow(
      'Stage "One" has nobody who can decide: group Board has 51 members, at most 50',
    );
    expect(() => submitStages([sourced(1, "One", [BOARD, PREVIOUS])], company())).toThrow(
      'Stage "One" is the first: previousApproverManager asks after a stage, so choose another source',
    );
  });

  it("waits for somebody where the company says so, with all reasons [SRC-1] [FIX-1]", () => {
    const people = { mia: { name: "Mia", ...LEFT } };
    const alone = company({ board: [], people, rules: { onEmptyStage: "UNASSIGNED" } });
    const { run, events } = submitStages([sourced(1, "One", [MANAGER, BOARD])], alone);
    expect(linesOf(events)).toEqual(["TASK_CREATED by eve to ", "UNASSIGNED by eve to eve"]);
    expect(reasonFor(run)).toBe(
      'Stage "One" has nobody who can decide: Mia has left; group Board has no members',
    );
  });

  it("asks the fallback approvers where sources yield nobody [SRC-1] [PPL-5]", () => {
    const rules = { onEmptyStage: "FALLBACK", fallbackApproverIds: ["fay"] } as const;
    const { run } = submitStages([sourced(1, "One", [BOARD])], company({ board: [], rules }));
    expect(seats(run)).toEqual(["fay AWAITING_APPROVAL"]);
  });

  it.each<[ApproveBy, number | undefined, number]>([
    ["ALL", undefined, 3],
    ["COUNT", 2, 2],
    ["PERCENT", 34, 2],
    ["PER_GROUP", 1, 2],
  ])("counts the seats of sources with %s [SRC-1]", (approveBy, quorum, needed) => {
    const sources = [
      { source: BOARD, groups: ["BOARD"] },
      { source: MANAGER, groups: ["BOSS"] },
    ];
    const given = approveBy === "PER_GROUP" ? sources : [BOARD];
    let { run } = submitStages(
      [sourced(1, "One", given, { approveBy, ...(quorum && { quorum }) }), stage(2, "Two", ["dee"])],
      company(),
    );
    const approvers = approveBy === "PER_GROUP" ? ["ann", "mia"] : ["ann", "bob", "cid"];
    for (const approverId of approvers.slice(0, needed)) {
      expect(active(run).stageName).toBe("One");
      ({ run } = approve(run, approverId));
    }
    expect(active(run).stageName).toBe("Two");
  });

  it("needs no approver beside the sources of a stored stage, which a return asks anew [SRC-1]", () => {
    const stages = storedStages([
      stage(1, "One", ["dee"]),
      sourced(2, "Two", [BOARD]),
      sourced(3, "Three", [MANAGER]),
    ]);
    const submit = submission({ workflowId: "workflow", storedStages: stages });
    const first = decide(submit, EMPTY_RUN, company()).run;
    const third = approve(approve(first, "dee").run, "ann").run;
    const changed = company({ board: ["ann", "dan"] });
    const back = decide({ type: "reject", taskId: active(third).id, approverId: "mia" }, third, changed).run;
    expect(seats(back)).toEqual(["ann AWAITING_APPROVAL", "dan AWAITING_APPROVAL"]);
    expect(seats(approve(back, "dan", changed).run)).toEqual(["mia AWAITING_APPROVAL"]);
  });
});

describe("the managers of those who approved the stage before", () => {
  const stages = [
    sourced(1, "One", [BOARD], { approveBy: "COUNT", quorum: 2 }),
    sourced(2, "Two", [PREVIOUS], { approveBy: "ALL" }),
  ];

  it("are asked, of the principals whose approvals counted [SRC-1]", () => {
    const substitution = {
      id: "s",
      principalId: "bob",
      substituteId: "dee",
      kinds: [],
      fromMs: 0,
      untilMs: Number.MAX_SAFE_INTEGER,
    };
    const circumstances = company({ more: { substitutions: [substitution] } });
    const first = approve(submitStages(stages, circumstances).run, "ann", circumstances).run;
    const { run } = approve(first, "dee", circumstances);
    const reasons = seatsOf(run, active(run).id).map(({ approverId, reason, reasonUserId }) => [
      approverId,
      reason,
      reasonUserId,
    ]);
    expect(reasons).toEqual([
      ["max", "PREVIOUS_APPROVER_MANAGER", "ann"],
      ["moe", "PREVIOUS_APPROVER_MANAGER", "bob"],
    ]);
  });

  it("leave out an approver without a manager, and never refuse the verdict [SRC-1] [FIX-1]", () => {
    const { run: started } = submitStages(stages, company());
    const first = approve(started, "cid").run;
    expect(seats(approve(first, "bob").run)).toEqual(["moe AWAITING_APPROVAL"]);
    const lonely = company({ people: { bob: { name: "Bob" } } });
    const { run, events } = approve(first, "bob", lonely);
    expect(linesOf(events)).toEqual([
      "APPROVED by bob to eve",
      "STAGE_ADVANCED by bob to ",
      "UNASSIGNED by bob to eve",
    ]);
    expect(reasonFor(run)).toBe(
      'Stage "Two" has nobody who can decide: Bob has no manager; Cid has no manager',
    );
  });
});

/** Cid reports to Ann, who reports to Max. */
const FRIENDS = { people: { cid: { name: "Cid", managerId: "ann" } } };

describe("a seat or stage that an approver adds", () => {
  const stages = [sourced(1, "One", [BOARD]), sourced(2, "Two", [PREVIOUS])];

  it.each(["AFTER", "PARALLEL"] as const)(
    "does not choose who decides the next stage: %s [SRC-1] [SAFE-13]",
    (position) => {
      const circumstances = company({ board: ["ann", "bob"], ...FRIENDS });
      const before = submitStages(stages, circumstances).run;
      const add = { type: "addApprover", taskId: active(before).id, userId: "cid", position } as const;
      const added = decide({ ...add, actorId: "ann", privileged: false }, before, circumstances).run;
      const second = approve(approve(added, "ann", circumstances).run, "cid", circumstances).run;
      expect(active(second).stageName).toBe("Two");
      expect(seats(second)).toEqual(["max AWAITING_APPROVAL"]);
    },
  );

  it("does where a privileged user has filled the stage before with it [SRC-1] [SAFE-13]", () => {
    const rules = { onEmptyStage: "UNASSIGNED" } as const;
    const circumstances = company({ board: [], rules, ...FRIENDS });
    const before = submitStages(stages, circumstances).run;
    const add = {
      type: "addApprover",
      taskId: active(before).id,
      userId: "cid",
      position: "PARALLEL",
    } as const;
    const filled = decide({ ...add, ...chief }, before, circumstances).run;
    expect(seats(approve(filled, "cid", circumstances).run)).toEqual(["ann AWAITING_APPROVAL"]);
  });
});

const board = (approveBy: ApproveBy, quorum?: number) =>
  submitStages([sourced(1, "One", [BOARD], { approveBy, ...(quorum && { quorum }) })], company()).run;

const groupsOf = (user: string, of: Run) =>
  of.approvals.find(({ approverId }) => approverId === user)?.groups;

describe("resolveAgain", () => {
  it("asks new members, and takes open seats from those who are gone [SRC-2]", () => {
    const before = approve(board("ALL"), "ann").run;
    const { run, events } = resolveAgain(before, company({ board: ["bob", "dan"] }));
    expect(seats(run)).toEqual(["ann APPROVED", "bob AWAITING_APPROVAL", "dan AWAITING_APPROVAL"]);
    expect(linesOf(events)).toEqual(["SEAT_LOST by chief to cid", "APPROVER_ADDED by chief to dan"]);
    expect(toldTo("dan", events)).toEqual(["LV-1: Chief added dan to One — awaiting your approval"]);
  });

  it("lowers what ALL and PERCENT need by the seats that went [SRC-2]", () => {
    const all = resolveAgain(approve(board("ALL"), "ann").run, company({ board: ["ann", "bob"] })).run;
    expect(approve(all, "bob").outcome).toBe("completed");
    const share = resolveAgain(board("PERCENT", 60), company({ board: ["cid"] })).run;
    expect(approve(share, "cid").outcome).toBe("completed");
  });

  it("leaves a stage to wait of which everybody left has approved: only a verdict completes it [SRC-2]", () => {
    const before = approve(approve(board("ALL"), "ann").run, "bob").run;
    const { run, events } = resolveAgain(before, company({ board: ["ann", "bob"] }));
    expect(isUnassigned(run, active(run))).toBe(true);
    expect(linesOf(events)).toEqual(["SEAT_LOST by chief to cid", "UNASSIGNED by chief to eve"]);
  });

  it("leaves COUNT and PER_GROUP to wait that cannot be reached any more, and says so once [SRC-2]", () => {
    const small = company({ board: ["ann"] });
    const { run, events } = resolveAgain(board("COUNT", 2), small);
    expect(isUnassigned(run, active(run))).toBe(true);
    expect(linesOf(events)).toEqual(["SEAT_LOST by chief to bob, cid", "UNASSIGNED by chief to eve"]);
    expect(resolveAgain(run, small).events).toEqual([]);
    expect(seats(resolveAgain(run, company()).run)).toHaveLength(3);
  });

  it("changes no seat where sources yield the same, nor any of a stage without sources [SRC-2]", () => {
    const before = approve(board("ALL"), "ann").run;
    const { changes, run } = resolveAgain(before, company());
    expect({ ...changes, updatedTasks: [] }).toEqual({
      updatedTasks: [],
      insertedTasks: [],
      updatedApprovals: [],
      insertedApprovals: [],
    });
    expect(run.approvals).toEqual(before.approvals);
    const plain = submitStages([stage(1, "One", ["ann"])], company()).run;
    expect(resolveAgain(plain, company({ people: { ann: LEFT } })).run).toEqual(plain);
  });

  it("keeps a seat that was given to somebody else as long as its source names the giver [SRC-2]", () => {
    const before = board("ALL");
    const reassign = {
      type: "reassign",
      taskId: active(before).id,
      fromUserId: "bob",
      toUserId: "dan",
      reason: "Ill",
    } as const;
    const given = decide({ ...reassign, ...chief }, before, company()).run;
    const same = resolveAgain(given, company()).run;
    expect(seats(same)).toEqual(["ann AWAITING_APPROVAL", "dan AWAITING_APPROVAL", "cid AWAITING_APPROVAL"]);
    const joined = resolveAgain(same, company({ board: ["ann", "bob", "dan"] })).run;
    expect(seats(joined)).toEqual(["ann AWAITING_APPROVAL", "dan AWAITING_APPROVAL"]);
    const gone = resolveAgain(same, company({ board: ["ann", "cid"] })).run;
    expect(seats(gone)).toEqual(["ann AWAITING_APPROVAL", "cid AWAITING_APPROVAL"]);
  });

  it("takes a group's label back from a named approver who is no member any more [SRC-2]", () => {
    const sources = [{ source: BOARD, groups: ["BOARD"] }];
    const two = { ...sourced(1, "One", sources, { approveBy: "PER_GROUP" }), approverIds: ["ann"] };
    const { run } = submitStages([two], company());
    expect(groupsOf("ann", run)).toEqual(["BOARD"]);
    expect(groupsOf("ann", resolveAgain(run, company({ board: ["bob"] })).run)).toBeUndefined();
  });

  it("takes the submitter's label back from a manager who is named, once it is no member any more [SRC-2] [PPL-5]", () => {
    const rules = { onSubmitterIsApprover: "MANAGER" } as const;
    const sources = [{ source: BOARD, groups: ["BOARD"] }];
    const named = { approverIds: ["mia"], groups: { mia: ["LAW"] } };
    const one = { ...sourced(1, "One", sources, { approveBy: "PER_GROUP" }), ...named };
    const { run } = submitStages([one], company({ board: ["eve", "bob"], rules }));
    expect(groupsOf("mia", run)).toEqual(["LAW", "BOARD"]);
    expect(groupsOf("mia", resolveAgain(run, company({ board: ["bob"], rules })).run)).toEqual(["LAW"]);
  });

  it.each<[string, object, Partial<ApprovalRules>, string]>([
    [
      "a user without privileges",
      { privileged: false },
      {},
      "Only a privileged user may find the approvers of a stage again",
    ],
    [
      "an agent, whatever the settings",
      { isAgent: true },
      { agentsMayDecide: true },
      "Separation of duties: agent",
    ],
    [
      "whom a duty bars",
      { actorId: "eve" },
      { submitterNeverDecides: true },
      "Separation of duties: submitterNeverDecides",
    ],
  ])("is refused to %s [SRC-2]", (_title, acting, rules, message) => {
    expect(() => resolveAgain(board("ALL"), company({ rules }), acting)).toThrow(message);
  });

  it("is refused for a stage still to come, and without one [SRC-2]", () => {
    const { run } = submitStages([sourced(1, "One", [BOARD]), sourced(2, "Two", [MANAGER])], company());
    const again = { type: "resolveAgain", ...chief } as const;
    expect(() => decide({ ...again, taskId: run.tasks[1]?.id ?? "" }, run, company())).toThrow(
      "The approvers of this stage are found when it is asked",
    );
    expect(() => decide({ ...again, taskId: "none" }, run, company())).toThrow("Workflow task not found");
  });
});

const release = (run: Run, userId: string, circumstances: DecisionContext) =>
  decide({ type: "release", userId }, run, circumstances);

describe("somebody who leaves a stage with sources", () => {
  it("is no longer asked; where nobody else can decide, sources are looked at again [SRC-1] [PPL-5]", () => {
    const content = { byOwner: true, amount: "10", currency: "EUR", facts: [] };
    const limits = ["mia", "max"].map((userId) => ({ userId, kind: "Leave", currency: "EUR", upTo: "10" }));
    const climb = { submitterManager: { untilLimit: true } } as const;
    const at = (people: Record<string, Person>) => {
      const circumstances = company({ people, more: { content } });
      return { ...circumstances, organisation: { ...circumstances.organisation!, limits } };
    };
    const { run } = submitStages([sourced(1, "One", [climb])], at({}));
    expect(seats(run)).toEqual(["mia AWAITING_APPROVAL"]);
    const left = at({ mia: { ...COMPANY["mia"], ...LEFT } });
    const released = release(run, "mia", left);
    expect(seats(released.run)).toEqual(["max AWAITING_APPROVAL"]);
    expect(linesOf(released.events)).toEqual(["APPROVER_LEFT by mia to eve, max"]);
  });

  it("leaves the others to decide, and the stage to wait where nobody is left [SRC-1] [PPL-5]", () => {
    const { run } = submitStages([sourced(1, "One", [BOARD])], company({ board: ["ann", "bob"] }));
    const one = company({ board: ["ann", "bob"], people: { ann: { name: "Ann", ...LEFT } } });
    const first = release(run, "ann", one).run;
    expect(seats(first)).toEqual(["bob AWAITING_APPROVAL"]);
    const both = company({
      board: ["ann", "bob"],
      people: { ann: { name: "Ann", ...LEFT }, bob: { name: "Bob", ...LEFT } },
    });
    const last = release(first, "bob", both);
    expect(linesOf(last.events)).toEqual(["APPROVER_LEFT by bob to eve", "UNASSIGNED by bob to eve"]);
    expect(reasonFor(last.run)).toBe('Stage "One" has nobody who can decide: Ann has left; Bob has left');
  });
});

describe("a stage with sources that rejected", () => {
  const labelled = {
    ...sourced(2, "Two", [{ source: BOARD, groups: ["BOARD"] }], { approveBy: "PER_GROUP" }),
    approverIds: ["ann", "eli"],
    groups: { eli: ["LAW"] },
  };

  it("takes a group's label back from a named approver who is no member any more [SRC-2]", () => {
    const first = submitStages([stage(1, "One", ["dee"]), labelled], company()).run;
    const second = approve(first, "dee").run;
    const rejected = decide(
      { type: "reject", taskId: active(second).id, approverId: "eli" },
      second,
      company(),
    );
    const small = company({ board: ["bob"] });
    const again = approve(rejected.run, "dee", small).run;
    expect(
      approvalsOf(again, active(again).id).map(({ approverId, groups }) => [approverId, groups]),
    ).toEqual([
      ["ann", undefined],
      ["eli", ["LAW"]],
      ["bob", ["BOARD"]],
    ]);
  });

  it("does not ask again who gave a seat away, by hand or in a sourced stage [SRC-2] [PPL-7]", () => {
    const both = { ...sourced(2, "Two", [BOARD], { approveBy: "ALL" }), approverIds: ["ann"] };
    const first = submitStages([stage(1, "One", ["dee"]), both], company()).run;
    let { run } = approve(first, "dee");
    for (const [fromUserId, toUserId] of [
      ["ann", "abe"],
      ["bob", "ben"],
    ] as const) {
      const give = { type: "reassign", taskId: active(run).id, fromUserId, toUserId, reason: "Ill" } as const;
      ({ run } = decide({ ...give, ...chief }, run, company()));
    }
    const asked = ["abe AWAITING_APPROVAL", "ben AWAITING_APPROVAL", "cid AWAITING_APPROVAL"];
    expect(seats(resolveAgain(run, company()).run)).toEqual(asked);
    const back = decide({ type: "reject", taskId: active(run).id, approverId: "cid" }, run, company()).run;
    expect(seats(approve(back, "dee").run)).toEqual(asked);
  });
});

const fact = (value: string) => ({
  byOwner: true,
  facts: [{ key: "buyer", type: "PERSON" as const, value }],
});

const as = (value: string) => company({ more: { content: fact(value) } });

const about = (amount: number) =>
  company({ more: { conditions: testConditions, content: contentOf(amount) } });

describe("a document that changes", () => {
  const stages = [stage(1, "One", ["dee"]), sourced(2, "Two", [{ fact: "buyer" }])];

  it("leaves the managers of earlier approvers in their stage, which gets another before it [SRC-1] [ROUTE-4]", () => {
    const way = [
      { ...stage(1, "One", ["ann"]), key: "one" },
      { ...stage(2, "Law", ["lou"]), key: "law", when: "above 1000" },
      { ...sourced(3, "Two", [PREVIOUS]), key: "two" },
    ];
    const { run: first, route } = submitStages(way, about(500));
    const second = approve(first, "ann", about(500)).run;
    const amend = { type: "amend", policy: "KEEP_VERDICTS", revision: 2, actorId: "eve", route } as const;
    const { run, events } = decide(amend, second, about(5_000));
    expect(linesOf(events)).toEqual(["AMENDED by eve to eve, max, ann", "STAGE_ADDED by eve to eve"]);
    expect(seats(run)).toEqual(["max AWAITING_APPROVAL"]);
  });

  it.each(["ASK_AGAIN", "KEEP_VERDICTS"] as const)(
    "is decided by whom it names then, under %s [SRC-1]",
    (policy) => {
      const second = approve(submitStages(stages, as("ann")).run, "dee", as("ann")).run;
      expect(seats(second)).toEqual(["ann AWAITING_APPROVAL"]);
      const amended = decide({ type: "amend", policy, revision: 2, actorId: "eve" }, second, as("bob"));
      const again = policy === "ASK_AGAIN" ? approve(amended.run, "dee", as("bob")).run : amended.run;
      expect(seats(again)).toEqual(["bob AWAITING_APPROVAL"]);
      if (policy === "KEEP_VERDICTS") {
        expect(linesOf(amended.events)).toEqual([
          "AMENDED by eve to eve, bob, dee",
          "SEAT_LOST by eve to ann",
        ]);
        expect(toldTo("bob", amended.events)).toEqual(["LV-1 was changed — awaiting your approval"]);
      }
    },
  );
});
