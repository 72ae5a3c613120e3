import { render } from "@countersign/texts";
import { describe, expect, it } from "vitest";

import { taskOf } from "./steps.ts";
import type { ApprovalLimit, Organisation, Person, UserGroup } from "./people.ts";
import { resolveSeats } from "./resolve-seats.ts";
import { type ApprovalRules, DEFAULT_RULES } from "./rules.ts";
import { EMPTY_RUN } from "./run.ts";
import { assertSources } from "./sources.ts";
import type { ApproverSource, DocumentContent, SourcedSeats, StageInput } from "./types.ts";

const LEFT = { active: false } as const;

/** Sam reports to Mia, Mia to Max, Max to Tom; Sam and Lea work in sales, which Hal heads. */
const COMPANY: Record<string, Person> = {
  sam: { name: "Sam", managerId: "mia", departmentId: "sales" },
  mia: { name: "Mia", managerId: "max" },
  max: { name: "Max", managerId: "tom" },
  tom: { name: "Tom" },
  lea: { name: "Lea", departmentId: "sales" },
  hal: { name: "Hal" },
};
const members = (count: number) => Array.from({ length: count }, (_, place) => `m${place}`);
const GROUPS: Record<string, UserGroup> = {
  buyers: { name: "Buyers", memberIds: ["ann", "bob"] },
  empty: { name: "Nobody", memberIds: [] },
  closed: { name: "Old board", memberIds: ["ann"], active: false },
  fifty: { name: "Fifty", memberIds: members(50) },
  crowd: { name: "Crowd", memberIds: members(51) },
  own: { name: "Own", memberIds: ["sam", "ann"] },
  chiefs: { name: "Chiefs", memberIds: ["tom"] },
};
const limit = (userId: string, upTo: string, currency = "EUR", kind = "Claim"): ApprovalLimit => ({
  userId,
  kind,
  currency,
  upTo,
});
const CONTENT: DocumentContent = { byOwner: true, amount: "5000.00", currency: "EUR", facts: [] };

interface Given {
  sources: (ApproverSource | SourcedSeats)[];
  named?: string[];
  groups?: StageInput["groups"];
  approveBy?: StageInput["approveBy"];
  quorum?: number;
  people?: Record<string, Person>;
  limits?: ApprovalLimit[];
  content?: DocumentContent | undefined;
  rules?: Partial<ApprovalRules>;
}

/** The stage of a claim of Sam's as it would be asked. */
function resolutionOf({ sources, named = [], groups, approveBy = "ANY", quorum, ...given }: Given) {
  const { people = {}, limits = [], content = CONTENT, rules } = given;
  const stage = {
    name: "Board",
    order: 1,
    approveBy,
    quorum,
    approverIds: named,
    groups,
    sources: sources.map((one) => ("source" in one ? one : { source: one })),
  };
  const origin = { runId: "run", refId: "ref", kind: "Claim", submitterId: "sam", beneficiaryId: "sam" };
  let made = 0;
  const newId = () => `id${made++}`;
  const { task, approvals } = taskOf(
    { ref: undefined, workflowId: undefined, parentId: undefined, ...origin },
    stage,
    "PENDING",
    { newId },
  );
  const organisation: Organisation = {
    groups: new Map(Object.entries(GROUPS)),
    heads: new Map([["sales", "hal"]]),
    limits,
  };
  return resolveSeats(task, approvals, EMPTY_RUN, {
    rules: { ...DEFAULT_RULES, ...rules },
    people: new Map(Object.entries({ ...COMPANY, ...people })),
    organisation,
    content: "content" in given ? given.content : content,
  });
}

const labels = (groups: readonly string[] = []) => (groups.length === 0 ? "" : ` [${groups.join(",")}]`);
const out = (leftOut?: string) => (leftOut ? ` (${leftOut})` : "");

