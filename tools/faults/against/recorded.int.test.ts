import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { approvalEngine } from "@countersign/approval-engine";
import { useTestBus, useTestService, useTestStore } from "@countersign/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { findDifferences } from "./differences.ts";
import { chooseSteps, type Moment, playStep, startPlaying, timeAfter } from "./play.ts";
import { engineEnvironment, listenTo, type Platform, START_MS } from "./platform.ts";
import { formatRecord, type RecordedHistory, recordOf } from "./recorded.ts";
import type { Step } from "./steps.ts";
import { type TopicName, TOPICS } from "./topics.ts";

/** The histories, which `WRITE_RECORDED=1` plays anew and writes: do so only where behaviour changes on purpose. */
const HISTORIES: readonly HistoryName[] = [
  { about: "runs", seed: 1, steps: 24 },
  { about: "runs", seed: 4, steps: 24 },
  { about: "rules", seed: 1, steps: 50 },
];
const isWriting = process.env["WRITE_RECORDED"] === "1";

interface HistoryName {
  about: TopicName;
  seed: number;
  steps: number;
}
const fileOf = ({ about, seed }: HistoryName) =>
  join(import.meta.dirname, "recorded", `${about}-${seed}.json`);

const store = await useTestStore();
const testBus = useTestBus();
const setClock = async (ms: number) => void vi.setSystemTime(ms);

describe("a recorded history", () => {
  let platform: Platform;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: START_MS });
    const bus = await testBus.open();
    const { publicUrl } = await useTestService(approvalEngine, store, { bus, env: engineEnvironment() });
    platform = {
      publicUrl,
      bus,
      db: store.db,
      heard: await listenTo(bus),
      setClock,
      stop: async () => undefined,
    };
  });
  afterAll(() => void vi.useRealTimers());

  it.each(HISTORIES)(
    "is answered as it was, and pages and messages are what they were: $about $seed",
    async (history) => {
      const recorded = isWriting
        ? undefined
        : (JSON.parse(readFileSync(fileOf(history), "utf8")) as RecordedHistory);
      const played = await play(platform, history, recorded?.steps);
      if (isWriting) writeFileSync(fileOf(history), formatRecord(played));
      else expect(findDifferences(recorded, played)).toEqual([]);
    },
    60_000,
  );
});

/** Plays steps, or those that a random history has. */
async function play(
  platform: Platform,
  { about, seed, steps: count }: HistoryName,
  recordedSteps?: readonly Step[],
): Promise<RecordedHistory> {
  const player = await startPlaying(platform, TOPICS[about], COMPANIES[about] + seed);
  const choose = chooseSteps(player, seed);
  const [steps, moments]: [Step[], Moment[]] = [[], []];
  let now = new Date(START_MS);
  while (steps.length < count) {
    const step = recordedSteps?.[steps.length] ?? choose(steps, moments.at(-1)?.rows ?? {}, now);
    now = timeAfter(now, step);
    steps.push(step);
    moments.push(await playStep(player, { steps, now, withPages: steps.length === count }));
  }
  return recordOf(steps, moments);
}

/** Numbers of companies, before those of the seeds: each history has a company of its own. */
const COMPANIES = { runs: 0, rules: 1000 } as const satisfies Record<TopicName, number>;
