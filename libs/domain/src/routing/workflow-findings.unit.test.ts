import { text } from "@countersign/texts";
import { describe, expect, it } from "vitest";

import { stage, storedStages } from "../../test/approval-runs.ts";
import type { People, UserGroup } from "../approval/people.ts";
import { type ApprovalRules, DEFAULT_RULES } from "../approval/rules.ts";
import type { SourcedSeats, StageInput } from "../approval/types.ts";
import { type WorkflowFinding, ruleFindings, workflowFindings } from "./workflow-findings.ts";

const people: People = new Map([
  ["ann", { name: "Ann" }],
  ["bob", { name: "Bob", managerId: "cid" }],
  ["gus", { name: "Gus", active: false }],
  ["gia", { name: "Gia", active: false }],
]);

function foundIn(stages: readonly StageInput[], rules: Partial<ApprovalRules> = {}): WorkflowFinding[] {
  return [
    ...workflowFindings({ stages: storedStages(stages) }, { rules: { ...DEFAULT_RULES, ...rules }, people }),
  ];
}

function findings(stages: readonly StageInput[], rules: Partial<ApprovalRules> = {}) {
  return foundIn(stages, rules).map(
    ({ stageName, code, message }) => `${stageName ?? "-"} ${code}: ${message}`,
  );
}

const one = (approverIds: string[], rule: Partial<StageInput> = {}) => ({
  ...stage(1, "One", approverIds),
  ...rule,
});
const two = (approverIds: string[], rule: Partial<StageInput> = {}) => ({
  ...stage(2, "Two", approverIds),
  ...rule,
});
const three = (approverIds: string[], rule: Partial<StageInput> = {}) => ({
  ...stage(3, "Three", approverIds),
  ...rule,
});
const count = (quorum: number) => ({ approveBy: "COUNT", quorum }) as const;
const perGroup = (groups: Record<string, string[]>) => ({ approveBy: "PER_GROUP", groups }) as const;

describe("a workflow", () => {
  it("has no findings when every stage has enough people, also with every separation of duties [PPL-6]", () => {
    const stages = [
      one(["ann", "bob"]),
      two(["cid", "dan", "eve"], count(2)),
      three(["fay", "hal", "ian"], perGroup({ fay: ["legal"], hal: ["legal", "board"], ian: ["board"] })),
    ];
    expect(findings(stages)).toEqual([]);
    const rules = {
      submitterNeverDecides: true,
      onePersonOneStage: true,
      exclusiveGroups: [["legal", "finance"]],
    };
    expect(findings(stages, rules)).toEqual([]);
  });

  it("names stages by their ids, and findings about the whole workflow without one [PPL-4]", () => {
    expect(foundIn([one([])])).toEqual([
      {
        stageId: "stage-One",
        stageName: "One",
        code: "NO_APPROVERS",
        message: 'Stage "One" has no approvers',
        text: { code: "finding.NO_APPROVERS", params: { stage: "One" } },
      },
    ]);
    expect(foundIn([])).toEqual([
      {
        code: "NO_STAGES",
        message: "Workflow has no stages",
        text: { code: "finding.NO_STAGES", params: {} },
      },
    ]);
  });

  it("has its findings in the order of its stages [PPL-4]", () => {
    expect(findings([two([]), one([])])).toEqual([
      'One NO_APPROVERS: Stage "One" has no approvers',
      'Two NO_APPROVERS: Stage "Two" has no approvers',
    ]);
    expect(findings([one(["ann"]), { ...two(["bob"]), order: 1 }])).toEqual([
      "Two DUPLICATE_ORDER: Stage order 1 is used more than once",
    ]);
  });
});

const OUT_OF_REACH = 'One QUORUM_UNREACHABLE: Stage "One" cannot reach its quorum';

