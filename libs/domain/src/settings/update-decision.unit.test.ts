import { describe, expect, it } from "vitest";
import type { Platform } from "./app-settings.ts";
import type { ConfigValues } from "./config.ts";
import { decideUpdate, type UpdateStatus, updateRulesOf } from "./update-decision.ts";
import { parseVersion } from "./version-number.ts";

/** The web's current version is a constant of the service; here it is everybody's. */
const CURRENT = "1.2";
const HOUR_MS = 3_600_000;
const FROM = new Date("2026-01-01T00:00:00Z");
const UNTIL = new Date(FROM.getTime() + HOUR_MS);

type Relation = "below" | "at" | "above";
const INSTALLED: Record<Relation, string> = { below: "1.1", at: "1.2.0", above: "1.10" };
const MINIMUM: Record<Relation, (installed: string) => string> = {
  below: () => "2",
  at: (installed) => installed,
  above: () => "1.0.9",
};
const MOMENTS = {
  before: new Date(FROM.getTime() - 1),
  begin: FROM,
  last: new Date(UNTIL.getTime() - 1),
  after: UNTIL,
};

/** Installed to minimum, installed to current, roll-out; what follows outside of maintenance, unforced and forced. */
const TABLE: [Relation, Relation, "in" | "out", UpdateStatus, UpdateStatus][] = [
  ["below", "below", "in", "UPDATE_REQUIRED", "UPDATE_REQUIRED"],
  ["below", "below", "out", "UPDATE_REQUIRED", "UPDATE_REQUIRED"],
  ["below", "at", "in", "UPDATE_REQUIRED", "UPDATE_REQUIRED"],
  ["below", "at", "out", "UPDATE_REQUIRED", "UPDATE_REQUIRED"],
  ["below", "above", "in", "UPDATE_REQUIRED", "UPDATE_REQUIRED"],
  ["below", "above", "out", "UPDATE_REQUIRED", "UPDATE_REQUIRED"],
  ["at", "below", "in", "UPDATE_AVAILABLE", "UPDATE_REQUIRED"],
  ["at", "below", "out", "OK", "OK"],
  ["at", "at", "in", "OK", "OK"],
  ["at", "at", "out", "OK", "OK"],
  ["at", "above", "in", "OK", "OK"],
  ["at", "above", "out", "OK", "OK"],
  ["above", "below", "in", "UPDATE_AVAILABLE", "UPDATE_REQUIRED"],
  ["above", "below", "out", "OK", "OK"],
  ["above", "at", "in", "OK", "OK"],
  ["above", "at", "out", "OK", "OK"],
  ["above", "above", "in", "OK", "OK"],
  ["above", "above", "out", "OK", "OK"],
];

interface Case {
  platform: Platform;
  minimum: Relation;
  current: Relation;
  rollout: "in" | "out";
  forced: boolean;
  moment: keyof typeof MOMENTS;
  expected: UpdateStatus;
}

const APPS: [Platform, boolean][] = [
  ["ios", false],
  ["ios", true],
  ["android", false],
  ["android", true],
  ["web", true],
];
const CASES = TABLE.flatMap(([minimum, current, rollout, unforced, forced]) =>
  APPS.flatMap(([platform, isForced]) =>
    (["before", "begin", "last", "after"] as const).map((moment): Case => {
      const isOutside = moment === "before" || moment === "after";
      const outside = isForced ? forced : unforced;
      return {
        platform,
        minimum,
        current,
        rollout,
        forced: isForced,
        moment,
        expected: isOutside ? outside : "MAINTENANCE",
      };
    }),
  ),
);

const text = (words: string) => [{ language: "en", text: words }];
const MAINTENANCE = [{ from: FROM, until: UNTIL, message: text("Back soon") }];

