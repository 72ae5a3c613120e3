import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGraphqlClient } from "../../dev/demo/graphql-client.ts";
import { readAuthVariables } from "../../dev/identity/development-identity.ts";
import { DEMO_COMPANY, DEMO_PEOPLE } from "../../dev/start/demo-company.ts";
import { CONTRACT_PORTS, FREE_PORTS, type ServiceName } from "../../dev/start/platform-ports.ts";
import { type Platform, startPlatform } from "../../dev/start/start-platform.ts";
import { signToken } from "../../dev/token/token-command.ts";
import { until } from "../../dev/until.ts";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { blocksOf } from "../first-hour/page-blocks.ts";

const { manager } = DEMO_PEOPLE;
const readme = readFileSync(join(WORKSPACE_ROOT, "README.md"), "utf8");
const blocks = blocksOf("README.md");
/** README's block of a language that has a text in it. */
const blockWith = (language: string, part: string): string => {
  const found = blocks.filter((block) => block.language === language && block.code.includes(part));
  expect(found).toHaveLength(1);
  return found[0]!.code;
};

const usualUrlOf = (name: ServiceName) => `http://127.0.0.1:${CONTRACT_PORTS.services[name].public}`;

describe("README's doors", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-doors-"));
  let platform: Platform;

  beforeAll(async () => {
    const [, kinds = ""] = /DOCUMENT_KINDS=(\S+) npm start/u.exec(readme)!;
    const env = { LOG_LEVEL: "silent", CONSOLE: "off", DOCUMENT_KINDS: kinds };
    const without = ["hr-service", "inventory-service"] as const;
    platform = await startPlatform({ env, dataDir, ports: FREE_PORTS, demoCompany: true, without });
  });
  afterAll(async () => {
    await platform.stop();
    rmSync(dataDir, { recursive: true });
  });

  const urlOf = (name: string) => platform.services.find((service) => service.name === name)!.publicUrl;

  /** Runs a block as it stands, but for the addresses and the folder of the test's platform. */
  async function runInShell(code: string): Promise<string> {
    const script = code
      .replaceAll(usualUrlOf("approval-engine"), urlOf("approval-engine"))
      .replaceAll(usualUrlOf("version-gate"), urlOf("version-gate"))
      .replaceAll("npm run --silent token --", `npm run --silent token -- --data ${dataDir}`);
    const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], {
      cwd: WORKSPACE_ROOT,
    });
    return stdout;
  }

  async function approve(refId: string, remark: string): Promise<void> {
    const { userId: sub, name } = manager;
    const claims = { sub, companyId: DEMO_COMPANY.id, name, privileged: false, expires: "1h" };
    const engine = createGraphqlClient(
      urlOf("approval-engine"),
      await signToken(claims, readAuthVariables({}, dataDir)),
    );
    const taskId = await until(`${refId} waits for ${name}`, async () => {
      const { runTasks } = await engine.request<{ runTasks: { _id: string }[] }>(
        "query ($refId: ID!) { runTasks(refId: $refId) { _id } }",
        { refId },
      );
      return runTasks[0]?._id;
    });
    await engine.request(
      "mutation ($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }",
      { input: { taskId, status: "APPROVED", remark } },
    );
  }

  it("a service submits, and hears the outcome [FIRST-2] [WEB-1]", async () => {
    const code = blockWith("sh", "/api/v1/documents");
    const output = runInShell(code);
    await approve(/"refId": "(\w+)"/u.exec(code)![1]!, "Signed today");
    expect(await output).toMatch(/"requestId":[^]*"status":"APPROVED"[^]*"remark":"Signed today"/u);
  });

  it("an agent asks, and reads where people decide it [FIRST-2]", async () => {
    const answer = await runInShell(blockWith("sh", "request_approval"));
    expect(answer).toContain('"status":"PENDING"');
    expect(answer).toContain('"actionSha256"');
  });

  it("an app asks the gate, and hears what to do [FIRST-2]", async () => {
    const answer = await runInShell(blockWith("sh", "/api/version/check"));
    expect(JSON.parse(answer)).toMatchObject({ status: "UPDATE_AVAILABLE", current: expect.any(String) });
  });
});
