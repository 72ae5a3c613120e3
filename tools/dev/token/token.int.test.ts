import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createVerifier, verifierConfig } from "@countersign/auth";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readAuthVariables, SECRET_FILE, type AuthVariables } from "../identity/development-identity.ts";
import { UsageError } from "../../usage.ts";
import { parseTokenArguments, signToken } from "./token-command.ts";

const USER = "a1a1a1a1a1a1a1a1a1a1a1a1";
const COMPANY = "b2b2b2b2b2b2b2b2b2b2b2b2";
const BRANCH = "c3c3c3c3c3c3c3c3c3c3c3c3";
const REQUIRED = ["--sub", USER, "--company", COMPANY];

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "countersign-token-"));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

const verifierOf = (auth: AuthVariables) => {
  const { AUTH_SECRET, AUTH_ISSUER, AUTH_AUDIENCE = "countersign-approvals" } = auth;
  return createVerifier(verifierConfig({ AUTH_SECRET, AUTH_ISSUER, AUTH_AUDIENCE })!);
};

const claimsOf = async (args: string[], env = {}): Promise<Record<string, unknown>> => {
  const token = await signToken(parseTokenArguments(args).request, readAuthVariables(env, dataDir));
  return JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as Record<string, unknown>;
};

describe("a development token", () => {
  it("is accepted by services with the same variables, in either order of starting [RUN-TOKEN-01]", async () => {
    const early = await signToken(parseTokenArguments(REQUIRED).request, readAuthVariables({}, dataDir));
    const services = verifierOf(readAuthVariables({}, dataDir));
    const late = await signToken(
      parseTokenArguments([...REQUIRED, "--branch", BRANCH, "--name", "Nora", "--privileged"]).request,
      readAuthVariables({}, dataDir),
    );
    expect(await services(early)).toMatchObject({ userId: USER, companyId: COMPANY, privileged: false });
    expect(await services(late)).toMatchObject({ branchId: BRANCH, name: "Nora", privileged: true });
  });

  it("lives one hour by default [CT-AUTH-16]", async () => {
    const auth = readAuthVariables({}, dataDir);
    const lifeOf = async (args: string[]) => {
      const { expiresAt } = await verifierOf(auth)(await signToken(parseTokenArguments(args).request, auth));
      return Math.round(expiresAt - Date.now() / 1000);
    };
    expect(await lifeOf(REQUIRED)).toBeCloseTo(3600, -1);
    expect(await lifeOf([...REQUIRED, "--expires", "5m"])).toBeCloseTo(300, -1);
  });

  it("of a person is for the three services, an agent's for the journal and asking alone [AGT-2]", async () => {
    const person = await claimsOf(REQUIRED);
    expect(person["aud"]).toEqual(["countersign-journal", "countersign-approvals", "countersign-gate"]);
    expect(person).not.toHaveProperty("agent");
    const agent = await claimsOf([...REQUIRED, "--agent"]);
    expect(agent).toMatchObject({ agent: true, aud: ["countersign-journal", "countersign-ask"] });
    const auth = readAuthVariables({}, dataDir);
    const token = await signToken(parseTokenArguments([...REQUIRED, "--agent"]).request, auth);
    await expect(verifierOf(auth)(token)).rejects.toThrow(`The token's "aud" is not accepted`);
  });

  it("is for whom --audience and AUTH_AUDIENCE say, and carries the claims that were asked for [AGT-2]", async () => {
    const given = { AUTH_AUDIENCE: "all" };
    expect((await claimsOf([...REQUIRED, "--agent"], given))["aud"]).toBe("all");
    expect((await claimsOf([...REQUIRED, "--audience", "a, b"], given))["aud"]).toEqual(["a", "b"]);
    const claims = ["--scope", "journal:read journal:draft", "--auditor"];
    expect(await claimsOf([...REQUIRED, ...claims])).toMatchObject({
      scope: "journal:read journal:draft",
      auditor: true,
    });
  });

  it("is a service's with --owner, for one company or for any [WEB-1]", async () => {
    const ofAny = await claimsOf(["--owner", "legal"]);
    expect(ofAny).toMatchObject({ owner: "legal", aud: "countersign-approvals" });
    expect(ofAny).not.toHaveProperty("sub");
    expect(await claimsOf(["--owner", "legal", "--company", COMPANY])).toMatchObject({ companyId: COMPANY });
  });

  it("is signed with the configured secret, issuer and audience", async () => {
    const env = { AUTH_SECRET: "s".repeat(32), AUTH_ISSUER: "issuer", AUTH_AUDIENCE: "audience" };
    const auth = readAuthVariables(env, dataDir);
    expect(auth).toMatchObject(env);
    expect(
      await verifierOf(auth)(await signToken(parseTokenArguments(REQUIRED).request, auth)),
    ).toMatchObject({
      issuer: "issuer",
    });
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it.each([
    ["--sub is missing", ["--company", COMPANY]],
    ["--company is missing", ["--sub", USER]],
    ["Unknown option '--admin'", [...REQUIRED, "--admin"]],
    ['"sub"', ["--sub", "nobody", "--company", COMPANY]],
    ['"companyId"', ["--sub", USER, "--company", `${COMPANY}0`]],
    ['"branchId"', [...REQUIRED, "--branch", "x"]],
    ["expires", [...REQUIRED, "--expires", "tomorrow"]],
    ["--audience", [...REQUIRED, "--audience", "a,,b"]],
    ["--owner: the token of a service has no --sub", ["--owner", "legal", ...REQUIRED]],
    ["--owner: the token of a service has no --privileged", ["--owner", "legal", "--privileged"]],
    ['"companyId"', ["--owner", "legal", "--company", "acme"]],
  ])("is refused with %j", async (message, args) => {
    const sign = async () => signToken(parseTokenArguments(args).request, readAuthVariables({}, dataDir));
    await expect(sign).rejects.toThrow(message);
    await expect(sign).rejects.toBeInstanceOf(UsageError);
  });

  it("is refused when an identity provider's key is configured", async () => {
    const auth = readAuthVariables({ AUTH_JWKS_URL: "https://id.example/jwks" }, dataDir);
    await expect(signToken(parseTokenArguments(REQUIRED).request, auth)).rejects.toThrow(
      "your identity provider",
    );
  });
});

describe("the development secret", () => {
  it("is readable by its owner only, and nothing else is left beside it", () => {
    readAuthVariables({}, dataDir);
    expect(readdirSync(dataDir)).toEqual([SECRET_FILE]);
    expect(statSync(join(dataDir, SECRET_FILE)).mode & 0o777).toBe(0o600);
  });

  it("is made in a data directory that does not exist yet", () => {
    const made = readAuthVariables({}, join(dataDir, "new")).AUTH_SECRET;
    expect(Buffer.byteLength(made!)).toBeGreaterThanOrEqual(32);
  });

  it("is the same for commands that make it at the same moment", async () => {
    const module = join(import.meta.dirname, "../identity/development-identity.ts");
    const program = `
      const { readAuthVariables } = await import(${JSON.stringify(module)});
      console.log(readAuthVariables({}, ${JSON.stringify(dataDir)}).AUTH_SECRET);`;
    const run = () => promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
    const outputs = await Promise.all([run(), run(), run(), run()]);
    expect(new Set(outputs.map(({ stdout }) => stdout)).size).toBe(1);
  });
});

const runCommand = (args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, "main.ts"), ...args, "--data", dataDir], {
    encoding: "utf8",
  });

describe("npm run token", () => {
  it("prints the usage and ends with 2 for bad arguments", () => {
    const { status, stdout, stderr } = runCommand(["--sub", USER]);
    expect(status).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain("--company is missing");
    expect(stderr).toContain("usage: npm run --silent token");
  });

  it("prints nothing but the token [RUN-TOKEN-01]", () => {
    const { status, stdout } = runCommand(REQUIRED);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
  });
});
