import { loadConfig } from "@countersign/service-kit";
import { testTokens } from "@countersign/testing";
import { expect, it } from "vitest";
import { hrService } from "./service.ts";

const required = { ...testTokens().environment, MONGODB_URI: "mongodb://127.0.0.1:27017/?replicaSet=rs0" };

it("listens on 3004 and 9104 by default [CT-PROC-06]", () => {
  expect(loadConfig(hrService.environment, required)).toMatchObject({
    PORT: 3004,
    INTERNAL_PORT: 9104,
    INTERNAL_HOST: "127.0.0.1",
    SUBMIT_TIMEOUT_MS: 5_000,
    SWEEP_PAUSE_MS: 5_000,
  });
});

it("refuses invalid durations, naming the variable", () => {
  const env = { ...required, SUBMIT_TIMEOUT_MS: "soon", SWEEP_PAUSE_MS: "1" };
  expect(() => loadConfig(hrService.environment, env)).toThrow(
    /SUBMIT_TIMEOUT_MS[^\n]*\n[^\n]*SWEEP_PAUSE_MS/u,
  );
});
