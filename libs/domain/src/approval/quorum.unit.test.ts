import * as fc from "fast-check";
import { render } from "@countersign/texts";
import { describe, expect, it } from "vitest";

import { defined } from "../defined.ts";
import {
  type CountedSeat,
  type QuorumRule,
  marksNotNeeded,
  quorumFault,
  tallyOf,
  tallyOfGroups,
} from "./quorum.ts";
import type { ApproveBy, RejectBy } from "./types.ts";

const STATUS = {
  a: "APPROVED",
  r: "REJECTED",
  w: "AWAITING_APPROVAL",
  p: "PENDING",
  n: "NOT_NEEDED",
} as const;

/** Seats such as `a w w+` (approved, waiting, waiting and required) or `a:FIN,LEGAL` (carrying groups). */
const seatsOf = (text: string): CountedSeat[] => text.split(" ").filter(Boolean).map(seatOf);

function seatOf(word: string): CountedSeat {
  const [head = "", groups] = word.split(":");
  return defined<CountedSeat>({
    status: STATUS[head[0] as keyof typeof STATUS],
    required: head.endsWith("+") || undefined,
    groups: groups?.split(","),
  });
}

/** `reached/needed`, then `done`, `stuck` when it cannot be done any more, or `open`. */
const stateOf = (rule: QuorumRule, seats: readonly CountedSeat[]): string => {
  const { needed, reached, isReached, isReachable } = tallyOf(rule, seats);
  return `${reached}/${needed} ${isReached ? "done" : isReachable ? "open" : "stuck"}`;
};

const count = (quorum: number): QuorumRule => ({ approveBy: "COUNT", quorum });
const percent = (quorum: number): QuorumRule => ({ approveBy: "PERCENT", quorum });
const perGroup = (groups: string[], quorum?: number): QuorumRule => ({
  approveBy: "PER_GROUP",
  groups,
  ...(quorum !== undefined && { quorum }),
});

