import { describe, expect, it } from "vitest";

import { type ResolutionRecords, resolveStages } from "./resolve-stages.ts";
import type { PolicyLevel } from "./types.ts";

const manager: PolicyLevel = { role: "MANAGER", order: 1, approveBy: "ANY" };
const head: PolicyLevel = { role: "HEAD_OF_DEPARTMENT", order: 2, approveBy: "ALL" };
const hr: PolicyLevel = { role: "HR", order: 3, approveBy: "ANY" };
const policy = { levels: [hr, manager, head] };

const records: ResolutionRecords = {
  employee: { id: "e-eve", userId: "eve", reportingTo: "e-ann", hrId: "e-cid" },
  department: { hodId: "bob" },
  colleagues: new Map([
    ["e-ann", { userId: "ann" }],
    ["e-cid", { userId: "cid" }],
  ]),
};

const namesOf = (given: ResolutionRecords) => resolveStages("Leave", policy, given).map(({ name }) => name);

describe("resolveStages", () => {
  // Rules: [AE-HR-03] [AE-HR-04] [AE-HR-05] [AE-HR-06]
  it("makes a stage of each level, sorted, named by role, with one approver", () => {
    expect(resolveStages("Leave", policy, records)).toEqual([
      { name: "MANAGER", order: 1, approveBy: "ANY", approverIds: ["ann"], reason: "MANAGER_OF" },
      { name: "HEAD_OF_DEPARTMENT", order: 2, approveBy: "ALL", approverIds: ["bob"], reason: "HEAD_OF" },
      { name: "HR", order: 3, approveBy: "ANY", approverIds: ["cid"], reason: "HR_OF" },
    ]);
  });

  it("gives a stage the ladder of its level [TIME-3]", () => {
    const dueIn = { businessDays: 2 };
    const levels: PolicyLevel[] = [{ ...manager, dueIn, remind: [], atEnd: "REJECT" }, hr];
    expect(resolveStages("Leave", { levels }, records)).toEqual([
      expect.objectContaining({ name: "MANAGER", ladder: { dueIn, atEnd: "REJECT" } }),
      expect.not.objectContaining({ ladder: expect.anything() }),
    ]);
  });

  it.each<[string, ResolutionRecords, string[]]>([
    [
      "without a manager [AE-HR-03]",
      { ...records, employee: { id: "e-eve", hrId: "e-cid" } },
      ["HEAD_OF_DEPARTMENT", "HR"],
    ],
    [
      "whose manager the company does not have [AE-HR-03]",
      { ...records, colleagues: new Map([["e-cid", { userId: "cid" }]]) },
      ["HEAD_OF_DEPARTMENT", "HR"],
    ],
    [
      "whose manager is not a user [AE-HR-03]",
      {
        ...records,
        colleagues: new Map([
          ["e-ann", {}],
          ["e-cid", { userId: "cid" }],
        ]),
      },
      ["HEAD_OF_DEPARTMENT", "HR"],
    ],
    ["without a department [AE-HR-02]", { ...records, department: undefined }, ["MANAGER", "HR"]],
    ["whose department has no head [AE-HR-04]", { ...records, department: {} }, ["MANAGER", "HR"]],
    [
      "without somebody for HR [AE-HR-05]",
      { ...records, employee: { id: "e-eve", reportingTo: "e-ann" } },
      ["MANAGER", "HEAD_OF_DEPARTMENT"],
    ],
    [
      "whose manager and head of department have left [FIX-1]",
      {
        ...records,
        people: new Map([
          ["ann", { active: false }],
          ["bob", { active: false }],
          ["cid", { active: true }],
        ]),
      },
      ["HR"],
    ],
  ])("drops the level of an employee %s [AE-HR-06]", (_title, given, names) => {
    expect(namesOf(given)).toEqual(names);
  });

  it.each(["Leave", "Claim", "Loan", "Advance"] as const)(
    "refuses %s when no level has an approver [AE-HR-07]",
    (kind) => {
      const nobody: ResolutionRecords = { employee: { id: "e-eve" }, colleagues: new Map() };
      expect(() => resolveStages(kind, policy, nobody)).toThrow(
        expect.objectContaining({
          code: "NO_APPROVERS_RESOLVED",
          message: `No approvers could be resolved for ${kind}`,
        }),
      );
    },
  );

  it.each([undefined, { levels: [] }])("refuses a policy that is absent or empty (%j) [AE-HR-01]", (none) => {
    expect(() => resolveStages("Leave", none, records)).toThrow(
      expect.objectContaining({ code: "NOT_FOUND", message: "No approval policy with levels for Leave" }),
    );
  });
});

const level = (
  approvers: PolicyLevel["approvers"] = [],
  role: PolicyLevel["role"] = "MANAGER",
): PolicyLevel => ({
  role,
  order: 1,
  approveBy: "ALL",
  approvers,
});
const board = { source: { groupId: "board" }, groups: ["BOARD"] };
const of = (given: ResolutionRecords, ...levels: PolicyLevel[]) => resolveStages("Leave", { levels }, given);

describe("a level with further approvers", () => {
  it("asks them beside the holder of the role [SRC-1]", () => {
    expect(
      of(records, level([{ approverId: "dan", groups: ["LAW"] }, { approverId: "ann" }, board])),
    ).toEqual([
      {
        name: "MANAGER",
        order: 1,
        approveBy: "ALL",
        approverIds: ["ann", "dan"],
        groups: { dan: ["LAW"] },
        sources: [board],
        reasons: { ann: "MANAGER_OF" },
      },
    ]);
  });

  it("asks them alone where nobody holds the role, or its holder has left [SRC-1]", () => {
    const left = { ...records, people: new Map([["ann", { active: false }]]) };
    const without = { ...records, employee: { id: "e-eve" } };
    for (const given of [left, without]) {
      expect(of(given, level([{ approverId: "dan" }]))).toMatchObject([
        { approverIds: ["dan"], reasons: {} },
      ]);
    }
  });

  it("asks nobody's manager where the levels before were dropped [SRC-1]", () => {
    const previous = { source: { previousApproverManager: true } } as const;
    const second = { ...level([previous], "HR"), order: 2 };
    const [one, two] = of(records, level(), second);
    expect([one?.sources, two?.sources]).toEqual([undefined, [previous]]);
    const dropped = { ...records, employee: { id: "e-eve", hrId: "e-cid" } };
    expect(of(dropped, level(), second)).toEqual([
      expect.objectContaining({ name: "HR", approverIds: ["cid"] }),
    ]);
    expect(of(dropped, level(), second)[0]).not.toHaveProperty("sources");
    const { employee: _employee, ...others } = dropped;
    expect(() => of({ ...others, employee: { id: "e-eve" } }, level(), second)).toThrow(
      expect.objectContaining({ code: "NO_APPROVERS_RESOLVED" }),
    );
  });

  it("asks an employee who is their own manager, as ever [AE-HR-03]", () => {
    const own = { ...records, employee: { id: "e-eve", userId: "eve", reportingTo: "e-eve" } };
    const colleagues = new Map([["e-eve", { userId: "eve" }]]);
    expect(of({ ...own, colleagues }, { role: "MANAGER", order: 1, approveBy: "ANY" })).toMatchObject([
      { approverIds: ["eve"] },
    ]);
  });
});