/** Lines such as `ann [FIN]` of a named seat, `+mia MANAGER_OF sam`, a reason, and the fault. */
function resolved(given: Given): string[] {
  const { namedSeats: named, addedSeats: added, fault, faults = [] } = resolutionOf(given);
  return [
    ...named.map(({ approverId, groups, leftOut }) => approverId + labels(groups) + out(leftOut)),
    ...added.map(
      ({ approverId, reason, reasonUserId, reasonGroupId, groups, leftOut }) =>
        `+${[approverId, reason, reasonUserId ?? reasonGroupId].filter(Boolean).join(" ")}${labels(groups)}${out(leftOut)}`,
    ),
    ...faults.map((why) => render(why)),
    ...(fault === undefined ? [] : [fault]),
  ];
}

const manager = (levels: number): ApproverSource => ({ submitterManager: { levels } });
const untilLimit: ApproverSource = { submitterManager: { untilLimit: true } };
const headOf = (of: string): ApproverSource => ({ departmentHead: { of } });
const person = (key: string, value: string) => ({ key, type: "PERSON" as const, value });
const content = (facts: DocumentContent["facts"], byOwner = true) => ({ ...CONTENT, facts, byOwner });

describe("a source of approvers", () => {
  it.each<[string, Given, string[]]>([
    [
      "the members of a group",
      { sources: [{ groupId: "buyers" }] },
      ["+ann GROUP buyers", "+bob GROUP buyers"],
    ],
    [
      "no member of an empty group",
      { sources: [{ groupId: "empty" }] },
      ["group Nobody has no members", "EMPTY"],
    ],
    [
      "no member of a group that is closed",
      { sources: [{ groupId: "closed" }] },
      ["group Old board is no longer used", "EMPTY"],
    ],
    [
      "nobody of a group that does not exist",
      { sources: [{ groupId: "gone" }] },
      ["the group that is to approve does not exist", "EMPTY"],
    ],
    [
      "nobody of a group of 51",
      { sources: [{ groupId: "crowd" }] },
      ["group Crowd has 51 members, at most 50", "EMPTY"],
    ],
    ["the submitter's manager", { sources: [manager(1)] }, ["+mia MANAGER_OF sam"]],
    ["the manager two levels up", { sources: [manager(2)] }, ["+max MANAGER_OF sam"]],
    ["nobody above the last manager", { sources: [manager(4)] }, ["Tom has no manager", "EMPTY"]],
    [
      "nobody where managers form a circle",
      { sources: [manager(3)], people: { mia: { managerId: "sam" } } },
      ["the managers of Sam form a circle", "EMPTY"],
    ],
    [
      "no manager who has left",
      { sources: [manager(1)], people: { mia: { ...COMPANY["mia"], ...LEFT } } },
      ["+mia MANAGER_OF sam (INACTIVE)", "EMPTY"],
    ],
    [
      "the manager above one who has left",
      { sources: [manager(2)], people: { mia: { ...COMPANY["mia"], ...LEFT } } },
      ["+max MANAGER_OF sam"],
    ],
    ["the head of the submitter's department", { sources: [headOf("SUBMITTER")] }, ["+hal HEAD_OF"]],
    [
      "nobody without a department",
      { sources: [headOf("SUBMITTER")], people: { sam: { name: "Sam" } } },
      ["Sam has no department", "EMPTY"],
    ],
    [
      "nobody without a head",
      { sources: [headOf("SUBMITTER")], people: { sam: { departmentId: "legal" } } },
      ["the department has no head", "EMPTY"],
    ],
    [
      "the head of the department of a person in the document",
      { sources: [headOf("buyer")], content: content([person("buyer", "lea")]) },
      ["+hal HEAD_OF"],
    ],
    [
      "the head of a department that the document names",
      { sources: [headOf("unit")], content: content([{ key: "unit", type: "TEXT", value: " SALES " }]) },
      ["+hal HEAD_OF"],
    ],
    [
      "no head of a department that a person names",
      { sources: [headOf("unit")], content: content([{ key: "unit", type: "TEXT", value: "sales" }], false) },
      ["only the document's owner says who unit is", "EMPTY"],
    ],
    [
      "a person of the document",
      { sources: [{ fact: "buyer" }], content: content([person("buyer", "lea")]) },
      ["+lea FACT"],
    ],
    [
      "nobody whom only a person names",
      { sources: [{ fact: "buyer" }], content: content([person("buyer", "lea")], false) },
      ["only the document's owner says who buyer is", "EMPTY"],
    ],
    [
      "nobody of another company",
      { sources: [{ fact: "buyer" }], content: content([person("buyer", "stranger")]) },
      ["buyer names nobody of the company", "EMPTY"],
    ],
    [
      "nobody without the fact",
      { sources: [{ fact: "buyer" }] },
      ["the document has no fact buyer", "EMPTY"],
    ],
    [
      "nobody from a fact that is no person",
      { sources: [{ fact: "buyer" }], content: content([{ key: "buyer", type: "TEXT", value: "lea" }]) },
      ["the document has no fact buyer", "EMPTY"],
    ],
    [
      "no manager of earlier approvers on a stage without any",
      { sources: [{ previousApproverManager: true }] },
      ["nobody approved a stage before", "EMPTY"],
    ],
  ])("asks %s [SRC-1]", (_title, given, expected) => {
    expect(resolved(given)).toEqual(expected);
  });

  it("asks each of 50 members [SRC-2]", () => {
    expect(resolutionOf({ sources: [{ groupId: "fifty" }] }).addedSeats).toHaveLength(50);
  });
});

