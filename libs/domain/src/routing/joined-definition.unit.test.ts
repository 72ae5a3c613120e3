import { describe, expect, it } from "vitest";

import type { StoredStage } from "../approval/commands.ts";
import { type RuledDefinition, joinDefinitions } from "./joined-definition.ts";

const stage = (name: string, fields: Partial<StoredStage> = {}): StoredStage => ({
  key: "stage1",
  stageId: `${name} stage`,
  workflowId: "w",
  name,
  order: 1,
  approveBy: "ANY",
  approverIds: [name.toLowerCase()],
  ...fields,
});
const definition = (
  workflowId: string,
  stages: StoredStage[],
  fields: Partial<RuledDefinition> = {},
): RuledDefinition => ({ workflowId, version: 3, facts: [], stages, isCertain: false, ...fields });

const joined = (...definitions: RuledDefinition[]) => joinDefinitions(definitions);
const namesOf = ({ stages }: ReturnType<typeof joined>) => stages.map(({ name }) => name);

const askedBy = (fields: Partial<StoredStage>) => {
  const own = stage("Same", { approverIds: ["ann", "bob"] });
  const again = stage("Same", { approverIds: ["ann", "bob"], ...fields });
  return joined(definition("a", [own]), definition("b", [again])).stages;
};

describe("the stages of several rules", () => {
  it("follow each other in the order of the rules, each under a place and a key of its own [MEET-2]", () => {
    const first = definition("clerks", [stage("Clerk"), stage("Head", { key: "stage2", order: 2.5 })]);
    const second = definition("directors", [stage("Director", { order: 9 })]);
    const { workflowId, version, stages } = joined(first, second);
    expect({ workflowId, version }).toEqual({ workflowId: "clerks", version: 3 });
    expect(stages.map(({ name, order, key }) => [name, order, key])).toEqual([
      ["Clerk", 1, "stage1"],
      ["Head", 2.5, "stage2"],
      ["Director", 3, "stage3"],
    ]);
  });

  it("are unverified, but for those of a rule that asks about every document [MEET-2]", () => {
    const certain = definition("a", [stage("A")], { isCertain: true });
    const { stages } = joined(certain, definition("b", [stage("B")]));
    expect(stages.map(({ unverified }) => unverified)).toEqual([undefined, true]);
  });

  it.each<[string, Partial<StoredStage>]>([
    ["alike", {}],
    ["due at another time", { ladder: { dueIn: { hours: 1 } } }],
    ["with its approvers in another order", { approverIds: ["bob", "ann"] }],
    ["rejected by one, as by default", { rejectBy: "VETO" }],
  ])("have one once that is %s [MEET-2]", (_case, fields) => {
    expect(askedBy(fields)).toHaveLength(1);
  });

  it.each<[string, Partial<StoredStage>]>([
    ["of another name", { name: "Else" }],
    ["with other approvers", { approverIds: ["ann"] }],
    ["with labels", { groups: { ann: ["legal"] } }],
    ["with a source", { sources: [{ source: { groupId: "g" } }] }],
    ["with another rule", { approveBy: "ALL" }],
    ["with another number", { approveBy: "COUNT", quorum: 2 }],
    ["rejected otherwise", { rejectBy: "UNREACHABLE" }],
    ["that time approves", { ladder: { dueIn: { hours: 1 }, atEnd: "APPROVE" } }],
  ])("have one besides that is %s [MEET-2]", (_case, fields) => {
    expect(askedBy(fields)).toHaveLength(2);
  });

  it("take from two equal ones what is stricter [MEET-2]", () => {
    const bulk = stage("Same", { when: "above 5" });
    const single = stage("Same", { bulk: false });
    expect(joined(definition("a", [bulk]), definition("b", [single])).stages).toMatchObject([
      { bulk: false },
    ]);
    expect(joined(definition("a", [bulk]), definition("b", [single])).stages[0]).not.toHaveProperty("when");
  });

  it("are asked twice where one rule asks twice [MEET-2]", () => {
    const twice = definition("a", [stage("Same"), stage("Same", { order: 2, key: "stage2" })]);
    expect(namesOf(joined(twice, definition("b", [stage("Same")])))).toEqual(["Same", "Same"]);
  });

  it("keep a stage right before the one that asks the managers of those who approved it [MEET-2]", () => {
    const managers = stage("Managers", {
      order: 2,
      approverIds: [],
      sources: [{ source: { previousApproverManager: true } }],
    });
    const first = definition("a", [stage("Same"), stage("Other", { order: 2 })]);
    const second = definition("b", [stage("Same"), managers]);
    expect(namesOf(joined(first, second))).toEqual(["Same", "Other", "Same", "Managers"]);
    const third = definition("c", [stage("Same"), managers]);
    expect(namesOf(joined(second, third))).toEqual(["Same", "Managers"]);
    const other = definition("d", [stage("Else"), managers, stage("Same", { order: 3 })]);
    expect(namesOf(joined(second, other))).toEqual(["Same", "Managers", "Else", "Managers"]);
  });

  it("declare the facts of all, and are refused where one of several asks nobody [MEET-2]", () => {
    const [risk, site] = [
      { key: "risk", type: "TEXT" },
      { key: "site", type: "TEXT" },
    ] as const;
    const first = definition("a", [stage("A")], { facts: [risk] });
    expect(joined(first, definition("b", [stage("B")], { facts: [risk, site] })).facts).toEqual([risk, site]);
    expect(() => joined(first, definition("b", []))).toThrow("Workflow has no stages");
  });
});