describe("the quorum of a stage", () => {
  it.each<[string, StageInput, string[]]>([
    ["2 of 2", one(["ann", "bob"], count(2)), []],
    ["3 of 2", one(["ann", "bob"], count(3)), [OUT_OF_REACH]],
    ["100 %", one(["ann", "bob"], { approveBy: "PERCENT", quorum: 100 }), []],
    [
      "101 %",
      one(["ann"], { approveBy: "PERCENT", quorum: 101 }),
      ["One QUORUM_INVALID: quorum must be a whole number from 1 to 100 with PERCENT"],
    ],
    [
      "groups that nobody carries",
      one(["ann", "bob"], { approveBy: "PER_GROUP" }),
      ['One NO_GROUPS: No approver of stage "One" carries a group'],
    ],
    ["one person for two groups", one(["ann"], perGroup({ ann: ["legal", "board"] })), [OUT_OF_REACH]],
    [
      "more of a group than carry it",
      one(["ann", "bob"], { ...perGroup({ ann: ["legal"], bob: ["board"] }), quorum: 2 }),
      [OUT_OF_REACH],
    ],
  ])("of %s is judged by its approvers [PPL-4]", (_title, given, expected) => {
    expect(findings([given])).toEqual(expected);
  });
});

describe("approvers who have left", () => {
  it.each<[string, StageInput, string[]]>([
    ["whom others replace", one(["ann", "gus"]), ["One APPROVER_LEFT: Gus has left"]],
    [
      "all of them",
      one(["gus", "gia"]),
      [
        "One APPROVER_LEFT: Gus has left",
        "One APPROVER_LEFT: Gia has left",
        'One NOBODY_LEFT: All approvers of stage "One" have left',
      ],
    ],
    [
      "whom the quorum needs",
      one(["ann", "gus"], count(2)),
      ["One APPROVER_LEFT: Gus has left", `${OUT_OF_REACH} without those who have left`],
    ],
    [
      "with their group",
      one(["ann", "gus"], perGroup({ ann: ["legal"], gus: ["legal", "board"] })),
      [
        "One APPROVER_LEFT: Gus has left",
        'One GROUP_LEFT: Everybody who carries the group "board" has left',
        `${OUT_OF_REACH} without those who have left`,
      ],
    ],
  ])("are named: %s [PPL-5]", (_title, given, expected) => {
    expect(findings([given])).toEqual(expected);
  });

  it("keep no stage from completing where fallback approvers are asked [PPL-5]", () => {
    expect(findings([one(["gus"])], { onEmptyStage: "FALLBACK", fallbackApproverIds: ["ann"] })).toEqual([
      "One APPROVER_LEFT: Gus has left",
    ]);
  });
});

const never = { submitterNeverDecides: true };
const oneStage = { onePersonOneStage: true };
const exclusive = { exclusiveGroups: [["legal", "finance"]] };

