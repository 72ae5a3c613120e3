import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { approvalEngine } from "@countersign/approval-engine";
import { useTestBus, useTestService, useTestStore } from "@countersign/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { engineEnvironment, listenTo, type Platform, START_MS } from "./platform.ts";
import { playHistory } from "./play.ts";
import { formatRecord, type RecordedHistory } from "./record.ts";
import { TOPICS } from "./topics.ts";

/** `WRITE_RECORDED=1` writes what the steps bring now: do so only where behaviour changes on purpose. */
const isWriting = process.env["WRITE_RECORDED"] === "1";

const store = await useTestStore();
const testBus = useTestBus();
const setClock = (ms: number) => void vi.setSystemTime(ms);

describe("a recorded history", () => {
  let platform: Platform;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: START_MS });
    const bus = await testBus.open();
    const { publicUrl } = await useTestService(approvalEngine, store, { bus, env: engineEnvironment() });
    platform = { publicUrl, bus, db: store.db, heardMessages: await listenTo(bus) };
  });
  afterAll(() => void vi.useRealTimers());

  // The company's number is part of the ids in the steps.
  it.each([
    { about: "runs", number: 1, file: "runs-1.json" },
    { about: "runs", number: 4, file: "runs-4.json" },
    { about: "rules", number: 1001, file: "rules-1.json" },
  ] as const)(
    "is answered as it was, and pages and messages are what they were: $file",
    async ({ about, number, file }) => {
      const path = join(import.meta.dirname, file);
      const recorded = JSON.parse(readFileSync(path, "utf8")) as RecordedHistory;
      const { steps } = recorded;
      const played = await playHistory(platform, {
        topic: TOPICS[about],
        number,
        steps,
        startMs: START_MS,
        setClock,
      });
      if (isWriting) writeFileSync(path, formatRecord(played));
      else expect(played).toEqual(recorded);
    },
    60_000,
  );
});
