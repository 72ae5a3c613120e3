import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { NOBODY_KNOWN, type People } from "./people.ts";
import {
  type Substitution,
  assertSubstitutable,
  coversKind,
  grantsAt,
  instantsOf,
  isWithin,
} from "./substitution.ts";

const local = (fromDate: string, untilDate: string, timeZone = "Europe/Berlin") => ({
  fromDate,
  untilDate,
  timeZone,
});
const utc = (ms: number) => new Date(ms).toISOString().replace(":00.000Z", "Z");

describe("the local days of a substitution as instants", () => {
  it.each([
    ["one day", local("2026-07-01", "2026-07-01"), "2026-06-30T22:00Z", "2026-07-01T22:00Z"],
    ["a leap day", local("2028-02-29", "2028-02-29", "UTC"), "2028-02-29T00:00Z", "2028-03-01T00:00Z"],
    ["a day of 23 hours", local("2026-03-29", "2026-03-29"), "2026-03-28T23:00Z", "2026-03-29T22:00Z"],
    ["a day of 25 hours", local("2026-10-25", "2026-10-25"), "2026-10-24T22:00Z", "2026-10-25T23:00Z"],
    [
      "a day without midnight",
      local("2026-04-24", "2026-04-24", "Africa/Cairo"),
      "2026-04-23T22:00Z",
      "2026-04-24T21:00Z",
    ],
    [
      "a day whose last hour comes twice",
      local("2026-10-29", "2026-10-29", "Africa/Cairo"),
      "2026-10-28T21:00Z",
      "2026-10-29T22:00Z",
    ],
    [
      "east of the date line",
      local("2026-01-01", "2026-01-02", "Pacific/Kiritimati"),
      "2025-12-31T10:00Z",
      "2026-01-02T10:00Z",
    ],
    [
      "366 days",
      local("2026-01-01", "2027-01-01", "America/New_York"),
      "2026-01-01T05:00Z",
      "2027-01-02T05:00Z",
    ],
    [
      "a zone in lower case",
      local("2026-01-01", "2026-01-01", "utc"),
      "2026-01-01T00:00Z",
      "2026-01-02T00:00Z",
    ],
  ])("%s [PPL-1]", (_title, window, from, until) => {
    const { fromMs, untilMs } = instantsOf(window);
    expect([utc(fromMs), utc(untilMs)]).toEqual([from, until]);
  });

  it.each([
    [
      "an end before the beginning",
      local("2026-07-02", "2026-07-01"),
      "untilDate: must not be before fromDate",
    ],
    ["367 days", local("2026-01-01", "2027-01-02"), "untilDate: a substitution lasts at most 366 days"],
    ["ten years", local("2026-01-01", "2036-01-01"), "untilDate: a substitution lasts at most 366 days"],
    ["no such day", local("2026-02-30", "2026-03-01"), "fromDate: no such date"],
    ["no leap year", local("2026-02-01", "2026-02-29"), "untilDate: no such date"],
    ["no date", local("tomorrow", "2026-03-01"), "fromDate: must be a date such as 2026-12-24"],
    ["a time of day", local("2026-03-01T08:00", "2026-03-02"), "fromDate: must be a date such as 2026-12-24"],
    [
      "another calendar",
      local("2026-03-01", "2026-03-02[u-ca=hebrew]"),
      "untilDate: must be a date such as 2026-12-24",
    ],
    [
      "an unknown zone",
      local("2026-03-01", "2026-03-02", "Mars/Base"),
      "timeZone: unknown time zone Mars/Base",
    ],
    [
      "an offset",
      local("2026-03-01", "2026-03-02", "+02:00"),
      "timeZone: must be the name of a time zone such as Europe/Berlin",
    ],
    [
      "an instant as a zone",
      local("2026-03-01", "2026-03-02", "2026-01-01T00:00Z"),
      "timeZone: must be the name of a time zone such as Europe/Berlin",
    ],
    [
      "no zone",
      local("2026-03-01", "2026-03-02", ""),
      "timeZone: must be the name of a time zone such as Europe/Berlin",
    ],
  ])("refuse %s [PPL-1]", (_title, window, message) => {
    const [field] = message.split(":");
    expect(() => instantsOf(window)).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT", field, message }),
    );
  });

  it("follow each other without gap or overlap, whatever the zone [PPL-1]", () => {
    const zones = Intl.supportedValuesOf("timeZone");
    expect(zones.length).toBeGreaterThan(300);
    const day = fc
      .integer({ min: 0, max: 3_000 })
      .map((days) => Temporal.PlainDate.from("2020-01-01").add({ days }).toString());
    fc.assert(
      fc.property(day, fc.constantFrom(...zones), (date, zone) => {
        const next = Temporal.PlainDate.from(date).add({ days: 1 }).toString();
        const [first, second] = [instantsOf(local(date, date, zone)), instantsOf(local(next, next, zone))];
        expect(first.untilMs).toBe(second.fromMs);
        expect(first.untilMs - first.fromMs).toBeGreaterThanOrEqual(22 * 3_600_000);
      }),
    );
  });
});

