import { loadConfig } from "@countersign/service-kit";
import { testTokens } from "@countersign/testing";
import { expect, it } from "vitest";
import { hrServiceConfig, hrServiceEnvironment } from "./config.ts";

const required = { ...testTokens().environment, MONGODB_URI: "mongodb://127.0.0.1:27017/?replicaSet=rs0" };

it("[CT-PROC-06] listens on 3004 and 9104 unless told otherwise", () => {
  const config = hrServiceConfig(loadConfig(hrServiceEnvironment, required));
  expect(config.listen).toMatchObject({ port: 3004, internalPort: 9104, internalHost: "127.0.0.1" });
  expect(config).toMatchObject({ submitTimeoutMs: 5_000, sweepPauseMs: 5_000 });
});

it("refuses durations that are none, naming the variable", () => {
  const env = { ...required, SUBMIT_TIMEOUT_MS: "soon", SWEEP_PAUSE_MS: "1" };
  expect(() => loadConfig(hrServiceEnvironment, env)).toThrow(
    /SUBMIT_TIMEOUT_MS[^\n]*\n[^\n]*SWEEP_PAUSE_MS/u,
  );
});
