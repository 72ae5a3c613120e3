import { describe, expect, it } from "vitest";

import { type DraftStage, faultOf, newStage, ordersFor, storedDraft, unmovedKeys } from "./workflow-draft.ts";

const stored = (order: number): DraftStage => {
  const id = `at ${order}`;
  return { ...newStage(id, id), stored: { id, order } };
};
const fresh = (name: string) => newStage(name, name);
const keys = (stages: readonly DraftStage[]) => [...unmovedKeys(stages)];

describe("positions of stages", () => {
  it("change for as few stages as possible", () => {
    expect(keys([stored(1), stored(3), stored(2), stored(4)])).toEqual(["at 1", "at 3", "at 4"]);
    expect(ordersFor([stored(1), stored(3), stored(2), stored(4)], [1, 2, 3, 4])).toEqual([1, 3, 3.5, 4]);
    expect(ordersFor([stored(3), stored(1), stored(2)], [1, 2, 3])).toEqual([0, 1, 2]);
    expect(ordersFor([stored(2), stored(3), stored(1)], [1, 2, 3])).toEqual([2, 3, 4]);
  });

  it("are ones that no stored stage has, also where one is removed", () => {
    expect(ordersFor([stored(1), fresh("a"), stored(3)], [1, 2, 3])).toEqual([1, 1.5, 3]);
    expect(ordersFor([fresh("a"), fresh("b")], [])).toEqual([1, 2]);
    expect(ordersFor([stored(1), fresh("a"), fresh("b")], [1, 2])).toEqual([1, 1.5, 1.75]);
  });

  it("differ where two stored stages share one", () => {
    const twin = { ...stored(1), key: "twin", stored: { id: "twin", order: 1 } };
    expect(ordersFor([stored(1), twin, stored(2)], [1, 1, 2])).toEqual([1, 1.5, 2]);
  });

  it("begin anew where numbers have no room between them", () => {
    const next = 1 + Number.EPSILON;
    expect(ordersFor([stored(1), fresh("a"), stored(next)], [1, next])).toEqual([2, 3, 4]);
  });
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

it("reads a stored workflow in the order in which its stages and approvers were added", () => {
  const rule = { approveBy: "ANY", rejectBy: "VETO", bulk: true } as const;
  const stages = [
    { _id: "b", name: "Board", order: 2, ...rule, quorum: null },
    { _id: "a", name: null, order: 1, ...rule, quorum: null },
  ];
  const approvers = [
    { _id: "2", stageId: "a", approverId: "ben", groups: [], approver: null },
    { _id: "1", stageId: "a", approverId: "ann", groups: ["x"], approver: { _id: "ann", name: "Ann" } },
  ];
  const workflow = { _id: "w", name: "Contracts", description: null, status: "DRAFT", stages } as const;
  expect(storedDraft({ ...workflow, stages }, approvers)).toEqual({
    name: "Contracts",
    description: "",
    status: "DRAFT",
    stages: [
      {
        ...rule,
        key: "a",
        name: "",
        quorum: null,
        approvers: [
          { approverId: "ann", name: "Ann", groups: ["x"] },
          { approverId: "ben", name: "ben", groups: [] },
        ],
        stored: { id: "a", order: 1 },
      },
      { ...rule, key: "b", name: "Board", quorum: null, approvers: [], stored: { id: "b", order: 2 } },
    ],
  });
});