describe("a window", () => {
  it.each([
    [9, false],
    [10, true],
    [19, true],
    [20, false],
    [21, false],
  ])("from 10 until 20 holds at %d: %s [PPL-1]", (nowMs, holds) => {
    expect(isWithin({ fromMs: 10, untilMs: 20 }, nowMs)).toBe(holds);
  });
});

let made = 0;
/** `substitution("ann>bob")`: bob for ann, from 10 until 20. */
function substitution(who: string, overrides: Partial<Substitution> = {}): Substitution {
  const [principalId = "", substituteId = ""] = who.split(">");
  made += 1;
  const window = { fromMs: 10, untilMs: 20 };
  return { id: `s${made}`, principalId, substituteId, kinds: [], ...window, ...overrides };
}

/** Grants as lines such as `ann>cid Leave until 15`. */
function linesAt(
  substitutions: readonly Substitution[],
  { nowMs = 10, depth = 1, people = NOBODY_KNOWN }: { nowMs?: number; depth?: number; people?: People } = {},
): string[] {
  return grantsAt(substitutions, { nowMs, depth, people }).map(
    ({ principalId, substituteId, kinds, untilMs }) =>
      `${principalId}>${substituteId} ${kinds.join("+") || "all"} until ${untilMs}`,
  );
}

const left = (userId: string): People => new Map([[userId, { active: false }]]);

