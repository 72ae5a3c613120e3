import { BUILT_IN_KINDS } from "@countersign/contracts";
import { ConfigError, loadConfig } from "@countersign/service-kit";
import { describe, expect, it } from "vitest";

import { approvalEngineConfig, approvalEngineEnvironment } from "./config.ts";

const required = {
  MONGODB_URI: "mongodb://127.0.0.1:27017/?replicaSet=rs0",
  AUTH_SECRET: "a secret that is longer than 32 bytes",
  AUTH_ISSUER: "https://issuer.test",
  AUTH_AUDIENCE: "countersign",
};
const read = (env: Record<string, string> = {}) =>
  approvalEngineConfig(loadConfig(approvalEngineEnvironment, { ...required, ...env }));

describe("the environment of the approval engine", () => {
  it("has the contract's ports and the specification's rules by default [CT-PROC-03] [CT-ENV-11] [AE-AUTH-06]", () => {
    const { listen, rules, graphiql, downloads } = read();
    expect(listen).toMatchObject({ port: 3003, internalPort: 9103, internalHost: "127.0.0.1" });
    expect(rules).toEqual({
      returnRequeue: true,
      hrTakeOver: "anyone",
      definitionsRequirePrivileged: false,
      personRuns: { perMinute: 60, perDay: 600 },
    });
    expect(graphiql).toBe(false);
    expect(downloads).toEqual({ max: 8, maxPerCompany: 4, maxPerUser: 2 });
  });

  it("reads defaults of settings that a company has not set [OPS-2]", () => {
    expect(read().settingsDefaults).toEqual({});
    const given = '{"runReaders":"INVOLVED","substitutionDepth":2}';
    expect(read({ APPROVAL_SETTINGS_DEFAULTS: given }).settingsDefaults).toEqual(JSON.parse(given));
  });

  it.each([
    ["{", "expected a JSON object of settings"],
    ["[]", "expected a JSON object of settings"],
    ['{"runReaders":"ALL"}', "runReaders: "],
    ['{"onAmend":null}', "onAmend: "],
    ['{"unheardOf":true}', "unheardOf: no such setting"],
    ['{"version":7}', "version: no such setting"],
    ['{"calendarId":"0123456789abcdef01234567"}', "calendarId: no such setting"],
    ['{"questionPause":{"hours":0}}', "questionPause.hours: expected hours from 1/3600 (a second) to 8784"],
  ])("names the setting at fault in APPROVAL_SETTINGS_DEFAULTS: %s [OPS-2]", (text, fault) => {
    const message = (() => {
      try {
        read({ APPROVAL_SETTINGS_DEFAULTS: text });
        return "";
      } catch (error) {
        return error instanceof ConfigError ? error.message : String(error);
      }
    })();
    expect(message).toContain(`APPROVAL_SETTINGS_DEFAULTS: ${fault}`);
  });

  it("has one line for each fault of APPROVAL_SETTINGS_DEFAULTS [OPS-2]", () => {
    const text = '{"recall":"SOMETIMES","a":1,"b":2,"substitutionDepth":9}';
    expect(() => read({ APPROVAL_SETTINGS_DEFAULTS: text })).toThrow(
      /^(?:APPROVAL_SETTINGS_DEFAULTS: (?:recall|a|b|substitutionDepth): .+\n?){4}$/u,
    );
  });

  it("bounds downloads over all, per company and per user", () => {
    const downloads = {
      MAX_DOWNLOADS: "20",
      MAX_DOWNLOADS_PER_COMPANY: "15",
      MAX_DOWNLOADS_PER_USER: "1",
    };
    expect(read(downloads).downloads).toEqual({ max: 20, maxPerCompany: 15, maxPerUser: 1 });
  });

  it("switches the rules that a deployment may narrow [AE-RETURN-07] [AE-FACADE-12] [AE-AUTH-09]", () => {
    const { rules } = read({
      RETURN_REQUEUE: "off",
      HR_TAKEOVER: "participants",
      DEFINITIONS_REQUIRE_PRIVILEGED: "on",
      PERSON_RUNS_PER_MINUTE: "5",
      PERSON_RUNS_PER_DAY: "0",
    });
    expect(rules).toEqual({
      returnRequeue: false,
      hrTakeOver: "participants",
      definitionsRequirePrivileged: true,
      personRuns: { perMinute: 5, perDay: 0 },
    });
  });

  it("names every variable that is wrong, one a line [CT-ENV-01]", () => {
    const faulty = {
      RETURN_REQUEUE: "maybe",
      HR_TAKEOVER: "anybody",
      GRAPHIQL: "yes",
      MAX_DOWNLOADS: "0",
    };
    expect(() => read(faulty)).toThrow(ConfigError);
    expect(() => read(faulty)).toThrow(
      /^RETURN_REQUEUE: .*\nHR_TAKEOVER: .*\nGRAPHIQL: .*\nMAX_DOWNLOADS: .*$/u,
    );
  });

  it("adds kinds of documents with their owners and labels [DOC-1]", () => {
    expect(read().kinds.kinds).toEqual(BUILT_IN_KINDS.kinds);
    const { kinds, kindLabels } = read({
      DOCUMENT_KINDS: "legal:Contract,Nda",
      DOCUMENT_KIND_LABELS: "Nda=Non-disclosure agreement",
    });
    expect(kinds.kinds).toEqual([...BUILT_IN_KINDS.kinds, "Contract", "Nda"]);
    expect([...kindLabels]).toEqual([["Nda", [{ language: "en", text: "Non-disclosure agreement" }]]]);
  });

  it.each([
    [{ DOCUMENT_KINDS: "legal" }, "DOCUMENT_KINDS: expected <owner>:<Kind>,<Kind> for each owner"],
    [{ DOCUMENT_KINDS: "legal:Nda finance:Nda" }, "DOCUMENT_KINDS: kind Nda: claimed by legal and finance"],
    [{ DOCUMENT_KIND_LABELS: "Nda" }, "DOCUMENT_KIND_LABELS: expected <Kind>=<label>"],
    [
      { DOCUMENT_KINDS: "legal:Nda", DOCUMENT_KIND_LABELS: "Nda=A; Will=B; Leave=C" },
      "DOCUMENT_KIND_LABELS: expected kinds of DOCUMENT_KINDS, found Will",
    ],
  ])("refuses %j in one line [DOC-1]", (env, line) => {
    expect(() => read(env)).toThrow(ConfigError);
    expect(() => read(env)).toThrow(line);
    expect(() => read(env)).not.toThrow("\n");
  });

  it("reads which account may speak for which companies [MSG-FENCE-01]", () => {
    const id = "5EED00000000000000000001";
    expect(read().serviceCompanies).toBeUndefined();
    expect(read({ SERVICE_COMPANIES: `HR=*  INVENTORY=${id},${id}` }).serviceCompanies).toEqual(
      new Map<string, unknown>([
        ["HR", "*"],
        ["INVENTORY", new Set([id.toLowerCase()])],
      ]),
    );
    for (const faulty of ["HR", "HR=", "HR=5eed", "=*", "HR=* HR=*"]) {
      expect(() => read({ SERVICE_COMPANIES: faulty }), faulty).toThrow(/^SERVICE_COMPANIES: expected /u);
    }
  });
});
