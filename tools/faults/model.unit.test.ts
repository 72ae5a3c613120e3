import { describe, expect, it } from "vitest";
import {
  apply,
  type Command,
  type DocumentState,
  newDocument,
  settledStates,
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

  it("archives a recalled document and tells those who were asked; an ended one is not recalled", () => {
    const recalled = after(decide(ANN, "one"), { type: "recall" });
    expect(tasksOf(recalled)).toEqual(["one APPROVED", "two ARCHIEVED"]);
    expect(recalled.events.at(-1)).toBe("RECALLED ann,ben,cleo,s");
    expect(recalled.outcomes).toEqual(["recalled"]);
    expect(apply(recalled, { type: "recall" }).refused).toBe(true);
  });

  it("lets a leave be submitted again or cancelled once its owner knows of the recall", () => {
    const pending = { ...submit(newDocument(SUBMITTER), STAGES), owner: "PENDING" } as const;
    const recalled = apply(pending, { type: "recall" }).state;
    const early = apply(recalled, { type: "submitDraft" });
    expect(early).toEqual({ state: recalled, refused: false });
    const [draft] = settledStates([recalled]);
    expect(draft?.owner).toBe("DRAFT");
    const { state, refused } = apply(draft!, { type: "submitDraft" });
    expect({ refused, owner: state.owner }).toEqual({ refused: false, owner: "PENDING" });
    expect(tasksOf(state)).toEqual(["one AWAITING_APPROVAL", "two PENDING"]);
    expect(state.earlier).toEqual(["one ARCHIEVED", "two ARCHIEVED"]);
    expect(apply(draft!, { type: "cancelAtOwner" })).toMatchObject({
      refused: false,
      state: { owner: "CANCELLED" },
    });
    expect(apply({ ...draft!, owner: "APPROVED" }, { type: "submitDraft" }).refused).toBe(true);
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
    const [state, ...others] = settledStates([queued]);
    expect(others).toEqual([]);
    expect(state?.answers).toEqual(["accepted", "refused"]);
    expect(tasksOf(state!)).toEqual(["one ARCHIEVED", "two ARCHIEVED"]);
  });

  it("leaves a document that its owner cancelled unchanged, whatever the outcome of its approval", () => {
    const submitted = { ...submit(newDocument(SUBMITTER), STAGES), owner: "PENDING" as const };
    const rejected = apply(submitted, decide(ANN, "one", "REJECTED")).state;
    const cancelled = apply(rejected, { type: "cancelAtOwner" }).state;
    expect(settledStates([rejected]).map(({ owner }) => owner)).toEqual(["REJECTED"]);
    expect(settledStates([cancelled]).map(({ owner }) => owner)).toEqual(["CANCELLED"]);
  });
});

describe("a document that changes under approval", () => {
  const amend = { type: "amend", title: "another" } as const;
  const changed = (onAmend: DocumentState["onAmend"], ...commands: Command[]) => {
    const begun = submit(newDocument(SUBMITTER, { onAmend }), STAGES);
    return apply(
      commands.reduce((state, command) => apply(state, command).state, begun),
      amend,
    );
  };

  it("asks every stage again that was asked, or keeps the verdicts, or is refused [DOC-3]", () => {
    const before = [decide(ANN, "one"), decide(BEN, "two")];
    const again = changed("ASK_AGAIN", ...before);
    expect(tasksOf(again.state)).toEqual(["one AWAITING_APPROVAL", "two PENDING"]);
    expect(again.state.events.at(-1)).toBe("AMENDED ann,ben,s");
    const kept = changed("KEEP_VERDICTS", ...before);
    expect(tasksOf(kept.state)).toEqual(["one APPROVED", "two AWAITING_APPROVAL"]);
    expect(kept.state.events.at(-1)).toBe("AMENDED ann,ben,cleo,s");
    expect(changed("REFUSE", ...before).refused).toBe(true);
  });

  it("stays as it is when the same change comes twice, and refuses a change once the run has ended [DOC-3]", () => {
    const { state } = changed("ASK_AGAIN");
    expect(apply(state, amend)).toEqual({ state, refused: false });
    expect(changed("ASK_AGAIN", decide(ANN, "one", "REJECTED")).refused).toBe(true);
  });
});

describe("a journal entry", () => {
  const entry: DocumentState = { ...submit(newDocument(SUBMITTER), STAGES), owner: "PENDING" };
  const completed: Command[] = [decide(ANN, "one"), decide(BEN, "two"), decide(CLEO, "two")];
  const ended = (commands: readonly Command[]) =>
    settledStates([
      commands.reduce<DocumentState>((state, command) => apply(state, command).state, entry),
    ])[0]!;

  it("that was changed behind its approval is not posted [AGT-1]", () => {
    expect(ended(completed).owner).toBe("APPROVED");
    expect(ended([{ type: "changeDraft" }, ...completed]).owner).toBe("UNPOSTED");
    expect(apply(ended(completed), { type: "changeDraft" }).refused).toBe(true);
  });

  it("may be submitted again after a rejection, and refuses a posting once it is decided [AGT-1]", () => {
    const rejected = ended([decide(ANN, "one", "REJECTED")]);
    expect(apply(entry, { type: "postAgain" }).refused).toBe(false);
    expect(apply(rejected, { type: "postAgain" }).refused).toBe(true);
    expect(apply(entry, { type: "resubmit" }).refused).toBe(true);
    const { state } = apply(rejected, { type: "resubmit" });
    expect(state).toMatchObject({ owner: "PENDING", earlier: ["one REJECTED", "two ARCHIEVED"] });
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
