import type { RunningService } from "@countersign/service-kit";
import { startTestService, type TestStore } from "@countersign/testing";
import { afterAll } from "vitest";
import { versionGate } from "../src/service.ts";
import { adminOf, COMPANY } from "./gate.ts";

/** Starts a gate for the tests of a file, and stops it after them. */
export async function useGate(store: TestStore): Promise<{ gate: RunningService; admin: string }> {
  const gate = await startTestService(versionGate, store);
  afterAll(() => gate.stop());
  return { gate, admin: await adminOf(COMPANY) };
}
