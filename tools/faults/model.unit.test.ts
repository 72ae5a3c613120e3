import { describe, expect, it } from "vitest";
import {
  apply,
  type Command,
  type DocumentState,
  newDocument,
  settled,
  type Stage,
  submit,
  tasksOf,
} from "./model.ts";
import { createTracker, Divergence } from "./tracker.ts";

const [SUBMITTER, ANN, BEN, CLEO] = ["s", "ann", "ben", "cleo"] as const;
const STAGES: Stage[] = [
  { name: "one", approveBy: "ANY", approvers: [ANN] },
  { name: "two", approveBy: "ALL", approvers: [BEN, CLEO] },
];
const decide = (
  user: string,
  stage: string,
  verdict: "APPROVED" | "REJECTED" = "APPROVED",
  nth = 0,
): Command => ({
  type: "decide",
  verdict,
  user,
  stage,
  nth,
});
const after = (...commands: Command[]): DocumentState =>
  commands.reduce((state, command) => apply(state, command).state, submit(newDocument(SUBMITTER), STAGES));

describe("the model", () => {
  it("advances a stage that all have approved, and completes with the last", () => {
    const state = after(decide(ANN, "one"), decide(BEN, "two"), decide(CLEO, "two"));
    expect(tasksOf(state)).toEqual(["one APPROVED", "two APPROVED"]);
    expect(state.outcomes).toEqual(["completed"]);
    expect(state.events).toEqual([
      "TASK_CREATED ann",
      "APPROVED s",
      "STAGE_ADVANCED ben,cleo",
      "APPROVED s",
      "APPROVED s",
      "COMPLETED s",
    ]);
  });

  it("returns a rejection to the stage before and asks the rejecting stage again; the first stage's is final", () => {
    const returned = after(decide(ANN, "one"), decide(BEN, "two", "REJECTED"));
    expect(tasksOf(returned)).toEqual(["one AWAITING_APPROVAL", "two REJECTED", "two PENDING"]);
    expect(returned.events.at(-1)).toBe("REJECTED ann,s");
    const ended = apply(returned, decide(ANN, "one", "REJECTED")).state;
    expect(tasksOf(ended)).toEqual(["one REJECTED", "two REJECTED", "two ARCHIEVED"]);
    expect(ended.outcomes).toEqual(["rejected"]);
  });

  it("refuses users who are not asked, and a second verdict", () => {
    const waiting = after(decide(ANN, "one"), decide(BEN, "two"));
    for (const command of [
      decide(BEN, "two"),
      decide(ANN, "one"),
      decide(ANN, "two"),
      decide(CLEO, "two", "APPROVED", 1),
    ]) {
      expect(apply(waiting, command).refused).toBe(true);
    }
  });

  it("handles queued commands in order, at any time", () => {
    const states = [
      { type: "submit", stages: STAGES },
      { type: "submit", stages: STAGES },
      { type: "cancel" },
    ] satisfies Command[];
    const queued = states.reduce((state, command) => apply(state, command).state, newDocument(SUBMITTER));
    const [state, ...others] = settled([queued]);
    expect(others).toEqual([]);
    expect(state?.answers).toEqual(["accepted", "refused"]);
    expect(tasksOf(state!)).toEqual(["one ARCHIEVED", "two ARCHIEVED"]);
  });

  it("leaves a document that its owner cancelled unchanged, whatever the outcome of its approval", () => {
    const submitted = { ...submit(newDocument(SUBMITTER), STAGES), owner: "PENDING" as const };
    const rejected = apply(submitted, decide(ANN, "one", "REJECTED")).state;
    const cancelled = apply(rejected, { type: "cancelAtOwner" }).state;
    expect(settled([rejected]).map(({ owner }) => owner)).toEqual(["REJECTED"]);
    expect(settled([cancelled]).map(({ owner }) => owner)).toEqual(["CANCELLED"]);
  });
});

describe("the tracker", () => {
  it("allows both results of an unanswered command, until an answer excludes one", () => {
    const tracker = createTracker(submit(newDocument(SUBMITTER), STAGES));
    tracker.observe({ command: decide(ANN, "one"), result: "unknown" });
    expect(tracker.states).toHaveLength(2);
    tracker.observe({ command: decide(ANN, "one"), result: "refused" });
    expect(tracker.states.map(tasksOf)).toEqual([["one APPROVED", "two AWAITING_APPROVAL"]]);
  });

  it("allows any order of concurrent commands", () => {
    const tracker = createTracker(after(decide(ANN, "one")));
    const answered = (result: "done" | "refused") => ({ command: decide(BEN, "two", "REJECTED"), result });
    tracker.observe(answered("refused"), answered("done"));
    expect(() => tracker.observe(answered("done"))).toThrow(Divergence);
  });
});
