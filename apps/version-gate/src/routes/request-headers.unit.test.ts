import { describe, expect, it } from "vitest";
import { matchesEtag, staleIfErrorSeconds } from "./request-headers.ts";

describe("If-None-Match", () => {
  it.each([
    ['"abc"', true],
    ['W/"abc"', true],
    ['"x", "abc"', true],
    ['"x",W/"abc" , "y"', true],
    ["*", true],
    [undefined, false],
    ["", false],
    ['"ab"', false],
    ["abc", false],
    ['"abcd"', false],
  ])("%j names the tag: %s [VG-HTTP-02]", (value, expected) => {
    expect(matchesEtag(value, '"abc"')).toBe(expected);
  });
});

describe("Cache-Control", () => {
  it.each([
    ["stale-if-error=60", 60],
    ["no-cache, stale-if-error=0", 0],
    ['Stale-If-Error = "30" , max-age=0', 30],
    ["max-age=60", undefined],
    ["stale-if-error", undefined],
    ["stale-if-error=", undefined],
    ["stale-if-error=-1", undefined],
    ["stale-if-error=1e9", undefined],
    ["x-stale-if-error=5", undefined],
    ["stale-if-error=99999999999999999999", undefined],
    [undefined, undefined],
  ])("%j accepts an answer of that age: %s [VG-FRESH-03]", (value, expected) => {
    expect(staleIfErrorSeconds(value)).toBe(expected);
  });
});