describe("the chain of managers", () => {
  it.each<[string, Given, string[]]>([
    [
      "stops at the first who may approve the amount",
      { sources: [untilLimit], limits: [limit("mia", "100"), limit("max", "9000"), limit("tom", "99000")] },
      ["+max MANAGER_OF sam"],
    ],
    [
      "takes the limit itself",
      { sources: [untilLimit], limits: [limit("mia", "5000")] },
      ["+mia MANAGER_OF sam"],
    ],
    [
      "passes a limit that is a cent too low",
      { sources: [untilLimit], limits: [limit("mia", "4999.99"), limit("max", "5000.000001")] },
      ["+max MANAGER_OF sam"],
    ],
    [
      "passes a limit that a credit of that size exceeds [MEET-8]",
      {
        sources: [untilLimit],
        limits: [limit("mia", "4999.99"), limit("max", "5000")],
        content: { ...CONTENT, amount: "-5000" },
      },
      ["+max MANAGER_OF sam"],
    ],
    [
      "passes limits of another currency",
      { sources: [untilLimit], limits: [limit("mia", "9000", "USD"), limit("tom", "9000")] },
      ["+tom MANAGER_OF sam"],
    ],
    [
      "passes limits of another kind",
      { sources: [untilLimit], limits: [limit("mia", "9000", "EUR", "Loan"), limit("max", "9000")] },
      ["+max MANAGER_OF sam"],
    ],
    [
      "passes who has left",
      {
        sources: [untilLimit],
        limits: [limit("mia", "9000"), limit("max", "9000")],
        people: { mia: { ...COMPANY["mia"], ...LEFT } },
      },
      ["+max MANAGER_OF sam"],
    ],
    [
      "counts the limit of a group",
      {
        sources: [untilLimit],
        limits: [{ groupId: "chiefs", kind: "Claim", currency: "EUR", upTo: "9000" }],
      },
      ["+tom MANAGER_OF sam"],
    ],
    [
      "counts no limit of a closed group",
      {
        sources: [untilLimit],
        limits: [{ groupId: "closed", kind: "Claim", currency: "EUR", upTo: "9000" }],
        people: { mia: { managerId: "ann" } },
      },
      ["no manager of Sam may approve 5000.00 EUR", "EMPTY"],
    ],
    [
      "ends with nobody",
      { sources: [untilLimit], limits: [limit("sam", "9000"), limit("hal", "9000")] },
      ["no manager of Sam may approve 5000.00 EUR", "EMPTY"],
    ],
    [
      "ends in a circle",
      { sources: [untilLimit], people: { max: { managerId: "mia" } } },
      ["no manager of Sam may approve 5000.00 EUR", "EMPTY"],
    ],
    [
      "needs an amount",
      { sources: [untilLimit], limits: [limit("mia", "9000")], content: { byOwner: true, facts: [] } },
      ["the document has no amount", "EMPTY"],
    ],
    [
      "needs a document",
      { sources: [untilLimit], limits: [limit("mia", "9000")], content: undefined },
      ["the document has no amount", "EMPTY"],
    ],
  ])("%s [SRC-3]", (_title, given, expected) => {
    expect(resolved(given)).toEqual(expected);
  });
});

