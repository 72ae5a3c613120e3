import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { startNatsServer } from "@countersign/testing";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import {
  chooseSteps,
  lookAt,
  type HistoryMoment,
  type Moment,
  type Player,
  playStep,
  startPlaying,
  timeAfter,
} from "./play.ts";
import { findDifferences } from "./differences.ts";
import { type Platform, START_MS, startPlatform } from "./platform.ts";
import type { Step } from "./steps.ts";
import { type TopicName, TOPICS } from "./topics.ts";
import { addWorktree } from "./worktree.ts";

export interface AgainstOptions {
  /** Full name of the other commit. */
  commit: string;
  about: TopicName;
  seed: number;
  histories: number;
  /** Steps of a history. */
  steps: number;
  report: (line: string) => void;
}

export interface AgainstResult {
  agreed: number;
  /** The first history in which the platforms differ, which ended the run. */
  difference?: { seed: number; steps: readonly Step[]; places: readonly string[] };
}

/** Places that a report has; one fault makes many. */
const REPORTED_PLACES = 20;

/** The report of a run and its exit code. */
export function reportOf(
  { agreed, difference }: AgainstResult,
  { commit, seed }: Pick<AgainstOptions, "commit" | "seed">,
): { lines: string[]; exitCode: 0 | 1 } {
  const seeds = agreed > 0 ? ` (seeds ${seed} to ${seed + agreed - 1})` : "";
  const lines = [`\n${agreed} histories are the same at ${commit} and here${seeds}`];
  if (difference === undefined) return { lines, exitCode: 0 };
  const { steps, places } = difference;
  lines.push(
    `the history of seed ${difference.seed} differs after step ${steps.length}: ${JSON.stringify(steps.at(-1))}`,
    `what is there, and what is here, at ${places.length} places:`,
    ...places.slice(0, REPORTED_PLACES),
  );
  return { lines, exitCode: 1 };
}

const STEPS_BETWEEN_PAGES = 8;

/** Plays random histories on the engine of this checkout and on that of another commit, until they differ. */
export async function runAgainst(options: AgainstOptions): Promise<AgainstResult> {
  await using startedParts = new AsyncDisposableStack();
  const worktree = await addWorktree(options.commit);
  startedParts.defer(() => worktree.remove());
  const broker = await startNatsServer();
  startedParts.defer(() => broker.stop());
  const start = async (folder: string) => {
    const platform = await startPlatform(folder, { broker, prefix: `h${randomBytes(4).toString("hex")}` });
    startedParts.defer(() => platform.stop());
    return platform;
  };
  const platforms = await Promise.all([start(worktree.folder), start(WORKSPACE_ROOT)]);
  let now = new Date(START_MS);
  for (let at = 0; at < options.histories; at += 1) {
    const seed = options.seed + at;
    const history = await playHistory(platforms, { ...options, seed, number: at, now });
    options.report(`${seed} ${history.steps.length} steps`);
    if (history.places.length > 0) return { agreed: at, difference: { seed, ...history } };
    now = history.now;
  }
  return { agreed: options.histories };
}

async function playHistory(
  platforms: readonly [Platform, Platform],
  { about, seed, number, steps: count, now: start }: AgainstOptions & { number: number; now: Date },
): Promise<{ steps: Step[]; places: string[]; now: Date }> {
  const players = (await Promise.all(
    platforms.map((platform) => startPlaying(platform, TOPICS[about], number)),
  )) as [Player, Player];
  const choose = chooseSteps(players[0], seed);
  const steps: Step[] = [];
  let now = start;
  let rows: Moment["rows"] = {};
  while (steps.length < count) {
    const step = choose(steps, rows, now);
    now = timeAfter(now, step);
    steps.push(step);
    const withPages = steps.length === count || steps.length % STEPS_BETWEEN_PAGES === 0;
    const { places, theirs } = await playTogether(players, { steps, now, withPages });
    if (places.length > 0) return { steps, places, now };
    rows = theirs.rows;
  }
  return { steps, places: [], now };
}

/** Time in which the effect of a message, or of time, is the same on both platforms. */
const SETTLE_MS = 10_000;
const LOOK_PAUSE_MS = 250;

/** Plays a step on both. The effect of an answered one must be there at once; that of others may take a while. */
async function playTogether(
  players: readonly [Player, Player],
  { steps, ...moment }: HistoryMoment,
): Promise<{ theirs: Moment; places: string[] }> {
  const [theirPlayer, ourPlayer] = players;
  const history = { steps, ...moment };
  let [theirMoment, ourMoment]: [Moment, Moment] = await Promise.all([
    playStep(theirPlayer, history),
    playStep(ourPlayer, history),
  ]);
  const until = performance.now() + (isAnswered(steps.at(-1)!) ? 0 : SETTLE_MS);
  for (;;) {
    const places = findDifferences(theirMoment, ourMoment);
    if (places.length === 0 || performance.now() > until) return { theirs: theirMoment, places };
    await delay(LOOK_PAUSE_MS);
    const looks = await Promise.all([lookAt(theirPlayer, history), lookAt(ourPlayer, history)]);
    [theirMoment, ourMoment] = [
      { ...looks[0], answer: undefined },
      { ...looks[1], answer: undefined },
    ];
  }
}

const isAnswered = (step: Step): boolean => !("publish" in step || "hours" in step);
