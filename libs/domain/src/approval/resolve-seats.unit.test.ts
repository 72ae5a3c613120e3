import { describe, expect, it } from "vitest";

import { approvedBy, context, dynamicRun, stage, submission } from "../../test/approval-runs.ts";
import { decide } from "./decide.ts";
import type { People, Person } from "./people.ts";
import { resolveSeats } from "./resolve-seats.ts";
import { type ApprovalRules, DEFAULT_RULES } from "./rules.ts";
import { EMPTY_RUN, approvalsOf } from "./run.ts";
import { changeApprovals, changeTask } from "./steps.ts";
import type { ApproveBy, Run, Task } from "./types.ts";

const LEFT: Person = { active: false };
const people = (known: Record<string, Person>): People => new Map(Object.entries(known));

/** A run of Eve's about Nora whose second stage, with these approvers, is about to be asked. */
const aboutToAsk = (approverIds: string[], approveBy: ApproveBy = "ALL"): Run =>
  approvedBy(
    decide(
      submission({
        dynamicStages: [stage(1, "Manager", ["ann"]), stage(2, "Board", approverIds, approveBy)],
        beneficiaryId: "nora",
      }),
      EMPTY_RUN,
      context(),
    ).run,
    "ann",
  );
const carrying = (run: Run, groups: Record<string, string[]>): Run =>
  Object.entries(groups).reduce(
    (sofar, [userId, own]) =>
      changeApprovals(sofar, ({ approverId }) => approverId === userId, { groups: own }),
    run,
  );

const labels = (groups: readonly string[] = []) => (groups.length === 0 ? "" : ` [${groups.join(",")}]`);

/** Seats such as `bob`, `eve (SUBMITTER)`, `+mia MANAGER_OF eve [FIN]`; a fault comes last. */
function resolved(run: Run, rules: Partial<ApprovalRules>, known: Record<string, Person> = {}): string[] {
  const task = run.tasks[1] as Task;
  const {
    namedSeats: named,
    addedSeats: added,
    fault,
  } = resolveSeats(task, approvalsOf(run, task.id), run, {
    rules: { ...DEFAULT_RULES, ...rules },
    people: people(known),
  });
  return [
    ...named.map(
      ({ approverId, leftOut, groups }) => `${approverId}${leftOut ? ` (${leftOut})` : ""}${labels(groups)}`,
    ),
    ...added.map(
      ({ approverId, reason, reasonUserId, groups }) =>
        `+${approverId} ${reason}${reasonUserId ? ` ${reasonUserId}` : ""}${labels(groups)}`,
    ),
    ...(fault === undefined ? [] : [fault]),
  ];
}

