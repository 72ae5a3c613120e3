import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareVersionNumbers, parseVersion } from "./version-number.ts";

const compare = (left: string, right: string) =>
  compareVersionNumbers(parseVersion(left)!, parseVersion(right)!);

const dotted = (item: fc.Arbitrary<number | string>) =>
  fc.array(item, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("."));

describe("a version", () => {
  it.each([
    "",
    ".",
    "1.",
    ".1",
    "1..2",
    "-1",
    "v1",
    "1,2",
    "1 ",
    " 1",
    "1\n",
    "1.x",
    "1.2-",
    "1.2-a..b",
    "1.2-ü",
    "1.2+",
    "1.2+a+b",
    "٣",
    "beta",
  ])("is not %j [GATE-1]", (text) => {
    expect(parseVersion(text)).toBeUndefined();
  });

  it("may have any number of numbers, a pre-release and build data [GATE-1]", () => {
    expect(parseVersion("1.2.3.4.5-rc.1+build.7")).toEqual({
      numbers: ["1", "2", "3", "4", "5"],
      preRelease: ["rc", "1"],
    });
  });

  it("is read in time that grows with its length alone", () => {
    const startedAt = performance.now();
    expect(parseVersion(`${"1.".repeat(50_000)}x`)).toBeUndefined();
    expect(parseVersion(`1-${"a.".repeat(50_000)}`)).toBeUndefined();
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});

describe("the order of versions", () => {
  it("is the one that Semantic Versioning gives as an example, and number by number [GATE-1]", () => {
    const ascending = [
      "0.9",
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-alpha.beta",
      "1.0.0-beta",
      "1.0.0-beta.2",
      "1.0.0-beta.11",
      "1.0.0-rc.1",
      "1.0.0",
      "1.0.0.1",
      "1.9",
      "1.10",
      "2",
      "9007199254740992",
      "9007199254740993",
    ];
    const shuffled = ascending.toSorted((left, right) => left.localeCompare(right));
    expect(shuffled).not.toEqual(ascending);
    expect(shuffled.toSorted(compare)).toEqual(ascending);
  });

  it.each([
    ["1.2", "1.2.0"],
    ["01.002", "1.2"],
    ["1.2+build.1", "1.2+build.2"],
    ["1.2-beta+4", "1.2.0-beta"],
    ["1.2-01", "1.2-1"],
  ])("has %s and %s in one place [GATE-1]", (left, right) => {
    expect(compare(left, right)).toBe(0);
  });

  it("is opposite the other way round", () => {
    const identifier = fc.constantFrom("0", "1", "10", "a", "b", "a-1");
    const version = fc
      .tuple(dotted(fc.nat(30)), fc.option(dotted(identifier)))
      .map(([numbers, preRelease]) => (preRelease === null ? numbers : `${numbers}-${preRelease}`));
    fc.assert(
      fc.property(version, version, (left, right) => {
        expect(compare(left, right)).toBe(0 - compare(right, left));
      }),
    );
  });
});
