import { createRandom } from "../random.ts";
import { type Company, companyOf } from "./company.ts";
import { createLabels, type Labels } from "./labels.ts";
import type { Platform } from "./platform.ts";
import { findDueCollections, untilQuiet } from "./quiet.ts";
import { type Snapshot, takeSnapshot } from "./snapshot.ts";
import { say, type Step } from "./steps.ts";
import type { Topic } from "./topic.ts";

/** A platform in a history. */
export interface Player {
  platform: Platform;
  labels: Labels;
  company: Company;
  topic: Topic;
  dueCollections: readonly string[];
}

/** A platform after a step, and its answer to it. */
export interface Moment extends Snapshot {
  answer: unknown;
}

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

export async function startPlaying(platform: Platform, topic: Topic, number: number): Promise<Player> {
  const company = companyOf(number);
  await company.hire(platform.db);
  const dueCollections = await findDueCollections(platform.db);
  return { platform, company, topic, dueCollections, labels: createLabels((id) => company.isGiven(id)) };
}

/** The time of a history's next step; the clock stands still in between. */
export const timeAfter = (now: Date, step: Step): Date =>
  new Date(now.getTime() + ("hours" in step ? step.hours * HOUR_MS : SECOND_MS));

/** A history so far, at the time of its last step. */
export interface HistoryMoment {
  steps: readonly Step[];
  now: Date;
  /** Whether pages are read too, which are many. */
  withPages: boolean;
}

/** Says the last step to a platform, waits until it has done everything, and reads what it has. */
export async function playStep(player: Player, moment: HistoryMoment): Promise<Moment> {
  const { platform, labels, company, dueCollections } = player;
  const { steps, now } = moment;
  const step = steps.at(-1)!;
  await platform.setClock(now.getTime());
  const answer = "hours" in step ? undefined : await say(platform, company.companyId, labels.out(step));
  await untilQuiet(platform, { step, now, dueCollections });
  const snapshot = await lookAt(player, moment);
  return { answer: labels.in(answer), ...snapshot };
}

/** Reads what a platform has. */
export function lookAt(
  { platform, labels, company, topic }: Player,
  { steps, withPages }: HistoryMoment,
): Promise<Snapshot> {
  return takeSnapshot(platform, labels, {
    company,
    topic,
    refIds: withPages ? company.refIdsIn(steps) : undefined,
  });
}

/** The steps of a random history, each chosen by what the platforms have by then. */
export function chooseSteps({ company, topic }: Pick<Player, "company" | "topic">, seed: number) {
  const random = createRandom(seed);
  const first = topic.firstSteps(company, random);
  return (steps: readonly Step[], rows: Snapshot["rows"], now: Date): Step =>
    first[steps.length] ?? topic.nextStep({ company, random, rows, steps, now });
}