describe("the approvals that complete a stage", () => {
  it.each<[string, QuorumRule, string, string]>([
    ["ANY: nobody yet", { approveBy: "ANY" }, "w w", "0/1 open"],
    ["ANY: one of two", { approveBy: "ANY" }, "w a", "1/1 done"],
    ["ANY: all rejected", { approveBy: "ANY" }, "r r", "0/1 stuck"],
    ["ANY: without seats", { approveBy: "ANY" }, "", "0/1 stuck"],
    ["ALL: one of two", { approveBy: "ALL" }, "a w", "1/2 open"],
    ["ALL: both", { approveBy: "ALL" }, "a a", "2/2 done"],
    ["ALL: without seats", { approveBy: "ALL" }, "", "0/0 stuck"],
    ["ALL: with a rejection", { approveBy: "ALL" }, "a r", "1/2 stuck"],
    ["COUNT 2 of 3", count(2), "a w w", "1/2 open"],
    ["COUNT 2 of 3, reached", count(2), "a w a", "2/2 done"],
    ["COUNT 2 of 3, one rejected", count(2), "a r w", "1/2 open"],
    ["COUNT 2 of 3, two rejected", count(2), "a r r", "1/2 stuck"],
    ["COUNT 2 with one leaver of three", count(2), "a w", "1/2 open"],
    ["COUNT 2 with two leavers of three: never lowered", count(2), "a", "1/2 stuck"],
    ["COUNT 3 of 2", count(3), "a a", "2/3 stuck"],
    ["COUNT without its number", { approveBy: "COUNT" }, "a a", "0/0 stuck"],
    ["COUNT 1: a seat that was not needed gives nothing", count(1), "n", "0/1 stuck"],
    ["COUNT 1: an added seat that is PENDING can still give", count(1), "p", "0/1 open"],
    ["PERCENT 50 of 4", percent(50), "a a w w", "2/2 done"],
    ["PERCENT 50 of 5: rounded up", percent(50), "a a w w w", "2/3 open"],
    ["PERCENT 50 of 3, a seat removed from 4", percent(50), "a w w", "1/2 open"],
    ["PERCENT 1 of 3", percent(1), "w w w", "0/1 open"],
    ["PERCENT 100 of 3", percent(100), "a a w", "2/3 open"],
    ["PERCENT 34 of 3: more than a third", percent(34), "a w w", "1/2 open"],
    ["PERCENT 33 of 3: less than a third", percent(33), "a w w", "1/1 done"],
    ["PERCENT 7 of 100: in whole numbers", percent(7), "w ".repeat(100), "0/7 open"],
    ["PERCENT without seats", percent(50), "", "0/0 stuck"],
    ["PERCENT without its number", { approveBy: "PERCENT" }, "a", "0/0 stuck"],
    ["PER_GROUP: one of two groups", perGroup(["FIN", "LAW"]), "a:FIN w:LAW", "1/2 open"],
    ["PER_GROUP: both", perGroup(["FIN", "LAW"]), "a:FIN a:LAW", "2/2 done"],
    ["PER_GROUP: two of one group", perGroup(["FIN", "LAW"]), "a:FIN a:FIN w:LAW", "1/2 open"],
    ["PER_GROUP: one person carries both", perGroup(["FIN", "LAW"]), "a:FIN,LAW w:LAW", "1/2 open"],
    ["PER_GROUP: who carries both makes room", perGroup(["FIN", "LAW"]), "a:FIN,LAW a:FIN", "2/2 done"],
    ["PER_GROUP: along a chain of three", perGroup(["A", "B", "C"]), "a:A,B a:B,C a:A", "3/3 done"],
    ["PER_GROUP: who has made room does so once", perGroup(["A", "B", "C"]), "a:A,B,C a:A a:A", "2/3 stuck"],
    ["PER_GROUP 2: of one group", perGroup(["FIN"], 2), "a:FIN w:FIN", "1/2 open"],
    ["PER_GROUP 2: of two groups", perGroup(["FIN", "LAW"], 2), "a:FIN,LAW a:FIN a:LAW a:LAW", "4/4 done"],
    ["PER_GROUP 2: a place too few", perGroup(["FIN", "LAW"], 2), "a:FIN,LAW a:FIN,LAW w:LAW", "2/4 stuck"],
    ["PER_GROUP: nobody carries a group any more", perGroup(["FIN", "LAW"]), "a:FIN w", "1/2 stuck"],
    ["PER_GROUP: whose group is named twice", perGroup(["FIN"]), "a:FIN,FIN", "1/1 done"],
    ["PER_GROUP: without groups", perGroup([]), "a a", "0/0 stuck"],
    ["PER_GROUP: a group that the stage does not ask for", perGroup(["FIN"]), "a:LAW w:FIN", "0/1 open"],
  ])("%s [PPL-4]", (_title, rule, seats, expected) => {
    expect(stateOf(rule, seatsOf(seats))).toBe(expected);
  });

  it.each<[string, QuorumRule, string, string]>([
    ["ANY: the friend alone", { approveBy: "ANY" }, "w w a+", "1/2 open"],
    ["ANY: the others alone", { approveBy: "ANY" }, "a a w+", "1/2 open"],
    ["ANY: both", { approveBy: "ANY" }, "a w a+", "2/2 done"],
    ["ANY: the friend rejected", { approveBy: "ANY" }, "a w r+", "1/2 stuck"],
    ["ALL: one seat more", { approveBy: "ALL" }, "a a w+", "2/3 open"],
    ["ALL: nobody else", { approveBy: "ALL" }, "a+", "1/1 done"],
    ["COUNT: on top of the number", count(2), "a w w a+", "2/3 open"],
    ["COUNT: two friends", count(1), "a a+ w+", "2/3 open"],
    ["PERCENT: no share of the friend", percent(50), "a a w w w+", "2/3 open"],
    ["PER_GROUP: instead of groups", perGroup([]), "a a+", "1/0 stuck"],
    ["PER_GROUP: fills no group", perGroup(["FIN"]), "w:FIN a+:FIN", "1/2 open"],
  ])("besides a seat added in parallel: %s [PPL-7]", (_title, rule, seats, expected) => {
    expect(stateOf(rule, seatsOf(seats))).toBe(expected);
  });

  it("are the least whole number that is the share of the seats [PPL-4]", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 100 }), (seats, share) => {
        const { needed } = tallyOf(percent(share), seatsOf("w ".repeat(seats)));
        expect(needed * 100).toBeGreaterThanOrEqual(seats * share);
        expect((needed - 1) * 100).toBeLessThan(seats * share);
      }),
    );
  });

  it("are found for groups as trying every assignment finds them, each seat in one group [PPL-4]", () => {
    const labels = ["A", "B", "C"];
    const seat = fc.record({
      status: fc.constantFrom(STATUS.a, STATUS.w),
      groups: fc.subarray(labels),
    });
    fc.assert(
      fc.property(
        fc.array(seat, { maxLength: 6, size: "max" }),
        fc.integer({ min: 1, max: 2 }),
        (seats, each) => {
          const approved = seats.filter(({ status }) => status === "APPROVED");
          expect(tallyOf(perGroup(labels, each), seats).reached).toBe(
            bestOf(
              approved,
              labels.flatMap((label) => Array<string>(each).fill(label)),
            ),
          );
        },
      ),
    );
  });
});