describe("several sources", () => {
  const FIN = { source: { groupId: "buyers" }, groups: ["FIN"] };

  it.each<[string, Given, string[]]>([
    [
      "leave out the one that yields nobody",
      { sources: [{ groupId: "empty" }, manager(1)] },
      ["+mia MANAGER_OF sam", "group Nobody has no members"],
    ],
    [
      "merge who comes twice, with all groups",
      {
        sources: [FIN, { source: { fact: "buyer" }, groups: ["LAW", "FIN"] }],
        content: content([person("buyer", "bob")]),
        people: { bob: {} },
      },
      ["+ann GROUP buyers [FIN]", "+bob GROUP buyers [FIN,LAW]"],
    ],
    [
      "give a named approver their groups",
      { sources: [FIN], named: ["bob", "cid"], groups: { bob: ["LAW"] } },
      ["bob [LAW,FIN]", "cid", "+ann GROUP buyers [FIN]"],
    ],
    [
      "give nobody groups that exclude each other",
      {
        sources: [FIN],
        named: ["bob"],
        groups: { bob: ["LAW"] },
        rules: { exclusiveGroups: [["LAW", "FIN"]] },
      },
      ["bob [LAW]", "+ann GROUP buyers [FIN]"],
    ],
    [
      "ask by another source whom one leaves out",
      {
        sources: [
          { source: { groupId: "buyers" }, groups: ["FIN", "LAW"] },
          { source: { groupId: "buyers" } },
        ],
        rules: { exclusiveGroups: [["LAW", "FIN"]] },
      },
      ["+ann GROUP buyers", "+bob GROUP buyers"],
    ],
    [
      "fill the groups of PER_GROUP",
      { sources: [FIN, { source: manager(1), groups: ["BOSS"] }], approveBy: "PER_GROUP" },
      ["+ann GROUP buyers [FIN]", "+bob GROUP buyers [FIN]", "+mia MANAGER_OF sam [BOSS]"],
    ],
    [
      "count for a quorum",
      { sources: [{ groupId: "buyers" }], approveBy: "COUNT", quorum: 3 },
      ["+ann GROUP buyers", "+bob GROUP buyers", "UNREACHABLE"],
    ],
  ])("%s [SRC-1]", (_title, given, expected) => {
    expect(resolved(given)).toEqual(expected);
  });
});

describe("the submitter among those whom a source yields", () => {
  it.each<[string, Partial<ApprovalRules>, string[]]>([
    ["is asked by default", {}, ["+sam GROUP own", "+ann GROUP own"]],
    [
      "is left out under EXCLUDE",
      { onSubmitterIsApprover: "EXCLUDE" },
      ["+sam GROUP own (SUBMITTER)", "+ann GROUP own"],
    ],
    [
      "is replaced by their manager under MANAGER",
      { onSubmitterIsApprover: "MANAGER" },
      ["+sam GROUP own (SUBMITTER)", "+ann GROUP own", "+mia MANAGER_OF sam"],
    ],
    [
      "never decides under submitterNeverDecides",
      { submitterNeverDecides: true },
      ["+sam GROUP own (submitterNeverDecides)", "+ann GROUP own"],
    ],
  ])("%s, as a named approver is [SRC-1]", (_title, rules, expected) => {
    expect(resolved({ sources: [{ groupId: "own" }], rules })).toEqual(expected);
  });
});

const stages = (...orders: number[]) =>
  orders.map((order) => ({
    name: `S${order}`,
    order,
    sources: [{ source: { previousApproverManager: true } as const }],
  }));

describe("sources of a workflow", () => {
  it("cannot ask the managers of earlier approvers on the first stage [SRC-1]", () => {
    expect(() => assertSources(stages(2, 1), (index) => `stages.${index}.approvers`)).toThrow(
      expect.objectContaining({
        message:
          'Stage "S1" is the first: previousApproverManager asks after a stage, so choose another source',
        field: "stages.1.approvers",
      }),
    );
    const first = { name: "First", order: 0, sources: [{ source: manager(1) }] };
    expect(() => assertSources([...stages(1, 2), first], () => "")).not.toThrow();
  });
});
