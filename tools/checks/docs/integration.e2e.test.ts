import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { NATS_URL, type ServiceReplica, startServiceReplica, useTestBus } from "@countersign/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readAuthVariables } from "../../dev/identity/development-identity.ts";
import { type CommandProcess, runCommand } from "../../test/run-command.ts";
import { WORKSPACE_ROOT } from "../../workspace.ts";

const page = readFileSync(join(WORKSPACE_ROOT, "docs/integration.md"), "utf8");

/** The page's code blocks by their fence. */
function blocksOf(fence: string): string[] {
  const pattern = new RegExp(`^\`\`\`${fence}\\n(.*?)^\`\`\`$`, "gmsu");
  return [...page.matchAll(pattern)].map(([, code = ""]) => code);
}
const [program = ""] = blocksOf("ts");
const steps = blocksOf("sh");
const [startCommand = "", runCommands = ""] = blocksOf("sh terminal");
const [overHttp = ""] = blocksOf("sh http");

const folder = mkdtempSync(join(tmpdir(), "countersign-integration-"));
const main = join(folder, "main.ts");
const dataDir = join(folder, "data");

beforeAll(() => {
  mkdirSync(dataDir);
  symlinkSync(join(WORKSPACE_ROOT, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(main, program);
});
afterAll(() => rmSync(folder, { recursive: true }));

it("the program of docs/integration.md passes the type check", () => {
  const config = { extends: join(WORKSPACE_ROOT, "tsconfig.base.json"), files: ["main.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const tsc = join(WORKSPACE_ROOT, "node_modules/typescript7/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [tsc, "--checkers", "1", "-p", folder], {
    encoding: "utf8",
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
});

describe("docs/integration.md as a newcomer follows it", { tags: ["nats"] }, () => {
  const { prefix } = useTestBus("nats");
  let platform: CommandProcess;
  let service: ServiceReplica;

  beforeAll(async () => {
    const broker = { NATS_URL, NATS_PREFIX: prefix };
    const kinds = /DOCUMENT_KINDS="([^"]+)"/u.exec(startCommand)![1]!;
    expect(runCommands).toContain(`DOCUMENT_KINDS="${kinds}"`);
    const shared = { ...broker, DOCUMENT_KINDS: kinds };
    platform = runCommand("dev/start", ["--free-ports", "--data", dataDir], shared);
    const [, storeUri = ""] = await platform.outputMatching(/Store: .* at (\S+),/u);
    await platform.outputMatching(/Bus: .*\n/u);
    const audience = /AUTH_AUDIENCE=(\S+)/u.exec(runCommands)![1]!;
    const auth = Object.entries(readAuthVariables({ AUTH_AUDIENCE: audience }, dataDir)).filter(
      ([, value]) => value !== undefined,
    );
    const env = { ...shared, ...Object.fromEntries(auth), MONGODB_URI: storeUri, MONGODB_DB: "contracts" };
    for (const name of Object.keys(env)) {
      if (name !== "NATS_PREFIX") expect(runCommands, "what the page exports").toContain(`${name}=`);
    }
    service = await startServiceReplica(main, { ...env, PORT: "0", INTERNAL_PORT: "0" });
  });
  afterAll(async () => {
    await service.stop();
    platform.child.kill("SIGTERM");
    expect(await platform.ended).toBe(0);
  });

  /** Runs commands as they stand, but for the addresses and the folder of the test's platform. */
  async function run(commands: string): Promise<string> {
    const engine = /approval-engine +(\S+)/u.exec(platform.output())![1]!;
    const script = commands
      .replaceAll("http://127.0.0.1:3003", engine)
      .replaceAll("http://127.0.0.1:3006", service.publicUrl)
      .replaceAll("npm run --silent token --", `npm run --silent token -- --data ${dataDir}`);
    const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], {
      cwd: WORKSPACE_ROOT,
      timeout: 15_000,
    });
    return stdout;
  }

  it("is approved over HTTP, with what the page says it prints [WEB-1]", async () => {
    expect(startCommand).toContain("legal:Contract,Nda");
    const stdout = await run(overHttp);
    expect(stdout).toMatch(/^\{"requestId":"\w+","refId":"\w+"\}/u);
    expect(stdout).toMatch(/"status":"APPROVED".*"remark":"Signed today"/u);
  });

  it("submits, is approved, and is refused, with what the page says it prints [RUN-START-14]", async () => {
    expect(platform.output()).toContain("inventory-service");
    const stdout = await run(steps.join("\n"));
    const [seen, decided, signed, refused] = stdout.trim().split("\n");
    expect(page).toContain(seen);
    expect(page).toContain(decided);
    expect(JSON.parse(signed!)).toMatchObject({ kind: "Nda", status: "SIGNED", reason: "Signed today" });
    expect(JSON.parse(refused!)).toMatchObject({
      status: "REFUSED",
      reason: 'Stage "Counsel" has no approvers',
    });
    expect(page).toContain('`Stage "Counsel" has no approvers`');
  });
});
