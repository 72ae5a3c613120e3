import { describe, expect, it } from "vitest";

import { REACH, assertWithinReach } from "./reach.ts";

const place = (
  principalId: string,
  fields: { kinds?: string[]; fromMs?: number; untilMs?: number } = {},
) => ({
  principalId,
  kinds: [],
  fromMs: 0,
  untilMs: 10,
  ...fields,
});
const places = (count: number, fields?: Parameters<typeof place>[1]) =>
  Array.from({ length: count }, (_, n) => place(`p${n}`, fields));
const KINDS = ["Leave", "Claim", "Loan", "Advance"];

describe("what one person may represent at a time", () => {
  it("is 50 people, counted once each [PPL-1]", () => {
    expect(() => assertWithinReach(place("p0"), places(REACH.principals))).not.toThrow();
    expect(() => assertWithinReach(place("new"), places(REACH.principals - 1))).not.toThrow();
    expect(() => assertWithinReach(place("new"), places(REACH.principals))).toThrow(
      "substituteId: stands in for at most 50 people at a time",
    );
  });

  it("is counted at each instant of the window [PPL-1]", () => {
    const first = places(30, { untilMs: 5 });
    const second = places(60, { fromMs: 5 }).slice(30);
    expect(() => assertWithinReach(place("new"), [...first, ...second])).not.toThrow();
    const overlapping = [...places(30), ...second];
    expect(() => assertWithinReach(place("new"), overlapping)).toThrow("at most 50 people");
    expect(() => assertWithinReach(place("new", { untilMs: 5 }), overlapping)).not.toThrow();
  });

  it("is 150 kinds of documents of other people; a substitution for all kinds counts as one [PPL-1]", () => {
    const many = places(37, { kinds: KINDS });
    expect(() => assertWithinReach(place("new", { kinds: ["Leave", "Loan"] }), many)).not.toThrow();
    expect(() => assertWithinReach(place("new", { kinds: ["Leave", "Loan", "Claim"] }), many)).toThrow(
      "substituteId: stands in for at most 150 kinds of documents of other people at a time",
    );
  });
});
