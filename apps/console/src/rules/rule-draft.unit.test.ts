import { describe, expect, it } from "vitest";

import { choiceOf, numbersFor, ruleOf } from "./needed.ts";
import type { Asked } from "./rule.ts";
import { type DraftAction, type RuleDraft, changeDraft, faultsOf } from "./rule-draft.ts";

const manager: Asked = { by: "manager", levels: 1 };
const directors: Asked = { by: "group", id: "5eed", name: "Directors", members: 3 };
const nobody: Asked = { by: "person", id: "", name: "" };
const after = (...actions: DraftAction[]): RuleDraft =>
  actions.reduce<RuleDraft>(changeDraft, { fields: [], stages: [] });
const add = (asked: Asked): DraftAction => ({ type: "addStage", asked });
const faultsAfter = (...actions: DraftAction[]) =>
  faultsOf(after(...actions)).map(({ fault, field }) => `${field}: ${fault}`);

describe("a rule that is being written", () => {
  it("gets conditions and loses them [CON-17]", () => {
    const amount = { above: 10, currency: "EUR" };
    expect(after({ type: "condition", change: { amount } }).amount).toEqual(amount);
    const without = after(
      { type: "condition", change: { amount } },
      { type: "condition", change: { amount: undefined } },
    );
    expect(JSON.parse(JSON.stringify(without))).toEqual({ fields: [], stages: [] });
  });

  it("asks a majority of a group, and anybody else alone [CON-17]", () => {
    const rules = after(add(directors), add(manager)).stages.map(choiceOf);
    expect(rules).toEqual(["MAJORITY", "ONE"]);
  });

  it("gets stages, which keep their ids while they move [CON-17]", () => {
    const draft = after(
      add(manager),
      add(directors),
      add(nobody),
      { type: "removeStage", index: 1 },
      add(directors),
      {
        type: "moveStage",
        index: 2,
        to: 0,
      },
    );
    expect(draft.stages.map(({ id, approvers }) => [id, approvers[0]?.asked.by])).toEqual([
      ["new4", "group"],
      ["new1", "manager"],
      ["new3", "person"],
    ]);
  });

  it("gives a new stage a key that no other has or had, wherever it is put [ROUTE-1]", () => {
    const stored = after(add(manager), add(directors));
    expect(stored.stages.map(({ key }) => key)).toEqual(["stage1", "stage2"]);
    const actions: DraftAction[] = [
      { type: "removeStage", index: 1 },
      { ...add(nobody), takenKeys: ["stage1", "stage2"] } as DraftAction,
      { type: "moveStage", index: 1, to: 0 },
    ];
    const draft = actions.reduce((before, action) => changeDraft(before, action), stored);
    expect(draft.stages.map(({ key }) => key)).toEqual(["stage3", "stage1"]);
  });

  it("changes a stage and those whom it asks, and no other [CON-17]", () => {
    const draft = after(
      add(manager),
      add(directors),
      { type: "stage", index: 1, change: ruleOf("MAJORITY") },
      { type: "addApprover", index: 1, asked: nobody },
      { type: "approver", index: 1, place: 1, change: { asked: { ...nobody, id: "1", name: "Ann" } } },
      { type: "removeApprover", index: 1, place: 0 },
      { type: "stage", index: 7, change: { name: "Elsewhere" } },
    );
    expect(draft.stages.map(({ approveBy, approvers }) => [approveBy, approvers.length])).toEqual([
      ["ANY", 1],
      ["PERCENT", 1],
    ]);
    expect(draft.stages[1]!.approvers[0]!.asked).toEqual({ by: "person", id: "1", name: "Ann" });
  });
});

describe("what is missing in a rule", () => {
  it.each<[string, DraftAction[], string[]]>([
    ["stages", [], ["stages: STAGES"]],
    ["nothing", [add(manager), add(directors)], []],
    [
      "an amount and its currency",
      [add(manager), { type: "condition", change: { amount: { above: "12,x", currency: null } } }],
      ["amountAbove: AMOUNT", "currency: CURRENCY"],
    ],
    [
      "a discount and a condition",
      [add(manager), { type: "condition", change: { discount: { above: null }, when: " " } }],
      ["discountAbove: DISCOUNT", "when: WHEN"],
    ],
    ["a name", [add(manager), add(nobody)], ["stages.1.approvers.0: ASKED"]],
    ["a field", [add({ by: "head", of: "" })], ["stages.0.approvers.0: ASKED"]],
    [
      "everybody of a stage",
      [add(manager), { type: "removeApprover", index: 0, place: 0 }],
      ["stages.0.approvers: APPROVERS"],
    ],
    [
      "a number",
      [add(directors), { type: "stage", index: 0, change: { approveBy: "COUNT", quorum: null } }],
      ["stages.0.quorum: QUORUM"],
    ],
    [
      "a share of up to 100 percent",
      [add(directors), { type: "stage", index: 0, change: { approveBy: "PERCENT", quorum: 101 } }],
      ["stages.0.quorum: QUORUM"],
    ],
    [
      "as many people as have to approve",
      [add(directors), { type: "stage", index: 0, change: ruleOf("COUNT 4") }],
      ["stages.0.quorum: UNREACHABLE"],
    ],
  ])("is %s [CON-17]", (_what, actions, faults) => {
    expect(faultsAfter(...actions)).toEqual(faults);
  });

  it("is a limit where the rule would never apply without one [CON-17]", () => {
    expect(faultsOf(after(add(manager)), true)).toEqual([{ fault: "LIMIT", field: "limits" }]);
    const discount = { above: 5 };
    expect(faultsOf(after(add(manager), { type: "condition", change: { discount } }), true)).toEqual([]);
  });
});

describe("the approvals that a stage needs", () => {
  it("are read back as they were chosen [CON-17]", () => {
    const choices = ["ONE", "ALL", "MAJORITY", "PERCENT", "PER_GROUP", "COUNT 2"] as const;
    expect(choices.map((choice) => choiceOf(ruleOf(choice)))).toEqual(choices);
  });

  it("are a majority of every group that is asked: more than half [CON-17]", () => {
    const { quorum } = ruleOf("MAJORITY");
    for (let size = 1; size <= 49; size += 1) {
      expect(Math.ceil((size * Number(quorum)) / 100), `of ${size}`).toBe(Math.floor(size / 2) + 1);
    }
  });

  it("are numbers between one and all [CON-17]", () => {
    expect(numbersFor(1)).toEqual([]);
    expect(numbersFor(4)).toEqual([2, 3]);
    expect(numbersFor(50)).toHaveLength(8);
    expect(numbersFor(undefined)).toEqual([2, 3]);
  });
});