describe("the grants at an instant", () => {
  const annBob = substitution("ann>bob");
  const bobCid = substitution("bob>cid", { fromMs: 12, untilMs: 15 });
  const cidDee = substitution("cid>dee");

  it.each<[string, Substitution[], Parameters<typeof linesAt>[1], string[]]>([
    ["before the window", [annBob], { nowMs: 9 }, []],
    ["at its beginning", [annBob], { nowMs: 10 }, ["ann>bob all until 20"]],
    ["just before its end", [annBob], { nowMs: 19 }, ["ann>bob all until 20"]],
    ["at its end", [annBob], { nowMs: 20 }, []],
    ["revoked, though the clock is behind", [{ ...annBob, revokedAtMs: 18 }], { nowMs: 12 }, []],
    [
      "one of two that holds",
      [substitution("ann>bob", { untilMs: 11 }), annBob],
      { nowMs: 12 },
      ["ann>bob all until 20"],
    ],
    ["a principal who left", [annBob], { people: left("ann") }, []],
    ["a substitute who left", [annBob], { people: left("bob") }, []],
    [
      "a substitute's substitute at depth 1",
      [annBob, cidDee],
      { nowMs: 12 },
      ["ann>bob all until 20", "cid>dee all until 20"],
    ],
    [
      "a chain at depth 2, as long as every link holds",
      [annBob, bobCid],
      { nowMs: 12, depth: 2 },
      ["ann>bob all until 20", "bob>cid all until 15", "ann>cid all until 15"],
    ],
    [
      "a chain whose second link does not hold yet",
      [annBob, bobCid],
      { nowMs: 11, depth: 2 },
      ["ann>bob all until 20"],
    ],
    ["a chain over somebody who left", [annBob, bobCid], { nowMs: 12, depth: 2, people: left("bob") }, []],
    [
      "a chain of three at depth 2",
      [annBob, bobCid, cidDee],
      { nowMs: 12, depth: 2 },
      [
        "ann>bob all until 20",
        "bob>cid all until 15",
        "cid>dee all until 20",
        "ann>cid all until 15",
        "bob>dee all until 15",
      ],
    ],
    [
      "a chain of three at depth 3",
      [annBob, bobCid, cidDee],
      { nowMs: 12, depth: 3 },
      [
        "ann>bob all until 20",
        "bob>cid all until 15",
        "cid>dee all until 20",
        "ann>cid all until 15",
        "bob>dee all until 15",
        "ann>dee all until 15",
      ],
    ],
    [
      "the kinds that all links cover",
      [
        substitution("ann>bob", { kinds: ["Leave", "Claim"] }),
        substitution("bob>cid", { kinds: ["Claim", "Loan"] }),
      ],
      { depth: 2 },
      ["ann>bob Leave+Claim until 20", "bob>cid Claim+Loan until 20", "ann>cid Claim until 20"],
    ],
    [
      "the kinds of the only link that names any",
      [substitution("ann>bob"), substitution("bob>cid", { kinds: ["Loan"] })],
      { depth: 2 },
      ["ann>bob all until 20", "bob>cid Loan until 20", "ann>cid Loan until 20"],
    ],
    [
      "no chain of kinds without one in common",
      [substitution("ann>bob", { kinds: ["Leave"] }), substitution("bob>cid", { kinds: ["Loan"] })],
      { depth: 2 },
      ["ann>bob Leave until 20", "bob>cid Loan until 20"],
    ],
    [
      "never oneself, should a circle be stored",
      [annBob, substitution("bob>ann")],
      { depth: 2 },
      ["ann>bob all until 20", "bob>ann all until 20"],
    ],
  ])("%s [PPL-1] [PPL-2]", (_title, substitutions, at, lines) => {
    expect(linesAt(substitutions, at)).toEqual(lines);
  });

  it("name the substitutions that they consist of, the principal's first [PPL-2]", () => {
    const chain = grantsAt([bobCid, annBob], { nowMs: 12, depth: 2, people: NOBODY_KNOWN }).at(-1);
    expect(chain).toMatchObject({ principalId: "ann", substituteId: "cid", fromMs: 12 });
    expect(chain?.substitutionIds).toEqual([annBob.id, bobCid.id]);
  });

  it.each([
    [[], "Leave", true],
    [["Leave"], "Leave", true],
    [["Loan"], "Leave", false],
  ] as const)("for kinds %j cover %s: %s [PPL-1]", (kinds, kind, covered) => {
    expect(coversKind({ kinds }, kind)).toBe(covered);
  });
});

