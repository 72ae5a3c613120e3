import type { ConditionInput } from "@countersign/domain/routing";
import { render } from "@countersign/texts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { createConditions } from "./index.ts";

const conditions = createConditions();

const INPUT: ConditionInput = {
  kind: "Order",
  submitter: { id: "a" },
  document: { title: "a".repeat(200), amount: "1", currency: "EUR", facts: new Map() },
};

/** `[1].all(a,[1].all(b,…true))`: the library alone checks and evaluates it in time that doubles with each level. */
const nested = (macro: string, levels: number): string =>
  Array.from("abcdefghijklmnopqrstuvwxyz")
    .slice(0, levels)
    .reduceRight((inner, name) => `["",""].${macro}(${name},${inner})`, "true");

const HOSTILE: readonly [string, string][] = [
  ["macros within each other", nested("all", 7)],
  ["deeper macros", nested("exists", 19)],
  ["macros that bind", `${"cel.bind(x,true,".repeat(18)}x${")".repeat(18)}`],
  ["macros in a chain", `["a"]${".map(x,x)".repeat(50)}==[]`],
  ["a regular expression", 'document.title.matches("(a+)+$")'],
  ["brackets", "(".repeat(500)],
  ["lists", "[".repeat(500)],
  ["maps", "{1:".repeat(166)],
  ["negations", "!".repeat(500)],
  ["minus signs", "-".repeat(499)],
  ["indices", `kind${"[0]".repeat(160)}`],
  ["selections", `kind${".a".repeat(240)}`],
  ["choices", "true?".repeat(100)],
  ["arguments", `size(${"1,".repeat(240)}1)`],
  ["sums", "1+".repeat(249)],
  ["a number", "9".repeat(500)],
  ["a string that does not end", `"${"\\\\".repeat(200)}`],
  ["more than anybody may send", "(".repeat(1_000_000)],
];

describe("a hostile condition", () => {
  it.each(HOSTILE)("of %s is refused, and never evaluated [ROUTE-3]", (_what, when) => {
    const fault = conditions.faultOf(when, []);
    expect(fault?.code).toMatch(/^condition\./u);
    expect(conditions.evaluate(when, [], INPUT)).toEqual({ outcome: "ERROR", error: fault, values: {} });
  });

  it("costs little, whatever it holds [ROUTE-3]", () => {
    // Of the processor: the time of a clock passes too while other programs run.
    const before = process.threadCpuUsage();
    for (const [, when] of HOSTILE) conditions.evaluate(when, [], INPUT);
    const { user, system } = process.threadCpuUsage(before);
    // A few milliseconds; the library alone took 589 for one of them.
    expect((user + system) / 1_000).toBeLessThan(300);
  });

  it("never throws, whatever it holds, and its fault has words in both languages [ROUTE-3]", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ..."document kind submitter facts amount title has size amountIn in true null == != <= && || ! ? : ( ) [ ] { } . , - + \"EUR\" 'a' 1 1.5 1e9 0x1 1u r b // \\ \n".split(
          " ",
        ),
      ),
      fc.string({ maxLength: 3 }),
    );
    const anything = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(fc.oneof(anything, fc.string({ unit: "binary", maxLength: 60 })), (when) => {
        const fault = conditions.faultOf(when, [{ key: "a", type: "TEXT" }]);
        const { outcome, error } = conditions.evaluate(when, [{ key: "a", type: "TEXT" }], INPUT);
        if (fault) {
          expect([outcome, error]).toEqual(["ERROR", fault]);
          expect(render(fault)).not.toBe(render(fault, "de"));
        } else {
          expect([true, false, "ERROR"]).toContain(outcome);
        }
      }),
      { numRuns: 500 },
    );
  });
});
