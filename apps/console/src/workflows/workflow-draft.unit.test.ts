import { describe, expect, it } from "vitest";

import { stagesToSend } from "./stages-to-send.ts";
import {
  type DraftLadder,
  type DraftStage,
  faultOf,
  freshKey,
  newStage,
  ordersFor,
  storedDraft,
  unmovedKeys,
} from "./workflow-draft.ts";

const stored = (order: number): DraftStage => {
  const key = `at ${order}`;
  return { ...newStage(key, key), order };
};
const fresh = (name: string) => newStage(name, name);
const keys = (stages: readonly DraftStage[]) => [...unmovedKeys(stages)];

describe("positions of stages", () => {
  it("change for as few stages as possible", () => {
    expect(keys([stored(1), stored(3), stored(2), stored(4)])).toEqual(["at 1", "at 3", "at 4"]);
    expect(ordersFor([stored(1), stored(3), stored(2), stored(4)])).toEqual([1, 3, 3.5, 4]);
    expect(ordersFor([stored(3), stored(1), stored(2)])).toEqual([0, 1, 2]);
    expect(ordersFor([stored(2), stored(3), stored(1)])).toEqual([2, 3, 4]);
    expect(ordersFor([stored(1), fresh("a"), stored(3)])).toEqual([1, 2, 3]);
    expect(ordersFor([fresh("a"), fresh("b")])).toEqual([1, 2]);
    expect(ordersFor([stored(1.5), fresh("a"), fresh("b")])).toEqual([1.5, 2, 3]);
    expect(ordersFor([fresh("a"), stored(1), fresh("b"), stored(2)])).toEqual([0, 1, 1.5, 2]);
  });

  it("differ where two stored stages share one", () => {
    const twin = { ...stored(1), key: "twin" };
    expect(ordersFor([stored(1), twin, stored(2)])).toEqual([1, 1.5, 2]);
  });

  it("begin anew where numbers have no room between them", () => {
    const next = 1 + Number.EPSILON;
    expect(ordersFor([stored(1), fresh("a"), stored(next)])).toEqual([1, 2, 3]);
  });
});

it("gives a new stage a key that neither draft nor stored version has", () => {
  const [one, three] = [fresh("stage1"), fresh("stage3")];
  expect(freshKey({ stages: [] })).toBe("stage1");
  expect(freshKey({ stages: [one] }, { stages: [one, three] })).toBe("stage4");
  expect(freshKey({ stages: [fresh("board")] }, { stages: [three] })).toBe("stage4");
});

describe("a stage", () => {
  it("needs a name, and a number where its rule has one", () => {
    expect(faultOf(fresh("Legal"))).toBeUndefined();
    expect(faultOf(fresh(" "))).toBe("NAME_MISSING");
    const count = { ...fresh("Legal"), approveBy: "COUNT" } as const;
    expect(faultOf(count)).toBe("QUORUM_MISSING");
    expect(faultOf({ ...count, quorum: 1.5 })).toBe("QUORUM_MISSING");
    expect(faultOf({ ...count, quorum: 101 })).toBeUndefined();
    expect(faultOf({ ...count, approveBy: "PERCENT", quorum: 101 })).toBe("PERCENT_RANGE");
  });
});

const NO_LADDER: DraftLadder = {
  calendarId: null,
  dueIn: null,
  remind: [],
  escalate: null,
  atEnd: "NOTHING",
  endAfter: null,
};

it("reads a stored workflow in the order in which its stages and approvers were added", () => {
  const rule = { approveBy: "ANY", rejectBy: "VETO", bulk: true } as const;
  const stages = [
    { _id: "b", key: "board", name: "Board", order: 2 },
    { _id: "a", key: "stage1", name: null, order: 1 },
  ].map((stage) => Object.assign({ quorum: null, when: null, approvers: [] }, rule, NO_LADDER, stage));
  const approvers = [
    { _id: "2", stageId: "a", approverId: "ben", groups: [], approver: null },
    { _id: "1", stageId: "a", approverId: "ann", groups: ["x"], approver: { _id: "ann", name: "Ann" } },
  ];
  const own = { _id: "w", name: "Contracts", description: null, version: 3, facts: [] };
  const workflow = { ...own, status: "DRAFT", stages } as const;
  expect(storedDraft({ ...workflow, stages }, approvers)).toEqual({
    name: "Contracts",
    description: "",
    status: "DRAFT",
    stages: [
      {
        ...rule,
        key: "stage1",
        name: "",
        order: 1,
        quorum: null,
        approvers: [
          { approverId: "ann", name: "Ann", groups: ["x"] },
          { approverId: "ben", name: "ben", groups: [] },
        ],
      },
      { ...rule, key: "board", name: "Board", order: 2, quorum: null, approvers: [] },
    ],
  });
});

const span = (hours: number) => ({ businessDays: null, businessHours: null, hours });

it("keeps facts, conditions, sources and ladders, and sends them as they are stored [ROUTE-3] [SRC-1] [TIME-3]", () => {
  const source = {
    groupId: null,
    submitterManager: { levels: 2, untilLimit: null },
    departmentHead: null,
    fact: null,
    previousApproverManager: null,
  };
  const own = { _id: "w", name: "Contracts", description: null, version: 3, status: "DRAFT" } as const;
  const facts = [{ key: "lead", type: "PERSON", required: true } as const];
  const rule = { approveBy: "ANY", rejectBy: "VETO", bulk: true, quorum: null } as const;
  const approvers = [
    { source: null, groups: [] },
    { source, groups: ["law"] },
  ];
  const when = "document.amount > 100.0";
  const to = { manager: null, userIds: ["ann"], groupId: null };
  const ladder = {
    calendarId: "office",
    dueIn: span(8),
    remind: [span(4)],
    escalate: { after: span(9), to, mode: "REPLACE", levels: 1 },
    atEnd: "REJECT",
    endAfter: span(20),
  } as const;
  const stored = { ...ladder, remind: [...ladder.remind], escalate: { ...ladder.escalate, to: { ...to } } };
  const stage = { _id: "a", key: "legal", name: "Legal", order: 1, ...rule, when, approvers, ...stored };
  const users = [{ _id: "1", stageId: "a", approverId: "ann", groups: [], approver: null }];
  const draft = storedDraft({ ...own, facts, stages: [stage] }, users);
  expect(draft.facts).toEqual(facts);
  expect(stagesToSend(draft.stages)).toEqual([
    {
      key: "legal",
      name: "Legal",
      order: 1,
      ...rule,
      when,
      approvers: [
        { approverId: "ann", groups: [] },
        { source, groups: ["law"] },
      ],
      ...ladder,
    },
  ]);
});