describe("a substitution that is asked for", () => {
  const at = { nowMs: 5, people: NOBODY_KNOWN };
  const CIRCLE = { code: "CONFLICT", field: "substituteId", message: "Substitutions must not form a circle" };
  const assertWith = (wanted: string, overrides: Partial<Substitution>, ...existing: Substitution[]) =>
    assertSubstitutable(substitution(wanted, overrides), existing, at);

  it.each<[string, Partial<Substitution>, Substitution[]]>([
    ["without others", {}, []],
    ["in a chain", {}, [substitution("ann>cid"), substitution("bob>dee")]],
    [
      "in a circle that is never closed at one instant",
      {},
      [substitution("bob>ann", { fromMs: 20, untilMs: 30 })],
    ],
    [
      "in a circle whose links never hold together",
      { fromMs: 10, untilMs: 30 },
      [
        substitution("bob>cid", { fromMs: 10, untilMs: 20 }),
        substitution("cid>ann", { fromMs: 20, untilMs: 30 }),
      ],
    ],
    ["in a circle that was revoked", {}, [substitution("bob>ann", { revokedAtMs: 1 })]],
    ["in a circle of different kinds", { kinds: ["Leave"] }, [substitution("bob>ann", { kinds: ["Loan"] })]],
    [
      "in a circle of three without a kind in common",
      {},
      [substitution("bob>cid", { kinds: ["Leave"] }), substitution("cid>ann", { kinds: ["Loan"] })],
    ],
  ])("is accepted %s [PPL-2]", (_title, overrides, existing) => {
    expect(() => assertWith("ann>bob", overrides, ...existing)).not.toThrow();
  });

  it.each<[string, Partial<Substitution>, Substitution[]]>([
    ["two", {}, [substitution("bob>ann")]],
    ["two, for one instant", {}, [substitution("bob>ann", { fromMs: 19, untilMs: 30 })]],
    ["two that began before", {}, [substitution("bob>ann", { fromMs: 1, untilMs: 11 })]],
    ["three", {}, [substitution("bob>cid"), substitution("cid>ann")]],
    [
      "three that hold together for one instant only",
      { fromMs: 10, untilMs: 20 },
      [
        substitution("bob>cid", { fromMs: 5, untilMs: 16 }),
        substitution("cid>ann", { fromMs: 15, untilMs: 30 }),
      ],
    ],
    [
      "four, past a side road",
      {},
      [substitution("bob>eve"), substitution("bob>cid"), substitution("cid>dee"), substitution("dee>ann")],
    ],
    ["a kind and all", { kinds: ["Leave"] }, [substitution("bob>ann")]],
    ["all and a kind", {}, [substitution("bob>ann", { kinds: ["Leave"] })]],
    [
      "a kind that all three cover",
      { kinds: ["Claim", "Leave"] },
      [substitution("bob>cid", { kinds: ["Leave", "Loan"] }), substitution("cid>ann")],
    ],
  ])("is refused in a circle of %s [PPL-2]", (_title, overrides, existing) => {
    expect(() => assertWith("ann>bob", overrides, ...existing)).toThrow(expect.objectContaining(CIRCLE));
  });

  it.each<[string, string, Partial<Substitution>, number, People, string]>([
    ["for oneself", "ann>ann", {}, 5, NOBODY_KNOWN, "substituteId: nobody stands in for themselves"],
    ["that is over", "ann>bob", {}, 20, NOBODY_KNOWN, "untilDate: has passed"],
    [
      "by a leaver",
      "ann>bob",
      {},
      5,
      new Map([["bob", { active: false }]]),
      "substituteId: has left the company",
    ],
    [
      "of a leaver",
      "ann>bob",
      {},
      5,
      new Map([["ann", { active: false }]]),
      "principalId: has left the company",
    ],
  ])("is refused %s [PPL-2]", (_title, who, overrides, nowMs, people, message) => {
    expect(() => assertSubstitutable(substitution(who, overrides), [], { nowMs, people })).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT", message }),
    );
  });

  it("never lets two people decide for each other at any instant [PPL-2]", () => {
    const window = fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 1, max: 5 }));
    const link = fc.record({
      who: fc.constantFrom("a>b", "b>a", "b>c", "c>a", "a>c", "c>b"),
      window,
      kinds: fc.subarray(["Leave", "Loan"] as const),
    });
    fc.assert(
      fc.property(fc.array(link, { maxLength: 8 }), (links) => {
        const stored: Substitution[] = [];
        for (const {
          who,
          window: [fromMs, length],
          kinds,
        } of links) {
          const wanted = substitution(who, { fromMs, untilMs: fromMs + length, kinds });
          try {
            assertSubstitutable(wanted, stored, { nowMs: -1, people: NOBODY_KNOWN });
            stored.push(wanted);
          } catch {}
        }
        for (let nowMs = 0; nowMs < 14; nowMs += 1) {
          const grants = grantsAt(stored, { nowMs, depth: 3, people: NOBODY_KNOWN });
          for (const kind of ["Leave", "Loan", "Claim"] as const) {
            const pairs = new Set(
              grants
                .filter((grant) => coversKind(grant, kind))
                .map(({ principalId, substituteId }) => `${principalId}>${substituteId}`),
            );
            const mutual = [...pairs].filter((pair) => pairs.has(pair.split(">").toReversed().join(">")));
            expect(mutual).toEqual([]);
          }
        }
      }),
    );
  });
});
