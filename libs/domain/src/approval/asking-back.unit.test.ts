import { readFileSync, writeFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { active, approvedBy, dynamicRun, givenContext, stage } from "../../test/approval-runs.ts";
import type { Command, DecisionContext } from "./commands.ts";
import { decide } from "./decide.ts";
import { DomainError } from "../errors/index.ts";
import type { Id, Run } from "./types.ts";

// The table of MEET (contract-4) for asking back: every command × the stage when it is given × who gives it.

const substitutions = [
  { id: "grant", principalId: "ann", substituteId: "zoe", kinds: [], fromMs: 0, untilMs: Infinity },
];
const circumstances: DecisionContext = { ...givenContext({ recall: "ALWAYS" }), substitutions };

const ACTORS = {
  "who wants them": "ann",
  "another approver": "bob",
  "substitute of the first": "zoe",
  submitter: "eve",
  "later approver": "kim",
  "privileged user": "rex",
  "agent of the first": "ann",
} as const;
type Actor = keyof typeof ACTORS;
const actors = Object.keys(ACTORS) as Actor[];

const begun = dynamicRun(stage(1, "Board", ["ann", "bob"], "ALL"), stage(2, "Finance", ["kim"]));

const wish = (run: Run, actorId: Id, isAgent = false): Command => ({
  type: "requestChanges",
  taskId: active(run).id,
  actorId,
  isAgent,
  text: "Add the receipt",
});

/** The run when the command is given. */
const STATES = {
  "waits for verdicts": () => begun,
  "waits for changes": () => decide(wish(begun, "ann"), begun, circumstances).run,
  "waits for changes that the substitute wants": () => decide(wish(begun, "zoe"), begun, circumstances).run,
  "was approved": () => approvedBy(begun, "ann", "bob"),
} as const;
type State = keyof typeof STATES;
const states = Object.keys(STATES) as State[];

interface Giver {
  actorId: Id;
  isAgent: boolean;
  privileged: boolean;
}

const board = (run: Run): Id => run.tasks[0]!.id;

/** The commands on the first stage, and who may give them, in words of the rules. */
const COMMANDS: Readonly<
  Record<
    string,
    { give: (run: Run, giver: Giver) => Command; mayGive: (state: State, actor: Actor) => boolean }
  >
> = {
  requestChanges: {
    give: (run, { actorId, isAgent }) =>
      ({ ...wish(begun, actorId, isAgent), taskId: board(run) }) as Command,
    // Those who could decide now, once at a time; no agent.
    mayGive: (state, actor) => state === "waits for verdicts" && DECIDERS.has(actor),
  },
  answerQuestion: {
    give: (run, { actorId, isAgent }) => {
      const messageId = run.changesWanted?.id ?? "none";
      return { type: "answerChanges", messageId, actorId, isAgent, text: "Done" };
    },
    mayGive: (state, actor) => isWaitingForChanges(state) && actor === "submitter",
  },
  updateWorkflowApprovalStatus: {
    give: (run, { actorId: approverId, isAgent }) => ({
      type: "approve",
      taskId: board(run),
      approverId,
      isAgent,
    }),
    mayGive: (state, actor) =>
      isWaitingForChanges(state) ? decidesMeanwhile(state, actor) : mayVote(state, actor),
  },
  "actionApproval, taking a seat over": {
    give: (run, { actorId: approverId, isAgent, privileged }) => {
      const takeOver = { policy: "anyone", privileged } as const;
      return { type: "approve", taskId: board(run), approverId, isAgent, takeOver };
    },
    mayGive: (state, actor) => {
      if (isWaitingForChanges(state)) return decidesMeanwhile(state, actor);
      const mayTake =
        state === "waits for verdicts" && (actor === "later approver" || actor === "privileged user");
      return mayVote(state, actor) || mayTake;
    },
  },
  reassignApproval: {
    give: (run, { actorId, isAgent, privileged }) => {
      const seat = { taskId: board(run), fromUserId: "ann", toUserId: "max", reason: "away" };
      return { type: "reassign", ...seat, actorId, privileged, isAgent };
    },
    // It ends the wish of whoever had the seat.
    mayGive: (state, actor) =>
      state !== "was approved" && (actor === "who wants them" || actor === "privileged user"),
  },
  recallDocument: {
    give: (_run, { actorId, isAgent, privileged }) => ({ type: "recall", actorId, privileged, isAgent }),
    mayGive: (_state, actor) => actor === "submitter" || actor === "privileged user",
  },
  nudge: {
    give: (_run, { actorId }) => ({ type: "nudge", actorId }),
    mayGive: (state, actor) => actor === "submitter" && !isWaitingForChanges(state),
  },
};

const DECIDERS: ReadonlySet<Actor> = new Set([
  "who wants them",
  "another approver",
  "substitute of the first",
]);
const isWaitingForChanges = (state: State): boolean => state.startsWith("waits for changes");
const mayVote = (state: State, actor: Actor): boolean =>
  state === "waits for verdicts" && DECIDERS.has(actor);
/** The person who wants them, and the one whose seat it is; deciding ends the wish. */
const decidesMeanwhile = (state: State, actor: Actor): boolean =>
  actor === "who wants them" ||
  (state === "waits for changes that the substitute wants" && actor === "substitute of the first");

/** Whether the rules take the command. */
function isTaken(command: string, state: State, actor: Actor): boolean {
  const run = STATES[state]();
  const isAgent = actor === "agent of the first";
  const giver = { actorId: ACTORS[actor], isAgent, privileged: actor === "privileged user" };
  try {
    decide(COMMANDS[command]!.give(run, giver), run, circumstances);
    return true;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return false;
  }
}

const cells = Object.keys(COMMANDS).flatMap((command) => states.map((state) => [command, state] as const));

/** The table as docs/security.md has it. */
function printed(): string {
  const rows = cells.map(([command, state]) => [
    command.replace(/^\w+/u, "`$&`"),
    state,
    ...actors.map((actor) => (COMMANDS[command]!.mayGive(state, actor) ? "yes" : "no")),
  ]);
  const table = [["command", "the stage", ...actors], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
  const [head, ...body] = table;
  return [line(head!), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}

describe("who asks back, and who decides meanwhile [TALK-2]", () => {
  it.each(cells)("%s, while the stage %s", (command, state) => {
    const taken = Object.fromEntries(actors.map((actor) => [actor, isTaken(command, state, actor)]));
    const { mayGive } = COMMANDS[command]!;
    expect(taken).toEqual(Object.fromEntries(actors.map((actor) => [actor, mayGive(state, actor)])));
  });

  it("is the same in the documentation", () => {
    const page = new URL("../../../../docs/security.md", import.meta.url);
    const words = readFileSync(page, "utf8");
    const [begin, end] = ["<!-- who asks back -->\n\n", "\n\n<!-- end of who asks back -->"];
    const [from, until] = [words.indexOf(begin) + begin.length, words.indexOf(end)];
    if (process.env["WRITE_TABLE"])
      writeFileSync(page, words.slice(0, from) + printed() + words.slice(until));
    else expect(words.slice(from, until)).toBe(printed());
  });
});
