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
    "1,2",
    "1.x",
    "1.2-",
    "1.2-a..b",
    "1.2-ü",
    "٣",
    "beta",
    " ",
    "vv1",
    "v",
    "1 2",
    "(1)",
    "+1",
    "1\u0000",
  ])("is not %j [GATE-1]", (text) => {
    expect(parseVersion(text)).toBeUndefined();
  });

  it("may have any number of numbers, a pre-release and build data [GATE-1]", () => {
    expect(parseVersion("1.2.3.4.5-rc.1+build.7")).toEqual({
      numbers: ["1", "2", "3", "4", "5"],
      preRelease: ["rc", "1"],
    });
  });

  it.each([
    ["v3.1.0", "3.1.0"],
    ["V3.1.0", "3.1.0"],
    ["3.1.0 ", "3.1.0"],
    ["\t3.1.0\r\n", "3.1.0"],
    ["\u00A03.1.0\u3000", "3.1.0"],
    ["3.1.0 (456)", "3.1.0"],
    ["3.1.0(build 4+5)", "3.1.0"],
    ["3.1.0 [456]", "3.1.0"],
    ["3.1.0+", "3.1.0"],
    ["3.1.0+a+b_c ü", "3.1.0"],
    [" v3.1.0-beta.4 (456)\n", "3.1.0-beta.4"],
  ])("may be written %j, which is %s [FIX-6]", (written, plain) => {
    expect(parseVersion(written)).toEqual(parseVersion(plain));
    expect(parseVersion(plain)).toBeDefined();
  });

  it("is the same with any blanks, letter and build around it [FIX-6]", () => {
    const blanks = fc.stringMatching(/^[ \t\n\u00A0\u3000]{0,3}$/);
    const build = fc.oneof(
      fc.constant(""),
      fc.string().map((text) => `+${text}`),
      fc.string().map((text) => `(${text})`),
    );
    const plain = fc.tuple(dotted(fc.nat(30)), fc.constantFrom("", "-rc.1")).map((parts) => parts.join(""));
    fc.assert(
      fc.property(
        blanks,
        fc.constantFrom("", "v", "V"),
        plain,
        blanks,
        build,
        blanks,
        (before, letter, version, between, ignored, after) => {
          const written = `${before}${letter}${version}${between}${ignored}${after}`;
          expect(parseVersion(written)).toEqual(parseVersion(version));
        },
      ),
    );
  });

  it("is read in time that grows with its length alone", () => {
    const startedAt = performance.now();
    expect(parseVersion(`${"1.".repeat(50_000)}x`)).toBeUndefined();
    expect(parseVersion(`1-${"a.".repeat(50_000)}`)).toBeUndefined();
    expect(parseVersion(`${" ".repeat(50_000)}x`)).toBeUndefined();
    expect(parseVersion(`1${" ".repeat(50_000)}x`)).toBeUndefined();
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
