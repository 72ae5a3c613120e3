import { describe, expect, it } from "vitest";
import { rolloutBucket } from "./rollout-bucket.ts";

const DEVICES = 100_000;
const VERSION = "2.0";

describe("a device's place in a roll-out", () => {
  // By `printf %s b7e23ec2:2.0 | sha256sum`: docs/version-gate.md.
  it.each([
    ["b7e23ec2", "2.0", 87],
    ["b7e23ec2", "2.1", 14],
    ["ü€", "2.0", 97],
  ])("of %s for %s is %i for good [GATE-1]", (device, version, bucket) => {
    expect(rolloutBucket(device, version)).toBe(bucket);
  });

  it.each([
    ["counted up", (index: number) => `device-${index}`],
    ["of fixed length", (index: number) => index.toString(16).padStart(16, "0")],
  ])(
    "reaches the percentage of 100,000 devices, within 1 percent, when ids are %s [GATE-1]",
    (_ids, deviceOf) => {
      const buckets = Array.from({ length: DEVICES }, (_, index) => rolloutBucket(deviceOf(index), VERSION));
      for (const percent of [1, 5, 10, 25, 50, 75, 99]) {
        const share = (buckets.filter((bucket) => bucket < percent).length / DEVICES) * 100;
        expect(Math.abs(share - percent)).toBeLessThan(1);
      }
    },
  );

  it("differs from version to version, so that other devices come first [GATE-1]", () => {
    const devices = Array.from({ length: 1_000 }, (_, index) => `device-${index}`);
    const first = devices.filter((device) => rolloutBucket(device, "2.0") < 10);
    const firstAgain = first.filter((device) => rolloutBucket(device, "2.1") < 10);
    expect(first.length).toBeGreaterThan(50);
    expect(firstAgain.length).toBeLessThan(first.length / 3);
  });
});
