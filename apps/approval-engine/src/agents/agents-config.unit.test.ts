import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "@countersign/service-kit";
import { describe, expect, it, onTestFinished } from "vitest";

import { approvalEngineConfig, approvalEngineEnvironment } from "../config.ts";
import { grantKeyOf } from "./grant-key.ts";

const required = {
  MONGODB_URI: "mongodb://127.0.0.1:27017/?replicaSet=rs0",
  AUTH_SECRET: "a secret that is longer than 32 bytes",
  AUTH_ISSUER: "https://issuer.test",
  AUTH_AUDIENCE: "countersign-approvals",
};
const read = (env: Record<string, string>) =>
  approvalEngineConfig(loadConfig(approvalEngineEnvironment, { ...required, ...env })).agents;
const kidOf = async (env: Record<string, string>) => (await grantKeyOf(read(env)!.grantKey)).kid;

const { privateKey } = generateKeyPairSync("ed25519");
const pem = privateKey.export({ type: "pkcs8", format: "pem" });

describe("the environment of the agents' tools", () => {
  it("serves none by default, and takes tokens for asking where it does [ASK-1]", () => {
    expect(read({})).toBeUndefined();
    expect(read({ ENGINE_MCP: "on", ENGINE_PUBLIC_URL: "https://a.example/" })).toMatchObject({
      audience: "countersign-ask",
      publicUrl: "https://a.example",
    });
  });

  it("derives the same key from the same secret, and takes a given one in every form [ASK-3]", async () => {
    const on = { ENGINE_MCP: "on" };
    expect(await kidOf(on)).toBe(await kidOf(on));
    const other = { ...on, AUTH_SECRET: "another secret that is longer than 32 bytes" };
    expect(await kidOf(other)).not.toBe(await kidOf(on));
    const folder = mkdtempSync(join(tmpdir(), "grants-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, "key.pem");
    writeFileSync(path, pem);
    const der = privateKey.export({ type: "pkcs8", format: "der" }).toString("base64");
    const kids = [pem, der, path].map((GRANT_KEY) => kidOf({ ...on, GRANT_KEY }));
    const { kid } = await grantKeyOf(privateKey);
    expect(await Promise.all(kids)).toEqual([kid, kid, kid]);
  });

  it("does not start without a key that every replica has, or with another kind of key [ASK-3]", () => {
    const published = { AUTH_SECRET: "", AUTH_JWKS_URL: "https://id.example/keys", ENGINE_MCP: "on" };
    expect(() => read(published)).toThrow("GRANT_KEY: expected with ENGINE_MCP");
    expect(read({ ...published, GRANT_KEY: pem })).toBeDefined();
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    const wrong = rsa.export({ type: "pkcs8", format: "pem" });
    for (const GRANT_KEY of [wrong, "nonsense", "/nowhere/key.pem"]) {
      expect(() => read({ ENGINE_MCP: "on", GRANT_KEY })).toThrow(
        "GRANT_KEY: expected an Ed25519 private key",
      );
    }
  });
});
