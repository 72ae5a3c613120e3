import { describe, expect, it } from "vitest";
import { arrivalFault } from "./check-document.ts";
import { judgementOf, summaryOf } from "./run-faults.ts";
import { Divergence, TimedOut } from "./tracker.ts";

const idle = { durable: "hr-outcomes", num_pending: 0, num_ack_pending: 0 };
const MISSING = ["approval.outcome.hr.Leave.completed 7 at hr-outcomes"];

describe("a history that did not end as the model says", () => {
  it.each([
    ["a state that the model does not allow", new Divergence("is none of"), "divergence"],
    ["a wait that timed out", new TimedOut("no end of a posting"), "unjudged"],
    ["an error of the world", new Error("the relay did not come true within 60000 ms"), "unjudged"],
  ])("has diverged for the model's word alone: %s", (_, error, kind) => {
    expect(judgementOf(7, error)).toEqual({ [kind]: { seed: 7, message: error.message } });
  });

  it("lost its messages where none arrives and nothing waits to be handled", () => {
    expect(arrivalFault(MISSING, [idle])).toBeInstanceOf(Divergence);
    expect(arrivalFault(MISSING, [idle, { ...idle, num_pending: 800 }])).toBeInstanceOf(TimedOut);
    expect(arrivalFault(MISSING, [{ ...idle, num_ack_pending: 1 }])).toBeInstanceOf(TimedOut);
    expect(arrivalFault(["approval.outcome.hr.Leave.completed 7 at the broker"], [idle])).toBeInstanceOf(
      TimedOut,
    );
  });

  it.each([
    ["agreed", {}, undefined, 0],
    ["agreed with a mutant", {}, "no-inbox", 1],
    ["diverged", { divergence: { seed: 8, message: "is none of" } }, undefined, 1],
    ["diverged with a mutant", { divergence: { seed: 8, message: "is none of" } }, "no-inbox", 0],
    ["timed out", { unjudged: { seed: 8, message: "no end" } }, undefined, 1],
    ["timed out with a mutant", { unjudged: { seed: 8, message: "no end" } }, "no-inbox", 1],
  ])("ends the command with the code of its kind: %s", (_, kind, mutant, exitCode) => {
    expect(summaryOf({ agreed: 1, faults: {}, ...kind }, { seed: 7, mutant }).exitCode).toBe(exitCode);
  });

  it("is reported as not judged, with the line that runs it alone", () => {
    const { lines } = summaryOf(
      { agreed: 0, faults: {}, unjudged: { seed: 8, message: "no end" } },
      { seed: 8 },
    );
    expect(lines).toEqual([
      "\n0 histories agree with the model, 0 diverged",
      "the history of seed 8 could not be judged: no end",
      "busy machines end like this too: npm run faults -- --histories 1 --seed 8",
    ]);
  });
});
