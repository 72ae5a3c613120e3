import { ConfigError, type Environment, loadConfig } from "@countersign/service-kit";
import { describe, expect, it } from "vitest";
import { versionGateConfig, versionGateEnvironment } from "./config.ts";

const REQUIRED = {
  MONGODB_URI: "mongodb://127.0.0.1:27017/?replicaSet=rs0",
  AUTH_SECRET: "a development secret of 32 bytes!",
  AUTH_ISSUER: "https://id.example.com",
  AUTH_AUDIENCE: "countersign",
};

const read = (env: Environment) =>
  versionGateConfig(loadConfig(versionGateEnvironment, { ...REQUIRED, ...env }));

it("has defaults: its ports, and https store listings [CT-PROC-01] [VG-READ-14]", () => {
  const { listen, storeUrls, reading } = read({});
  expect(listen).toMatchObject({ port: 3001, internalPort: 9101 });
  expect(storeUrls).toEqual({
    ios: expect.stringMatching(/^https:/) as string,
    android: expect.stringMatching(/^https:/) as string,
  });
  expect(reading).toMatchObject({ companyId: undefined, readConcern: "linearizable", spacingMs: 0 });
});

it("is read [CT-ENV-09] [VG-CONFIG-08]", () => {
  const { storeUrls, reading } = read({
    APP_STORE_URL: "https://apps.example.com/ios",
    PLAY_STORE_URL: "https://apps.example.com/android?id=1",
    VERSION_GATE_COMPANY_ID: "65F0A1B2C3D4E5F6A7B8C9D0",
    VERSION_GATE_READ_SPACING_MS: "20",
  });
  expect(storeUrls).toEqual({
    ios: "https://apps.example.com/ios",
    android: "https://apps.example.com/android?id=1",
  });
  expect(reading).toMatchObject({ companyId: "65f0a1b2c3d4e5f6a7b8c9d0", spacingMs: 20 });
});

describe("a fault", () => {
  it.each([
    ["APP_STORE_URL", "http://apps.example.com/ios", "expected an https URL"],
    ["PLAY_STORE_URL", "market://details?id=1", "expected an https URL"],
    ["PLAY_STORE_URL", "play", "expected an https URL"],
    ["VERSION_GATE_COMPANY_ID", "acme", "expected a company id of 24 hexadecimal characters"],
    ["VERSION_GATE_READ_TIMEOUT_MS", "500", "expected a number of at most 400"],
    ["VERSION_GATE_READ_SPACING_MS", "-1", "expected a number of at least 0"],
    ["VERSION_GATE_READ_CONCERN", "local", "expected one of majority, linearizable"],
    ["VERSION_GATE_MAX_WAITERS", "many", "expected a number"],
  ])("in %s=%s stops the start [CT-ENV-01] [CT-ENV-09]", (variable, value, expected) => {
    expect(() => read({ [variable]: value })).toThrow(new ConfigError([`${variable}: ${expected}`]));
  });
});

it("the greatest settings keep the longest wait below a second [VG-ERROR-04]", () => {
  const { reading } = read({ VERSION_GATE_READ_TIMEOUT_MS: "400", VERSION_GATE_READ_SPACING_MS: "100" });
  expect(reading.spacingMs + 2 * reading.timeoutMs).toBeLessThan(1_000);
});
