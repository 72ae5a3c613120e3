import type { RunningService } from "@countersign/service-kit";
import { type TestStore, useTestService } from "@countersign/testing";
import { versionGate } from "../src/service.ts";
import { adminOf, COMPANY } from "./gate.ts";

/** Starts a gate for the running test, or else for the spec file, and stops it afterwards. */
export async function useGate(store: TestStore): Promise<{ gate: RunningService; admin: string }> {
  return { gate: await useTestService(versionGate, store), admin: await adminOf(COMPANY) };
}