describe("separation of duties", () => {
  it.each<[string, Partial<ApprovalRules>, StageInput[], string[]]>([
    [
      "the only approver submits",
      never,
      [one(["ann"])],
      [
        'One SUBMITTER_NEVER_DECIDES: submitterNeverDecides: nobody can complete stage "One" when Ann submits',
      ],
    ],
    [
      "a submitter whom the quorum needs",
      never,
      [one(["ann", "bob"], count(2))],
      [
        'One SUBMITTER_NEVER_DECIDES: submitterNeverDecides: nobody can complete stage "One" when Ann or Bob submits',
      ],
    ],
    [
      "many such submitters",
      never,
      [one(["ann", "bob", "cid", "dan", "eve"], count(5))],
      [
        'One SUBMITTER_NEVER_DECIDES: submitterNeverDecides: nobody can complete stage "One" when Ann, Bob, cid or 2 others submits',
      ],
    ],
    [
      "the submitter's seat is left out by onSubmitterIsApprover",
      { onSubmitterIsApprover: "EXCLUDE" },
      [one(["ann"])],
      [
        'One SUBMITTER_IS_APPROVER: onSubmitterIsApprover EXCLUDE: nobody can complete stage "One" when Ann submits',
      ],
    ],
    [
      "only submitters without a manager leave the seat empty",
      { onSubmitterIsApprover: "MANAGER" },
      [one(["ann"]), two(["bob"])],
      [
        'One SUBMITTER_IS_APPROVER: onSubmitterIsApprover MANAGER: nobody can complete stage "One" when Ann submits',
      ],
    ],
    [
      "the same sole approver on two stages",
      oneStage,
      [one(["ann"]), two(["ann"])],
      [
        'Two ONE_PERSON_ONE_STAGE: onePersonOneStage: nobody can complete stage "Two" once Ann decided earlier stages',
      ],
    ],
    [
      "two people for three stages",
      oneStage,
      [one(["ann", "bob"]), two(["ann", "bob"]), three(["bob", "ann"])],
      [
        'Three ONE_PERSON_ONE_STAGE: onePersonOneStage: nobody can complete stage "Three" once Bob and Ann decided earlier stages',
      ],
    ],
    [
      "a sole approver among three people",
      oneStage,
      [one(["ann", "bob"]), two(["bob"]), three(["cid"])],
      [
        'Two ONE_PERSON_ONE_STAGE: onePersonOneStage: nobody can complete stage "Two" once Bob decided earlier stages',
      ],
    ],
    [
      "an ALL stage that needs whom a later one has",
      oneStage,
      [one(["ann", "bob"], { approveBy: "ALL" }), two(["ann", "bob"])],
      [
        'Two ONE_PERSON_ONE_STAGE: onePersonOneStage: nobody can complete stage "Two" once Ann and Bob decided earlier stages',
      ],
    ],
    ["one person of several on two stages", oneStage, [one(["ann"]), two(["ann", "bob"])], []],
    [
      "the only one of a group decided before, named last",
      oneStage,
      [
        one(["bob", "ann"]),
        two(["bob", "cid", "ann"], perGroup({ ann: ["legal"], bob: ["board"], cid: ["board"] })),
      ],
      [
        'Two ONE_PERSON_ONE_STAGE: onePersonOneStage: nobody can complete stage "Two" once Ann decided earlier stages',
      ],
    ],
    [
      "a seat under two exclusive groups",
      exclusive,
      [one(["ann"], { groups: { ann: ["legal", "finance"] } })],
      ['One EXCLUSIVE_GROUPS: exclusiveGroups: nobody can complete stage "One"'],
    ],
    [
      "the same person under two exclusive groups on two stages",
      exclusive,
      [one(["ann"], { groups: { ann: ["legal"] } }), two(["ann"], { groups: { ann: ["finance"] } })],
      [
        'Two EXCLUSIVE_GROUPS: exclusiveGroups: nobody can complete stage "Two" once Ann decided earlier stages',
      ],
    ],
    [
      "two people under exclusive groups",
      exclusive,
      [one(["ann"], { groups: { ann: ["legal"] } }), two(["bob"], { groups: { bob: ["finance"] } })],
      [],
    ],
  ])("can empty a stage: %s [PPL-6]", (_title, rules, stages, expected) => {
    expect(findings(stages, rules)).toEqual(expected);
  });

  it("takes nothing from a stage whose settings it has not [PPL-6]", () => {
    expect(findings([one(["ann"]), two(["ann"], { groups: { ann: ["legal", "finance"] } })])).toEqual([]);
  });
});

const groups = new Map<string, UserGroup>([
  ["pair", { name: "Pair", memberIds: ["ann", "bob"] }],
  ["leavers", { name: "Leavers", memberIds: ["gus", "gia"] }],
  ["empty", { name: "Empty", memberIds: [] }],
]);
const asks = (...sources: SourcedSeats[]): Partial<StageInput> => ({ sources });
const group = (groupId: string, labels?: string[]): SourcedSeats => ({
  source: { groupId },
  ...(labels && { groups: labels }),
});

function findingsOf(stages: readonly StageInput[], rules: Partial<ApprovalRules> = {}): string[] {
  const context = { rules: { ...DEFAULT_RULES, ...rules }, people, groups };
  const conditions = {
    faultOf: (when: string) => (when === "no" ? text("missing.stage") : undefined),
    amountsAbove: (when: string) => (when === "large" ? ["document.amount > 5.0"] : []),
  };
  return [...workflowFindings({ stages: storedStages(stages) }, { ...context, conditions })].map(
    ({ stageName = "-", code }) => `${stageName} ${code}`,
  );
}

