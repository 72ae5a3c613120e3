import { render, text } from "@countersign/texts";
import { describe, expect, it } from "vitest";

import { stage } from "../../test/approval-runs.ts";
import type { UserGroup } from "../approval/people.ts";
import type { ApproverSource, StageInput } from "../approval/types.ts";
import type { FactDeclaration } from "./conditions.ts";
import { definitionFaults, groupsNamed } from "./definition-faults.ts";

const members = (count: number) => Array.from({ length: count }, (_, index) => `member-${index}`);
const groups = new Map<string, UserGroup>([
  ["directors", { name: "Directors", memberIds: members(50) }],
  ["crowd", { name: "Crowd", memberIds: members(51) }],
  ["empty", { name: "Empty", memberIds: [] }],
  ["closed", { name: "Closed", memberIds: members(2), active: false }],
]);
const facts: FactDeclaration[] = [
  { key: "lead", type: "PERSON" },
  { key: "costCentre", type: "TEXT", required: true },
  { key: "price", type: "MONEY" },
];
/** A language in which only "yes" is a condition. */
const conditions = {
  faultOf: (when: string) => (when === "yes" ? undefined : text("finding.NO_STAGES")),
};

const asked = (order: number, name: string, ...sources: ApproverSource[]): StageInput => ({
  ...stage(order, name, []),
  sources: sources.map((source) => ({ source })),
});

const conditional = (order: number, when: string): StageInput => ({
  ...stage(order, `S${order}`, ["ann"]),
  when,
});

function faultsIn(...stages: StageInput[]) {
  return [...definitionFaults({ stages, facts }, { conditions, groups })].map(
    ({ place, code, text: why }) => `${place} ${code}: ${render(why)}`,
  );
}

describe("a source", () => {
  it.each<[string, ApproverSource]>([
    ["a group of 50", { groupId: "directors" }],
    ["the submitter's manager", { submitterManager: { levels: 2 } }],
    ["a chain of managers", { submitterManager: { untilLimit: true } }],
    ["the submitter's head of department", { departmentHead: { of: "SUBMITTER" } }],
    ["the head of a person's department", { departmentHead: { of: "lead" } }],
    ["the head of a named department", { departmentHead: { of: "costCentre" } }],
    ["a person of the document", { fact: "lead" }],
  ])("may be %s [SRC-1]", (_, source) => {
    expect(faultsIn(asked(1, "One", source))).toEqual([]);
  });

  it.each<[string, ApproverSource, string]>([
    [
      "a group that the company does not have",
      { groupId: "other" },
      '0 GROUP_MISSING: Stage "One": the company has no group other, groupId must be the id of one of its groups',
    ],
    [
      "a closed group",
      { groupId: "closed" },
      '0 GROUP_INACTIVE: Stage "One": the group "Closed" is no longer active, choose another one',
    ],
    [
      "a group without members",
      { groupId: "empty" },
      '0 GROUP_EMPTY: Stage "One": the group "Empty" has no members',
    ],
    [
      "a group of 51",
      { groupId: "crowd" },
      '0 GROUP_TOO_LARGE: Stage "One": the group "Crowd" has 51 members, at most 50 can be asked',
    ],
    [
      "a fact that is not declared",
      { fact: "owner" },
      '0 FACT_NOT_DECLARED: Stage "One": declare the fact owner with type PERSON',
    ],
    [
      "a fact that is no person",
      { fact: "costCentre" },
      '0 FACT_NOT_DECLARED: Stage "One": declare the fact costCentre with type PERSON',
    ],
    [
      "the head of an amount's department",
      { departmentHead: { of: "price" } },
      '0 FACT_NOT_DECLARED: Stage "One": declare the fact price with type PERSON or TEXT',
    ],
    [
      "a manager of the stage before, of the first stage",
      { previousApproverManager: true },
      '0 NO_STAGE_BEFORE: Stage "One" is the first: previousApproverManager asks after a stage, so choose another source',
    ],
  ])("is at fault when it is %s [SRC-1]", (_, source, expected) => {
    expect(faultsIn(asked(1, "One", source))).toEqual([expected]);
  });

  it("may be a manager of the stage before, whose place is by the order [SRC-1]", () => {
    const two = asked(2, "Two", { previousApproverManager: true });
    expect(faultsIn(two, stage(1, "One", ["ann"]))).toEqual([]);
    const [fault, ...others] = faultsIn(stage(3, "Three", ["ann"]), two);
    expect(fault).toMatch(/^1 NO_STAGE_BEFORE/u);
    expect(others).toEqual([]);
  });
});

it("names the stage of a condition that its language refuses [ROUTE-3]", () => {
  expect(faultsIn(conditional(1, "yes"), conditional(2, "no"))).toEqual([
    '1 CONDITION_INVALID: Stage "S2": Workflow has no stages',
  ]);
});

it("knows the groups that stages name, each once [SRC-1]", () => {
  const stages = [
    asked(1, "One", { groupId: "a" }, { fact: "lead" }),
    asked(2, "Two", { groupId: "b" }, { groupId: "a" }),
    stage(3, "Three", ["ann"]),
  ];
  expect(groupsNamed(stages)).toEqual(["a", "b"]);
});
