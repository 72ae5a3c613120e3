import { loadConfig } from "@countersign/service-kit";
import { expect, it } from "vitest";

import { approvalEngineConfig, approvalEngineEnvironment } from "../config.ts";

const configOf = (env: Record<string, string>) =>
  approvalEngineConfig(loadConfig(approvalEngineEnvironment, { ...BASE, ...env })).console;
const BASE = {
  MONGODB_URI: "mongodb://127.0.0.1:27017/?replicaSet=rs0",
  AUTH_SECRET: "a secret of at least thirty-two bytes",
  AUTH_ISSUER: "here",
  AUTH_AUDIENCE: "engine",
};
const PERSON = { userId: "a".repeat(24), companyId: "b".repeat(24), name: "Ann", role: "manager" };

it("serves no console unless it is switched on", () => {
  expect(configOf({})).toBeUndefined();
});

it("needs an issuer and a client for OpenID Connect [CON-7]", () => {
  expect(() => configOf({ CONSOLE: "on" })).toThrow(/CONSOLE_OIDC_ISSUER: .*\nCONSOLE_OIDC_CLIENT_ID: /u);
  const env = {
    CONSOLE: "on",
    CONSOLE_OIDC_ISSUER: "https://login.example.com/realm",
    CONSOLE_OIDC_CLIENT_ID: "console",
    CONSOLE_OIDC_ORIGINS: "https://tokens.example.com",
  };
  expect(configOf(env)).toEqual({
    directory: "console",
    isBeingBuilt: false,
    auth: {
      kind: "oidc",
      issuer: "https://login.example.com/realm",
      clientId: "console",
      scope: "openid profile",
    },
    origins: ["https://login.example.com", "https://tokens.example.com"],
    people: [],
  });
  expect(() => configOf({ ...env, CONSOLE_OIDC_ORIGINS: "*" })).toThrow(
    "CONSOLE_OIDC_ORIGINS: expected origins",
  );
});

it("names where the session of a proxy ends [CON-7]", () => {
  const env = { CONSOLE: "on", CONSOLE_AUTH: "proxy" };
  expect(configOf(env)?.auth).toEqual({ kind: "proxy" });
  for (const url of ["/oauth2/sign_out", "https://login.example.com/logout?all=1"]) {
    expect(configOf({ ...env, CONSOLE_LOGOUT_URL: url })?.auth).toEqual({ kind: "proxy", logOutUrl: url });
  }
  for (const url of ["javascript:alert(1)", "//elsewhere.example.com", "sign_out"]) {
    expect(() => configOf({ ...env, CONSOLE_LOGOUT_URL: url })).toThrow(
      "CONSOLE_LOGOUT_URL: expected a path",
    );
  }
});

it("takes the development log-in on this machine alone, and never in production [CON-7]", () => {
  const env = {
    CONSOLE: "on",
    CONSOLE_AUTH: "development",
    CONSOLE_DEVELOPMENT_PEOPLE: JSON.stringify([PERSON]),
  };
  expect(configOf(env)?.people).toEqual([{ ...PERSON, privileged: false }]);
  expect(() => configOf({ ...env, NODE_ENV: "production" })).toThrow("only without NODE_ENV=production");
  expect(() => configOf({ ...env, HOST: "0.0.0.0" })).toThrow("only with a HOST of this machine alone");
  const { AUTH_JWKS_URL } = { AUTH_JWKS_URL: "https://login.example.com/keys" };
  expect(() => configOf({ ...env, AUTH_SECRET: "", AUTH_JWKS_URL })).toThrow("only with AUTH_SECRET");
  expect(() => configOf({ ...env, CONSOLE_DEVELOPMENT_PEOPLE: "{" })).toThrow("expected JSON");
  expect(configOf({ ...env, CONSOLE_AUTH: "token" })?.people).toEqual([]);
});

it("names the page of mails with the development log-in alone [CON-7]", () => {
  const env = {
    CONSOLE: "on",
    CONSOLE_AUTH: "development",
    CONSOLE_DEVELOPMENT_MAILS: "http://127.0.0.1:8025/",
  };
  expect(configOf(env)?.auth).toEqual({ kind: "development", mailsUrl: "http://127.0.0.1:8025/" });
  expect(() => configOf({ ...env, CONSOLE_AUTH: "token" })).toThrow("expected with CONSOLE_AUTH=development");
  expect(() => configOf({ ...env, NODE_ENV: "production" })).toThrow("only without NODE_ENV=production");
  expect(() => configOf({ ...env, CONSOLE_DEVELOPMENT_MAILS: "javascript:alert(1)" })).toThrow(
    "expected an http(s) URL",
  );
});
