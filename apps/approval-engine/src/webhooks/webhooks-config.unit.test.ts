import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "@countersign/service-kit";
import { describe, expect, it, onTestFinished } from "vitest";

import { approvalEngineConfig, approvalEngineEnvironment } from "../config.ts";

const required = {
  MONGODB_URI: "mongodb://127.0.0.1:27017/?replicaSet=rs0",
  AUTH_SECRET: "a secret that is longer than 32 bytes",
  AUTH_ISSUER: "https://issuer.test",
  AUTH_AUDIENCE: "countersign-approvals",
  DOCUMENT_KINDS: "legal:Contract",
};
const read = (env: Record<string, string>) =>
  approvalEngineConfig(loadConfig(approvalEngineEnvironment, { ...required, ...env })).webhooks;

const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString("base64")}`;
const SECRET = secretOf(24);
const URL_OF_LEGAL = "https://legal.example/hooks";
const CONSOLE = "https://approvals.example/console/";
const withLegal = (fields: object) =>
  JSON.stringify({ legal: { url: URL_OF_LEGAL, secrets: [SECRET], ...fields } });

describe("the environment of webhooks", () => {
  it("names none by default, and each owner's address and secrets [WEB-2]", () => {
    expect(read({})).toBeUndefined();
    expect(
      read({ OWNER_WEBHOOKS: withLegal({ secrets: [SECRET, secretOf(64)], notifications: true }) }),
    ).toEqual({
      webhooks: new Map([
        [
          "legal",
          {
            url: new URL(URL_OF_LEGAL),
            secrets: [Buffer.alloc(24, 7), Buffer.alloc(64, 7)],
            notifications: true,
          },
        ],
      ]),
      allowsPrivate: false,
    });
    const url = "http://127.0.0.1:8080/hooks";
    expect(read({ OWNER_WEBHOOKS: withLegal({ url }), WEBHOOK_PRIVATE: "on" })).toMatchObject({
      allowsPrivate: true,
    });
  });

  it("names an owner's chat [WEB-3]", () => {
    const notifications = { format: "slack", url: "https://hooks.example/T0/B0" };
    expect(read({ OWNER_WEBHOOKS: withLegal({ notifications }), CONSOLE_PUBLIC_URL: CONSOLE })).toMatchObject(
      {
        webhooks: new Map([
          [
            "legal",
            {
              notifications: {
                format: "slack",
                url: new URL("https://hooks.example/T0/B0"),
                facts: true,
                language: "en",
              },
            },
          ],
        ]),
        consoleUrl: "https://approvals.example/console",
      },
    );
    const chosen = { ...notifications, format: "teams", facts: false, language: "de" };
    const chosenConfig = read({
      OWNER_WEBHOOKS: withLegal({ notifications: chosen }),
      CONSOLE_PUBLIC_URL: CONSOLE,
    });
    expect(chosenConfig?.webhooks.get("legal")?.notifications).toMatchObject({
      format: "teams",
      facts: false,
      language: "de",
    });
  });

  const CHAT = "https://hooks.example/T0-hidden";
  it.each([
    ["another format", { format: "irc", url: CHAT }, "legal.notifications.format: expected slack or teams"],
    ["no address", { format: "slack" }, "legal.notifications.url: expected an https URL"],
    [
      "http",
      { format: "slack", url: "http://hooks.example/T0-hidden" },
      "url: expected an https URL; http only",
    ],
    [
      "a user",
      { format: "slack", url: "https://me@hooks.example/T0-hidden" },
      "expected an address without user",
    ],
    ["another language", { format: "slack", url: CHAT, language: "fr" }, "language: expected en or de"],
    ["facts of another type", { format: "slack", url: CHAT, facts: "no" }, "facts: expected true or false"],
    ["an unknown field", { format: "slack", url: CHAT, channel: "x" }, '"channel"'],
  ])("stops the start for a chat with %s, and prints no address [WEB-3]", (_, notifications, fault) => {
    const start = () => read({ OWNER_WEBHOOKS: withLegal({ notifications }), CONSOLE_PUBLIC_URL: CONSOLE });
    expect(start).toThrow(fault);
    expect(start).not.toThrow("T0-hidden");
  });

  it("has no chat without the console's address [WEB-3]", () => {
    const OWNER_WEBHOOKS = withLegal({ notifications: { format: "slack", url: CHAT } });
    expect(() => read({ OWNER_WEBHOOKS })).toThrow("CONSOLE_PUBLIC_URL: expected with the chat of legal");
  });

  it("is read from a file too [WEB-2]", () => {
    const folder = mkdtempSync(join(tmpdir(), "webhooks-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, "webhooks.json");
    writeFileSync(path, withLegal({}));
    expect(read({ OWNER_WEBHOOKS_FILE: path })).toEqual(read({ OWNER_WEBHOOKS: withLegal({}) }));
    const both = { OWNER_WEBHOOKS_FILE: path, OWNER_WEBHOOKS: withLegal({}) };
    expect(() => read(both)).toThrow("OWNER_WEBHOOKS: expected without OWNER_WEBHOOKS_FILE");
    const nowhere = { OWNER_WEBHOOKS_FILE: join(folder, "nothing") };
    expect(() => read(nowhere)).toThrow("OWNER_WEBHOOKS_FILE: expected the path of a file that can be read");
  });

  it.each([
    ["no JSON", `{"legal": "${SECRET}"`, "OWNER_WEBHOOKS: expected a JSON object of webhooks by owner"],
    ["a list", "[]", "OWNER_WEBHOOKS: expected a JSON object of webhooks by owner"],
    ["http", withLegal({ url: "http://legal.example" }), "legal.url: expected an https URL; http only"],
    ["another scheme", withLegal({ url: "ftp://legal.example" }), "legal.url: expected an https URL"],
    ["a user", withLegal({ url: "https://me@legal.example" }), "legal.url: expected an address without user"],
    [
      "a password",
      withLegal({ url: "https://:pw@legal.example" }),
      "legal.url: expected an address without user",
    ],
    ["a short secret", withLegal({ secrets: [secretOf(23)] }), "legal.secrets.0: expected 24 to 64 bytes"],
    [
      "a bare secret",
      withLegal({ secrets: [SECRET.slice(6)] }),
      "legal.secrets.0: expected whsec_ and base64",
    ],
    ["no secret", withLegal({ secrets: [] }), "legal.secrets: expected one secret or two"],
    [
      "three secrets",
      withLegal({ secrets: [SECRET, SECRET, SECRET] }),
      "legal.secrets: expected one secret or two",
    ],
    [
      "notifications of another type",
      withLegal({ notifications: "slack" }),
      "legal.notifications: expected true, false or a chat",
    ],
    ["an unknown field", withLegal({ retries: 3 }), "retries"],
    [
      "an owner without kinds",
      JSON.stringify({ sales: { url: URL_OF_LEGAL, secrets: [SECRET] } }),
      "OWNER_WEBHOOKS.sales: expected an owner of DOCUMENT_KINDS",
    ],
  ])("stops the start for %s, and prints no secret [WEB-2]", (_, OWNER_WEBHOOKS, fault) => {
    const start = () => read({ OWNER_WEBHOOKS });
    expect(start).toThrow(fault);
    expect(start).not.toThrow(SECRET.slice(6, 20));
  });
});
