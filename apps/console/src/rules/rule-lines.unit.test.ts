import { describe, expect, it } from "vitest";

import { comparedLines, linesOf } from "./rule-lines.ts";
import { type Rule, type RuleStage, newStage } from "./rule.ts";

const stage = (key: string, about: Partial<RuleStage> = {}): RuleStage => ({
  ...newStage({ by: "person", id: key, name: `Person of ${key}` }),
  key,
  name: key,
  ...about,
});
const rule = (...stages: RuleStage[]): Rule => ({
  kind: "PurchaseOrder",
  origin: "RULE",
  amount: { above: 5, currency: "EUR" },
  stages,
});
/** Texts by their ids. */
const t = (id: string, values: Record<string, unknown> = {}) =>
  [id.replace("rules.", ""), ...Object.values(values)].join(" ");
const lines = (of: Rule) => linesOf(t, "en", of);

describe("a rule line by line", () => {
  it("has its condition and its stages, with what is unusual about them [CON-17]", () => {
    const unusual = stage("b", { rejectBy: "UNREACHABLE", bulk: false, when: "x" });
    expect(lines(rule(stage("a"), unusual)).map(({ text }) => text.replace("\u00A0", " "))).toEqual([
      "short.amount EUR 5",
      "Person of a",
      "Person of b · onlyIf x · rejectionCounts · oneByOne",
    ]);
  });

  it("is compared with another one: what stays, changes, comes and goes [CON-17]", () => {
    const changed = { ...stage("a"), approvers: stage("z").approvers };
    const compared = comparedLines(lines(rule(stage("a"), stage("b"))), lines(rule(changed, stage("c"))));
    expect(
      compared.map(({ key, before, after }) =>
        [key, before, after].map((text) => text?.replace("\u00A0", " ")),
      ),
    ).toEqual([
      ["when", "short.amount EUR 5", "short.amount EUR 5"],
      ["a", "Person of a", "Person of z"],
      ["c", undefined, "Person of c"],
      ["b", "Person of b", undefined],
    ]);
  });
});