describe("the approvals of each group", () => {
  it.each<[string, QuorumRule, string, string[]]>([
    ["one of two", perGroup(["FIN", "LAW"]), "a:FIN w:LAW", ["FIN 1/1", "LAW 0/1"]],
    ["who carries both counts once", perGroup(["FIN", "LAW"]), "a:FIN,LAW a:FIN", ["FIN 1/1", "LAW 1/1"]],
    ["no more than are needed", perGroup(["FIN"], 2), "a:FIN a:FIN a:FIN", ["FIN 2/2"]],
    ["not of a seat added in parallel", perGroup(["FIN"]), "w:FIN a+:FIN", ["FIN 0/1"]],
    ["none with another rule", count(1), "a:FIN", []],
  ])("%s [PPL-4]", (_title, rule, seats, expected) => {
    const found = tallyOfGroups(rule, seatsOf(seats));
    expect(found.map(({ group, reached, needed }) => `${group} ${reached}/${needed}`)).toEqual(expected);
  });
});

/** The most places that can be filled, by trying each seat in each of its groups and in none. */
function bestOf([seat, ...others]: readonly CountedSeat[], places: readonly string[]): number {
  if (seat === undefined) return 0;
  const tried = (seat.groups ?? []).flatMap((group) => {
    const place = places.indexOf(group);
    return place === -1 ? [] : [1 + bestOf(others, places.toSpliced(place, 1))];
  });
  return Math.max(bestOf(others, places), ...tried);
}

describe("the number of a rule", () => {
  const NONE = undefined;
  it.each<[ApproveBy, number | undefined, string | undefined]>([
    ["ANY", NONE, NONE],
    ["ANY", 1, "quorum has no meaning with ANY"],
    ["ALL", NONE, NONE],
    ["ALL", 2, "quorum has no meaning with ALL"],
    ["COUNT", NONE, "quorum must be a whole number from 1 with COUNT"],
    ["COUNT", 0, "quorum must be a whole number from 1 with COUNT"],
    ["COUNT", 1, NONE],
    ["COUNT", 1.5, "quorum must be a whole number from 1 with COUNT"],
    ["COUNT", Number.NaN, "quorum must be a whole number from 1 with COUNT"],
    ["COUNT", Infinity, "quorum must be a whole number from 1 with COUNT"],
    ["PERCENT", NONE, "quorum must be a whole number from 1 to 100 with PERCENT"],
    ["PERCENT", 0, "quorum must be a whole number from 1 to 100 with PERCENT"],
    ["PERCENT", 100, NONE],
    ["PERCENT", 101, "quorum must be a whole number from 1 to 100 with PERCENT"],
    ["PER_GROUP", NONE, NONE],
    ["PER_GROUP", 0, "quorum must be a whole number from 1 with PER_GROUP"],
    ["PER_GROUP", 2, NONE],
  ])("of %s may be %s: %s [PPL-4]", (approveBy, quorum, fault) => {
    const found = quorumFault({ approveBy, ...(quorum !== undefined && { quorum }) });
    expect(found && render(found)).toBe(fault);
  });
});

describe("seats without a verdict", () => {
  it.each<[ApproveBy, RejectBy | undefined, boolean]>([
    ["ANY", undefined, false],
    ["ALL", "VETO", false],
    ["ANY", "UNREACHABLE", true],
    ["ALL", "UNREACHABLE", true],
    ["COUNT", undefined, true],
    ["PERCENT", "VETO", true],
    ["PER_GROUP", undefined, true],
  ])(
    "of a decided %s stage with rejectBy %s read NOT_NEEDED: %s [PPL-4]",
    (approveBy, rejectBy, expected) => {
      expect(marksNotNeeded({ approveBy, ...(rejectBy && { rejectBy }) })).toBe(expected);
    },
  );
});
