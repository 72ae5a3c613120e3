import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { dayOf, LEAST_GAP_MS, nextDigest } from "./digest-time.ts";

const at = (text: string) => new Date(text);
const isFree = (day: Temporal.PlainDate) => day.dayOfWeek > 5 || day.toString() === "2026-04-06";

describe("the next digest [TIME-5]", () => {
  it.each([
    ["2026-03-02T06:59:59Z", "Europe/Vienna", undefined, "2026-03-02T07:00:00.000Z"],
    ["2026-03-02T07:00:00Z", "Europe/Vienna", undefined, "2026-03-03T07:00:00.000Z"],
    ["2026-03-28T12:00:00Z", "Europe/Vienna", undefined, "2026-03-29T06:00:00.000Z"],
    ["2026-03-02T12:00:00Z", undefined, undefined, "2026-03-03T08:00:00.000Z"],
    ["2026-03-02T12:00:00Z", "Asia/Tokyo", "2026-03-02T11:59:00Z", "2026-03-03T23:00:00.000Z"],
  ])("after %s in %s, the last at %s, is at %s", (now, zone, last, next) => {
    expect(
      nextDigest(at(now), zone, { lastAt: last === undefined ? undefined : at(last) }).toISOString(),
    ).toBe(next);
  });

  it("passes over free days", () => {
    const next = nextDigest(at("2026-04-03T08:00:00Z"), "Europe/Vienna", { isFree });
    expect(next.toISOString()).toBe("2026-04-07T06:00:00.000Z");
    const never = nextDigest(at("2026-04-03T08:00:00Z"), "UTC", { isFree: () => true });
    expect(never.toISOString()).toBe("2026-04-04T08:00:00.000Z");
  });

  it("is at eight of the user's morning, later than now, and far enough from the last one", () => {
    const zones = fc.constantFrom(
      "UTC",
      "America/St_Johns",
      "Pacific/Apia",
      "Europe/Berlin",
      "Asia/Kathmandu",
    );
    const instants = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) });
    fc.assert(
      fc.property(instants, zones, fc.option(fc.nat({ max: 48 * 3_600_000 })), (ms, zone, ago) => {
        const now = new Date(ms);
        const last = ago === null ? undefined : new Date(ms - ago);
        const next = nextDigest(now, zone, { lastAt: last });
        expect(next.getTime()).toBeGreaterThan(ms);
        if (last) expect(next.getTime() - last.getTime()).toBeGreaterThanOrEqual(LEAST_GAP_MS);
        const local = Temporal.Instant.fromEpochMilliseconds(next.getTime()).toZonedDateTimeISO(zone);
        expect([local.hour, local.minute]).toEqual([8, 0]);
        expect(dayOf(next, zone).toString()).toBe(local.toPlainDate().toString());
      }),
    );
  });
});
