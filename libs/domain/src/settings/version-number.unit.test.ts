import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareVersionNumbers, formatVersion, isPlainVersion, parseVersion } from "./version-number.ts";

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
    "1,234",
    "1,234,567",
    "1,2.3",
    "1.2,3",
    "1.x",
    "1.2-",
    "1.2-a..b",
    "1.2-ü",
    "x٣",
    "①.②",
    "一.二",
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

  it("has at most a hundred characters, of which no text takes long to read", () => {
    expect(parseVersion("1".repeat(100))).toBeDefined();
    expect(parseVersion("1".repeat(101))).toBeUndefined();
    const startedAt = performance.now();
    for (const part of ["1.", "1,", "1", " ", "-", "_", "a.", "b1", "beta ", "rc", "v"]) {
      for (const start of ["", "1", "1-", "1 beta"]) {
        const text = `${start}${part.repeat(100)}`.slice(0, 98);
        expect(parseVersion(`${text}.!`), text).toBeUndefined();
      }
    }
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});

/** Versions of build tools, stores and people, and how they are read; null: refused, since it may mean several things. */
const WRITTEN: readonly (readonly [text: string, read: string | null])[] = [
  ["2", "2"],
  ["2.4", "2.4"],
  ["2.4.0", "2.4.0"],
  ["2.4.0.1187", "2.4.0.1187"],
  ["2026.11.28", "2026.11.28"],
  ["v2.4.0", "2.4.0"],
  ["v. 2.4.0", "2.4.0"],
  ["V 2.4.0", "2.4.0"],
  ["Version 2.4.0", "2.4.0"],
  ["version: 2.4.0", "2.4.0"],
  ["Ver.2.4.0", "2.4.0"],
  ["2,4", "2.4"],
  ["2,4,0", "2.4.0"],
  ["2,4000", "2.4000"],
  ["2.4.0 (1187)", "2.4.0"],
  ["2.4.0 [1187]", "2.4.0"],
  ["2.4.0+1187", "2.4.0"],
  ["2.4.0 build 12", "2.4.0"],
  ["2.4.0, Build #12", "2.4.0"],
  ["2.4.0.build12", "2.4.0"],
  ["2.4.0-build.12", "2.4.0"],
  ["2.4.0_build_12 (release)", "2.4.0"],
  ["2.4.0 final", "2.4.0"],
  ["2.4.0.RELEASE", "2.4.0"],
  ["2.4.0-release", "2.4.0"],
  ["2.4.0.GA", "2.4.0"],
  ["2.4.0-stable+7", "2.4.0"],
  ["2.4.0rc1", "2.4.0-rc.1"],
  ["2.4.0rc10", "2.4.0-rc.10"],
  ["2.4.0_rc1", "2.4.0-rc.1"],
  ["2.4.0.rc1", "2.4.0-rc.1"],
  ["2.4.0-rc1", "2.4.0-rc.1"],
  ["2.4.0-RC-1", "2.4.0-rc.1"],
  ["2.4.0 RC 1 (1187)", "2.4.0-rc.1"],
  ["2.4.0 Beta", "2.4.0-beta"],
  ["2.4.0beta", "2.4.0-beta"],
  ["2.4.0 beta 2 build 12", "2.4.0-beta.2"],
  ["2.4.0-beta_2", "2.4.0-beta.2"],
  ["2.4.0 - Beta 2", "2.4.0-beta.2"],
  ["5.1.0b3", "5.1.0-beta.3"],
  ["5.1.0A2", "5.1.0-alpha.2"],
  ["2.4.0 Preview", "2.4.0-preview"],
  ["2.4.0pre3", "2.4.0-pre.3"],
  ["2.4.0.dev5", "2.4.0-dev.5"],
  ["2.4-SNAPSHOT", "2.4-snapshot"],
  ["2.4.0-canary.20261128", "2.4.0-canary.20261128"],
  ["2.4.0-alpha.1.x-7", "2.4.0-alpha.1.x.7"],
  ["2.4.0-debug", "2.4.0-debug"],
  ["2.4.0-3-g1a2b3c", "2.4.0-3-g1a2b3c"],
  ["٢.٤.٠", "2.4.0"],
  ["٢٫٤", "2.4"],
  ["۲.۴.۰", "2.4.0"],
  ["२.४.०-beta.१", "2.4.0-beta.1"],
  ["২.৪", "2.4"],
  ["၂.၄", "2.4"],
  ["ｖ２．４（１１）", "2.4"],
  ["２．４", "2.4"],
  ["𝟚.𝟜", "2.4"],
  ["2,400", null],
  ["2.4.0 12", null],
  ["2.4.0_12", null],
  ["2.4.0 b12", null],
  ["2.4.0b", null],
  ["1.0.2a", null],
  ["2.4.0p1", null],
  ["2.4.0 hotfix 1", null],
  ["2.4.x", null],
  ["2.4.0 for iOS", null],
  ["Countersign 2.4.0", null],
  ["build 12", null],
  ["nightly", null],
];

describe("a version as people write it", () => {
  it.each(WRITTEN)("%j is read as %j [FIX-6]", (text, read) => {
    const version = parseVersion(text);
    expect(version === undefined ? null : formatVersion(version)).toBe(read);
  });

  it("may have the digits of any script", () => {
    const decimal: string[] = [];
    for (let codePoint = 0; codePoint <= 0x10_ff_ff; codePoint += 1) {
      const letter = String.fromCodePoint(codePoint);
      if (/\p{Nd}/u.test(letter)) decimal.push(letter);
    }
    for (const [at, digit] of decimal.entries()) {
      expect(parseVersion(`7.${digit}`)?.numbers, digit).toEqual(["7", String(at % 10)]);
    }
  });

  it("is read as what is written for it", () => {
    for (const [, read] of WRITTEN) {
      if (read === null) continue;
      expect(formatVersion(parseVersion(read)!)).toBe(read);
      expect(isPlainVersion(read)).toBe(true);
    }
  });

  it.each([
    "2.4.0rc1",
    "Version 2.4.0",
    "2,4",
    "2.4.0 build 12",
    "2.4.0-build.12",
    "2.4.0-release",
    "٢.٤",
    "2.4.0 Beta",
  ])("%j is not plain", (text) => {
    expect(isPlainVersion(text)).toBe(false);
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
      "1.0.0rc2",
      "1.0.0-rc10",
      "1.0.0 RC 11",
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
    ["1.2-RC1", "1.2rc1"],
    ["1.2b3", "1.2-beta.3"],
    ["1.2 build 3", "1.2 build 4"],
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