describe("resolving the seats of a stage", () => {
  const FALLBACK = { onEmptyStage: "FALLBACK", fallbackApproverIds: ["fay", "gus"] } as const;
  const MANAGER = { onSubmitterIsApprover: "MANAGER" } as const;

  it.each<[string, string[], ApproveBy, Partial<ApprovalRules>, Record<string, Person>, string[]]>([
    ["asks whom the stage names", ["bob", "eve"], "ALL", {}, {}, ["bob", "eve"]],
    ["leaves a leaver out", ["bob", "ben"], "ALL", {}, { ben: LEFT }, ["bob", "ben (INACTIVE)"]],
    ["asks somebody who is marked as active", ["bob"], "ALL", {}, { bob: { active: true } }, ["bob"]],
    [
      "finds that nobody is left",
      ["bob", "ben"],
      "ANY",
      {},
      { bob: LEFT, ben: LEFT },
      ["bob (INACTIVE)", "ben (INACTIVE)", "EMPTY"],
    ],
    [
      "leaves the submitter out",
      ["bob", "eve"],
      "ALL",
      { onSubmitterIsApprover: "EXCLUDE" },
      {},
      ["bob", "eve (SUBMITTER)"],
    ],
    [
      "asks the submitter's manager instead",
      ["bob", "eve"],
      "ALL",
      MANAGER,
      { eve: { managerId: "mia" } },
      ["bob", "eve (SUBMITTER)", "+mia MANAGER_OF eve"],
    ],
    [
      "asks a manager who has a seat once",
      ["mia", "eve"],
      "ALL",
      MANAGER,
      { eve: { managerId: "mia" } },
      ["mia", "eve (SUBMITTER)"],
    ],
    [
      "asks no manager who left",
      ["eve"],
      "ALL",
      MANAGER,
      { eve: { managerId: "mia" }, mia: LEFT },
      ["eve (SUBMITTER)", "EMPTY"],
    ],
    [
      "asks no manager whom the document is about",
      ["eve"],
      "ALL",
      MANAGER,
      { eve: { managerId: "nora" } },
      ["eve (SUBMITTER)", "EMPTY"],
    ],
    [
      "asks no manager with a conflict",
      ["eve"],
      "ALL",
      { ...MANAGER, onePersonOneStage: true },
      { eve: { managerId: "ann" } },
      ["eve (SUBMITTER)", "EMPTY"],
    ],
    ["asks no manager where there is none", ["bob", "eve"], "ALL", MANAGER, {}, ["bob", "eve (SUBMITTER)"]],
    [
      "leaves out who decided an earlier stage",
      ["ann", "bob"],
      "ALL",
      { onePersonOneStage: true },
      {},
      ["ann (onePersonOneStage)", "bob"],
    ],
    [
      "names the leaver before the duty",
      ["ann", "bob"],
      "ALL",
      { onePersonOneStage: true },
      { ann: LEFT },
      ["ann (INACTIVE)", "bob"],
    ],
    [
      "names the submitter before the duty",
      ["bob", "eve"],
      "ALL",
      { ...MANAGER, submitterNeverDecides: true },
      { eve: { managerId: "mia" } },
      ["bob", "eve (SUBMITTER)", "+mia MANAGER_OF eve"],
    ],
    [
      "asks the fallback approvers where nobody is left",
      ["bob"],
      "ANY",
      FALLBACK,
      { bob: LEFT },
      ["bob (INACTIVE)", "+fay FALLBACK", "+gus FALLBACK"],
    ],
    [
      "asks no fallback approver while somebody is left",
      ["bob", "ben"],
      "ALL",
      FALLBACK,
      { ben: LEFT },
      ["bob", "ben (INACTIVE)"],
    ],
    [
      "asks no fallback approver who left or submitted it or has a conflict",
      ["bob"],
      "ANY",
      {
        onEmptyStage: "FALLBACK",
        fallbackApproverIds: ["fay", "eve", "nora", "ann", "gus", "gus"],
        onePersonOneStage: true,
      },
      { bob: LEFT, fay: LEFT },
      ["bob (INACTIVE)", "+gus FALLBACK"],
    ],
    [
      "asks nobody twice as a manager and a fallback approver",
      ["eve", "bob"],
      "COUNT",
      { ...MANAGER, onEmptyStage: "FALLBACK", fallbackApproverIds: ["mia", "fay"] },
      { eve: { managerId: "mia" }, bob: LEFT },
      ["eve (SUBMITTER)", "bob (INACTIVE)", "+mia MANAGER_OF eve", "+fay FALLBACK"],
    ],
    [
      "finds that the fallback approvers are not enough either",
      ["bob"],
      "ANY",
      { onEmptyStage: "FALLBACK" },
      { bob: LEFT },
      ["bob (INACTIVE)", "EMPTY"],
    ],
    [
      "finds that two are needed and one is left",
      ["bob", "ben"],
      "COUNT",
      {},
      { ben: LEFT },
      ["bob", "ben (INACTIVE)", "UNREACHABLE"],
    ],
    [
      "adds a fallback approver to the one who is left",
      ["bob", "ben"],
      "COUNT",
      FALLBACK,
      { ben: LEFT },
      ["bob", "ben (INACTIVE)", "+fay FALLBACK", "+gus FALLBACK"],
    ],
  ])("%s [PPL-5]", (_title, approverIds, approveBy, rules, known, expected) => {
    const run = aboutToAsk(approverIds, approveBy === "COUNT" ? "ALL" : approveBy);
    const secondId = run.tasks[1]?.id ?? "";
    const counted = approveBy === "COUNT" ? changeTask(run, secondId, { approveBy, quorum: 2 }) : run;
    expect(resolved(counted, rules, known)).toEqual(expected);
  });

  it("judges seats anew that were left out before [PPL-5]", () => {
    const run = changeApprovals(aboutToAsk(["bob", "ben"]), () => true, { leftOut: "INACTIVE" });
    expect(resolved(run, {}, { ben: LEFT })).toEqual(["bob", "ben (INACTIVE)"]);
  });

  it("gives the submitter's groups to the manager, seated or not, unless they exclude each other [PPL-5]", () => {
    const known = { eve: { managerId: "mia" } };
    const seated = carrying(aboutToAsk(["mia", "eve"]), { mia: ["FIN"], eve: ["LAW", "FIN"] });
    expect(resolved(seated, MANAGER, known)).toEqual(["mia [FIN,LAW]", "eve (SUBMITTER) [LAW,FIN]"]);
    const exclusive = { ...MANAGER, exclusiveGroups: [["FIN", "LAW"]] };
    const apart = carrying(aboutToAsk(["mia", "eve"]), { mia: ["FIN"], eve: ["LAW"] });
    expect(resolved(apart, exclusive, known)).toEqual(["mia [FIN]", "eve (SUBMITTER) [LAW]"]);
    const alone = carrying(aboutToAsk(["bob", "eve"]), { eve: ["LAW"] });
    expect(resolved(alone, MANAGER, known)).toEqual([
      "bob",
      "eve (SUBMITTER) [LAW]",
      "+mia MANAGER_OF eve [LAW]",
    ]);
  });

  it("finds that a group is left without anybody who carries it [PPL-4] [PPL-5]", () => {
    const run = carrying(aboutToAsk(["bob", "ben"]), { bob: ["FIN"], ben: ["LAW"] });
    const perGroup = changeTask(run, run.tasks[1]?.id ?? "", {
      approveBy: "PER_GROUP",
      groups: ["FIN", "LAW"],
    });
    expect(resolved(perGroup, {})).toEqual(["bob [FIN]", "ben [LAW]"]);
    expect(resolved(perGroup, {}, { ben: LEFT })).toEqual([
      "bob [FIN]",
      "ben (INACTIVE) [LAW]",
      "UNREACHABLE",
    ]);
  });

  it("leaves a seat out whose own groups exclude each other [PPL-6]", () => {
    const run = carrying(aboutToAsk(["bob", "ben"]), { ben: ["ASKS", "PAYS"] });
    expect(resolved(run, { exclusiveGroups: [["ASKS", "PAYS"]] })).toEqual([
      "bob",
      "ben (exclusiveGroups) [ASKS,PAYS]",
    ]);
  });

  it("changes no seat where nothing is left out [PPL-5]", () => {
    const run = dynamicRun(stage(1, "Manager", ["ann", "eve"]));
    const seats = approvalsOf(run, run.tasks[0]?.id ?? "");
    const { namedSeats: named } = resolveSeats(run.tasks[0] as Task, seats, run, {
      rules: DEFAULT_RULES,
      people: people({}),
    });
    expect(named.every((seat, index) => seat === seats[index])).toBe(true);
  });
});
