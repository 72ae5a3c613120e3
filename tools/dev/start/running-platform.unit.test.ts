import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readRunningPlatform, type RunningPlatform, writeRunningPlatform } from "./running-platform.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "countersign-running-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const PLATFORM: RunningPlatform = {
  bus: "in-process",
  store: "mongodb://127.0.0.1:4711/?replicaSet=rs0",
  services: { "approval-engine": { public: "http://127.0.0.1:1", internal: "http://127.0.0.1:2" } },
};

it("tells the other commands where the platform is, until it stops", () => {
  expect(readRunningPlatform(dataDir)).toBeUndefined();
  const forget = writeRunningPlatform(dataDir, PLATFORM);
  expect(readRunningPlatform(dataDir)).toEqual(PLATFORM);
  forget();
  expect(readdirSync(dataDir)).toEqual([]);
});