describe("a stage with sources", () => {
  it.each<[string, StageInput, string[]]>([
    ["is not without approvers", one([], asks({ source: { submitterManager: { levels: 1 } } })), []],
    ["reaches a quorum of its group's members", one([], { ...count(2), ...asks(group("pair")) }), []],
    ["reaches one with users beside them", one(["cid"], { ...count(3), ...asks(group("pair")) }), []],
    [
      "counts a member who is named too once",
      one(["ann"], { ...count(3), ...asks(group("pair")) }),
      ["One QUORUM_UNREACHABLE"],
    ],
    [
      "does not reach a higher one",
      one([], { ...count(3), ...asks(group("pair")) }),
      ["One QUORUM_UNREACHABLE"],
    ],
    [
      "carries the labels of its groups",
      one([], { approveBy: "PER_GROUP", ...asks(group("pair", ["law"])) }),
      [],
    ],
    ["carries none without", one([], { approveBy: "PER_GROUP", ...asks(group("pair")) }), ["One NO_GROUPS"]],
    ["has nobody where all members have left", one([], asks(group("leavers"))), ["One NOBODY_LEFT"]],
    [
      "is not judged where others depend on the document",
      one([], { ...count(3), ...asks(group("pair"), { source: { submitterManager: { levels: 1 } } }) }),
      [],
    ],
    [
      "has leavers whom it names itself",
      one(["gus"], asks({ source: { submitterManager: { levels: 1 } } })),
      ["One APPROVER_LEFT"],
    ],
    [
      "has a rule without a number",
      one([], { approveBy: "COUNT", ...asks({ source: { submitterManager: { levels: 1 } } }) }),
      ["One QUORUM_INVALID"],
    ],
    ["names groups without members", one(["ann"], asks(group("empty"))), ["One GROUP_EMPTY"]],
    ["names groups of no company", one(["ann"], asks(group("other"))), ["One GROUP_MISSING"]],
  ])("%s [SRC-1] [PPL-4]", (_, given, expected) => {
    expect(findingsOf([given])).toEqual(expected);
  });

  it("is judged by the duties of its members [SRC-1] [PPL-6]", () => {
    expect(findingsOf([one(["ann"]), two([], { ...count(2), ...asks(group("pair")) })], oneStage)).toEqual([
      "Two ONE_PERSON_ONE_STAGE",
    ]);
  });
});

describe("a stage with a condition", () => {
  it("is found when it is none [ROUTE-3]", () => {
    expect(findingsOf([one(["ann"]), two(["bob"], { when: "no" })])).toEqual(["Two CONDITION_INVALID"]);
  });

  it("is warned of where it compares an amount without its mirror [MEET-8]", () => {
    expect(findingsOf([one(["ann"]), two(["bob"], { when: "large" })])).toEqual(["Two AMOUNT_SIGN"]);
    const terms = { currency: null, when: "large" };
    const conditions = { amountsAbove: () => ["document.amount > 5.0"] };
    expect(ruleFindings([terms, terms], conditions).map(({ message }) => message)).toEqual([
      "The condition of its rule: document.amount > 5.0 is false for a credit of that size; say also what holds below, such as document.amount < -1000.0",
    ]);
  });

  it("is a finding where every stage has one: a document may meet none [ROUTE-3]", () => {
    const conditional = [one(["ann"], { when: "yes" }), two(["bob"], { when: "yes" })];
    expect(findingsOf(conditional)).toEqual(["- ALL_CONDITIONAL"]);
    expect(findingsOf([...conditional, three(["cid"])])).toEqual([]);
  });
});

const terms = (currency: string | null) => ({ currency, when: null });

describe("a workflow that rules with a currency ask", () => {
  it("says what becomes of other currencies, each once [MEET-17]", () => {
    const found = ruleFindings([terms("EUR"), terms(null), terms("EUR")], { amountsAbove: () => [] });
    expect(found.map(({ code, message }) => [code, message])).toEqual([
      [
        "OTHER_CURRENCIES",
        "Its rule never applies to documents in another currency than EUR; a document without a currency is asked",
      ],
    ]);
  });
});
