import * as fc from "fast-check";
import { type ModelStage, isEveryGroupServed } from "./model-seats.ts";

const PEOPLE = ["ann", "bob", "cid", "dee", "eve"];
const APPROVERS = [...PEOPLE, "submitter"];
/** Those who act: approvers, two who only stand in for others, two who approve where nobody else can. */
export const ACTORS = [...APPROVERS, "zoe", "yan", "fay", "gus"];
const GROUPS = ["law", "money", "tech"];
/** `usual` 19 times out of 20. */
const mostly = <T>(usual: fc.Arbitrary<T>, seldom: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 19, arbitrary: usual }, { weight: 1, arbitrary: seldom });

/** Nothing three times out of four. */
const seldom = <T>(nothing: T, something: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(nothing) }, { weight: 1, arbitrary: something });

const editors = seldom<string[] | undefined>(undefined, fc.subarray(ACTORS, { maxLength: 2 }));

/** The start of a history. */
export const scenario = fc.record({
  stages: fc.array(
    fc.record({
      approveBy: fc.constantFrom("ANY", "ALL", "COUNT", "PERCENT", "PER_GROUP"),
      rejectBy: fc.constantFrom("VETO", "UNREACHABLE"),
      /** Of the numbers that the approvers can reach. */
      share: fc.nat(99),
      approvers: fc.subarray(APPROVERS, { minLength: 1 }),
      /** Approvers that the stored workflow names at the time of a return. */
      laterApprovers: fc.subarray(APPROVERS),
      /** The groups that each user carries as an approver of the stage. */
      groups: fc.array(fc.subarray(GROUPS), { minLength: APPROVERS.length, maxLength: APPROVERS.length }),
    }),
    { minLength: 1, maxLength: 5, size: "max" },
  ),
  orders: fc.uniqueArray(fc.double({ noNaN: true, min: -9, max: 9 }), {
    minLength: 5,
    maxLength: 5,
    comparator: "SameValueZero",
  }),
  isStored: fc.boolean(),
  requeue: fc.boolean(),
  rules: fc.record({
    recall: fc.constantFrom("NEVER" as const, "UNTIL_FIRST_VERDICT" as const, "ALWAYS" as const),
    onEmptyStage: fc.constantFrom("REFUSE" as const, "FALLBACK" as const, "UNASSIGNED" as const),
    fallbackApproverIds: fc.subarray(["fay", "gus", "zoe", "ann", "submitter"]),
    submitterNeverDecides: seldom(false, fc.constant(true)),
    onePersonOneStage: seldom(false, fc.constant(true)),
    exclusiveGroups: seldom<string[][]>(
      [],
      fc.constantFrom(
        [["law", "money"]],
        [
          ["law", "money"],
          ["money", "tech"],
        ],
        [GROUPS],
      ),
    ),
    agentsMayDecide: fc.boolean(),
  }),
  /** The users who wrote the document, if one is sent. */
  editors: fc.option(editors, { nil: null }),
  /** Substitute and principal, and after how many steps the window ends. */
  standIns: fc.uniqueArray(
    fc.tuple(
      fc.constantFrom(...ACTORS),
      fc.constantFrom(...PEOPLE, "fay"),
      fc.oneof(fc.constant(Infinity), fc.nat(60)),
    ),
    { maxLength: 4, selector: ([substitute, principal]) => `${substitute} ${principal}` },
  ),
});

/** One command of a history. */
export const step = fc.record({
  what: fc.oneof(
    { weight: 24, arbitrary: fc.constant("approve" as const) },
    { weight: 12, arbitrary: fc.constant("reject" as const) },
    { weight: 4, arbitrary: fc.constant("submit" as const) },
    { weight: 3, arbitrary: fc.constant("addRow" as const) },
    { weight: 3, arbitrary: fc.constant("removeRow" as const) },
    { weight: 4, arbitrary: fc.constant("leave" as const) },
    { weight: 1, arbitrary: fc.constant("rejoin" as const) },
    { weight: 4, arbitrary: fc.constant("amend" as const) },
    { weight: 1, arbitrary: fc.constant("archive" as const) },
    { weight: 2, arbitrary: fc.constant("recall" as const) },
    { weight: 4, arbitrary: fc.constant("withdraw" as const) },
    { weight: 4, arbitrary: fc.constant("reassign" as const) },
    { weight: 3, arbitrary: fc.constant("parallel" as const) },
    { weight: 3, arbitrary: fc.constant("after" as const) },
  ),
  /** An approver of the active stage, or anybody. */
  isAsked: mostly(fc.constant(true), fc.constant(false)),
  who: fc.nat(ACTORS.length - 1),
  /** Whether a substitute of somebody who is asked acts, if there is one. */
  isStandIn: fc.oneof(
    { weight: 2, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  /** Whether the person has seen an earlier revision. */
  isStale: mostly(fc.constant(false), fc.constant(true)),
  isPrivileged: fc.boolean(),
  /** Whether the acting person marks the leaver; else an importer does. */
  isMarked: mostly(fc.constant(true), fc.constant(false)),
  /** Whether a program acts. */
  isAgent: mostly(fc.constant(false), fc.constant(true)),
  /** A stage still to come instead of the active one, by number. */
  queued: seldom<number | undefined>(undefined, fc.nat(9)),
  editors,
  /** Whether the submitter recalls, or a privileged user, or anybody. */
  recalledBy: fc.constantFrom("submitter", "chief", ...PEOPLE),
  /** The user who gets a seat. */
  whom: fc.constantFrom(...ACTORS),
  /** The active task, or any of the run by number. */
  task: mostly<number | undefined>(fc.constant(undefined), fc.nat(20)),
  /** The place that a rejection asks to return to, among those up to the current one. */
  wanted: fc.oneof(
    { weight: 10, arbitrary: fc.constant(undefined) },
    { weight: 10, arbitrary: fc.nat(59) },
    { weight: 1, arbitrary: fc.constant("unknown" as const) },
  ),
  policy: fc.constantFrom("ASK_AGAIN" as const, "KEEP_VERDICTS" as const),
});

export type Scenario = typeof scenario extends fc.Arbitrary<infer S> ? S : never;
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const groupsBy = (groupsAt: (place: number) => string[]) =>
  Object.fromEntries(APPROVERS.map((person, place) => [person, groupsAt(place)]));

/** A drawn stage with a rule that its approvers can fulfil. */
export function stageOf({ share, groups: drawnGroups, ...stage }: Scenario["stages"][number]): ModelStage {
  const groups = groupsBy((place) => drawnGroups[place] ?? []);
  const { approveBy, approvers } = stage;
  if (approveBy !== "PER_GROUP") {
    return { ...stage, groups, quorum: 1 + (share % (approveBy === "COUNT" ? approvers.length : 100)) };
  }
  const carrierSeats = approvers.map((person) => ({ groups: groups[person] ?? [] }));
  const labels = [...new Set(carrierSeats.flatMap((seat) => seat.groups))];
  const quorum = [1 + (share % 2), 1].find((wantedQuorum) =>
    isEveryGroupServed(labels, wantedQuorum, carrierSeats),
  );
  if (quorum !== undefined) return { ...stage, groups, quorum };
  // With one group each, every group has somebody of its own.
  return { ...stage, groups: groupsBy((place) => [GROUPS[place % GROUPS.length] ?? ""]), quorum: 1 };
}
