import { expect, it } from "vitest";
import { startConsole } from "./console-variables.ts";

const DEMO = {
  auth: { AUTH_SECRET: "a secret", AUTH_ISSUER: "here", AUTH_AUDIENCE: "engine" },
  demoCompany: true,
};
const variablesOf = (env: Record<string, string>, options: Partial<typeof DEMO> = {}) =>
  startConsole({ CONSOLE_DIR: "built", ...env }, { ...DEMO, ...options }).variables;

it("logs in by a click on a name on this machine alone [CON-7]", () => {
  expect(variablesOf({})).toMatchObject({ CONSOLE_AUTH: "development", CONSOLE_BUILDING: "off" });
  expect(variablesOf({}).CONSOLE_DEVELOPMENT_PEOPLE).toContain("privileged");
});

it.each([
  ["production settings", { NODE_ENV: "production" }, {}],
  ["a host that others reach", { HOST: "0.0.0.0" }, {}],
  ["no demo company", {}, { demoCompany: false }],
])("asks for a token with %s [CON-7]", (_what, env, options) => {
  const { CONSOLE_AUTH, CONSOLE_DEVELOPMENT_PEOPLE } = variablesOf(env, options);
  expect([CONSOLE_AUTH, CONSOLE_DEVELOPMENT_PEOPLE]).toEqual(["token", undefined]);
});

it("links to the mails that were sent only with that log-in", () => {
  const mailsUrl = "http://127.0.0.1:8025/";
  const linkOf = (env: Record<string, string>) =>
    startConsole({ CONSOLE_DIR: "built", ...env }, { ...DEMO, mailsUrl }).variables.CONSOLE_DEVELOPMENT_MAILS;
  expect([linkOf({}), linkOf({ NODE_ENV: "production" })]).toEqual([mailsUrl, undefined]);
});

it("is left out with CONSOLE=off", () => {
  expect(variablesOf({ CONSOLE: "off" })).toEqual({ CONSOLE: "off" });
});