describe("the decision", () => {
  it.each(CASES)(
    "for $platform, $minimum the minimum and $current the current version, $rollout of the roll-out, forced $forced, $moment of maintenance, is $expected [GATE-1]",
    ({ platform, minimum, current, rollout, forced, moment, expected }) => {
      const installed = INSTALLED[current];
      const values: ConfigValues = {
        ...(platform !== "web" && { [`${platform}Version`]: CURRENT, [`${platform}ForceUpdate`]: forced }),
        [`${platform}MinimumVersion`]: MINIMUM[minimum](installed),
        [`${platform}RolloutPercent`]: 50,
        [`${platform}Maintenance`]: MAINTENANCE,
      };
      const app = { installed: parseVersion(installed)!, bucketOf: () => (rollout === "in" ? 49 : 50) };
      const { status } = decideUpdate(updateRulesOf(values, platform), app, MOMENTS[moment]);
      expect(status).toBe(expected);
    },
  );

  it("covers the whole table", () => {
    expect(new Set(TABLE.map(([minimum, current, rollout]) => `${minimum} ${current} ${rollout}`)).size).toBe(
      18,
    );
    expect(CASES).toHaveLength(360);
  });
});

const NOW = MOMENTS.before;
const decide = (values: ConfigValues, installed: string, bucket?: number, now = NOW) =>
  decideUpdate(
    updateRulesOf(values, "ios"),
    { installed: parseVersion(installed)!, bucketOf: () => bucket },
    now,
  );

const statusAtPercent = (iosRolloutPercent: number | undefined) =>
  decide({ iosVersion: "2", ...(iosRolloutPercent !== undefined && { iosRolloutPercent }) }, "1").status;

describe("an app", () => {
  it.each<[string, ConfigValues, string]>([
    ["without settings", {}, "0.1"],
    ["whose current version cannot be compared", { iosVersion: "nightly", iosForceUpdate: true }, "0.1"],
    ["whose minimum cannot be compared", { iosMinimumVersion: "nightly" }, "0.1"],
    ["of whose current version another build is installed", { iosVersion: "1.2.3+5" }, "1.2.3+4"],
    ["while another is in maintenance", { androidMaintenance: MAINTENANCE }, "1"],
  ])("goes on %s [GATE-1]", (_title, values, installed) => {
    expect(decide(values, installed, 0, FROM)).toEqual({ status: "OK", texts: [] });
  });

  it("is below the release of its own pre-release [GATE-1]", () => {
    expect(decide({ iosVersion: "1.2.3" }, "1.2.3-beta+4").status).toBe("UPDATE_AVAILABLE");
    expect(decide({ iosMinimumVersion: "1.2.3" }, "1.2.3-beta+4").status).toBe("UPDATE_REQUIRED");
  });

  it("that names no device is in a roll-out to all alone [GATE-1]", () => {
    expect([0, 99, 100, undefined].map(statusAtPercent)).toEqual([
      "OK",
      "OK",
      "UPDATE_AVAILABLE",
      "UPDATE_AVAILABLE",
    ]);
  });

  it("asks for the place of the version that is rolled out [GATE-1]", () => {
    const asked: string[] = [];
    const bucketOf = (version: string) => {
      asked.push(version);
      return 0;
    };
    const rules = updateRulesOf({ iosVersion: "2.0", iosRolloutPercent: 1 }, "ios");
    decideUpdate(rules, { installed: parseVersion("1.0")!, bucketOf }, NOW);
    expect(asked).toEqual(["2.0"]);
  });

  it("once in a roll-out stays in it while the percentage rises [GATE-1]", () => {
    for (const bucket of [0, 37, 99]) {
      const statuses = Array.from(
        { length: 101 },
        (_, iosRolloutPercent) => decide({ iosVersion: "2", iosRolloutPercent }, "1", bucket).status,
      );
      const begin = statuses.indexOf("UPDATE_AVAILABLE");
      expect(begin).toBe(bucket + 1);
      expect(new Set(statuses.slice(begin))).toEqual(new Set(["UPDATE_AVAILABLE"]));
    }
  });

  it("gets the texts of its decision, and in maintenance its end [GATE-1]", () => {
    const values = {
      iosVersion: "2",
      iosMinimumVersion: "1",
      iosMessages: text("News"),
      iosMaintenance: MAINTENANCE,
    };
    expect(decide(values, "1")).toEqual({ status: "UPDATE_AVAILABLE", texts: text("News") });
    expect(decide(values, "0")).toEqual({ status: "UPDATE_REQUIRED", texts: text("News") });
    expect(decide(values, "2")).toEqual({ status: "OK", texts: [] });
    expect(decide(values, "2", 0, FROM)).toEqual({
      status: "MAINTENANCE",
      texts: text("Back soon"),
      until: UNTIL,
    });
  });
});
