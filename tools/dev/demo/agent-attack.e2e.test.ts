import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { call, connectAgent, createdId } from "@countersign/testing/mcp-agent";
import { describe, expect, it, onTestFinished } from "vitest";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { readAuthVariables } from "../identity/development-identity.ts";
import { DEMO_COMPANY, DEMO_PEOPLE, type DemoPerson } from "../start/demo-company.ts";
import { FREE_PORTS } from "../start/platform-ports.ts";
import { startPlatform } from "../start/start-platform.ts";
import { signToken } from "../token/token-command.ts";
import { createGraphqlClient } from "./graphql-client.ts";

const { employee, hr: priya, head: helen, admin } = DEMO_PEOPLE;
const companyId = DEMO_COMPANY.id;
const PAGES = ["docs/first-hour.md", "docs/mcp-journal.md"];

/** The token that a page puts into an agent's configuration. */
async function tokenOfPage(page: string, dataDir: string): Promise<string> {
  const text = readFileSync(join(WORKSPACE_ROOT, page), "utf8");
  const [, options = ""] = /^COUNTERSIGN_TOKEN=\$\(npm run --silent token -- (.+)\)$/mu.exec(text) ?? [];
  const command = `npm run --silent token -- --data ${dataDir} ${options}`;
  const { stdout } = await promisify(execFile)("bash", ["-euc", command], { cwd: WORKSPACE_ROOT });
  return stdout.trim();
}

/** The demo company, whose large entries Priya approves as well as Helen. */
async function aPlatform(env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-attack-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const own = { LOG_LEVEL: "silent", CONSOLE: "off", ...env };
  const platform = await startPlatform({ env: own, dataDir, ports: FREE_PORTS, demoCompany: true });
  onTestFinished(() => platform.stop());
  const urlOf = (name: string) => platform.services.find((service) => service.name === name)!.publicUrl;
  const tokenOf = ({ userId: sub, name, privileged }: DemoPerson, claims: { agent?: true } = {}) =>
    signToken(
      { sub, companyId, name, privileged, expires: "1h", ...claims },
      readAuthVariables(env, dataDir),
    );
  const engineAs = (token: string) => createGraphqlClient(urlOf("approval-engine"), token);
  const asAdmin = engineAs(await tokenOf(admin));
  const { workflowPage } = await asAdmin.request<{
    workflowPage: { data: { name: string; stages: { _id: string }[] }[] };
  }>("{ workflowPage { data { name stages { _id } } } }");
  const stageId = workflowPage.data.find(({ name }) => name === "Large journal entries")!.stages[0]!._id;
  await asAdmin.request(
    "mutation ($input: CreateWorkflowApproverInput!) { createWorkflowApprover(input: $input) { _id } }",
    { input: { stageId, approverId: priya.userId } },
  );
  return { dataDir, urlOf, tokenOf, engineAs };
}

/** Drafts an entry of 5,000 and posts it, which submits it. */
async function submitEntry(publicUrl: string, token: string): Promise<string> {
  const agent = await connectAgent({ publicUrl }, { authorization: `Bearer ${token}` });
  onTestFinished(() => agent.close());
  const [debit, credit] = (await call(agent, "list_accounts")).data!["accounts"] as { id: string }[];
  const transactions = [
    { accountId: debit!.id, debit: 5_000, credit: 0 },
    { accountId: credit!.id, debit: 0, credit: 5_000 },
  ];
  const entry = { description: "Consulting", companyId, createdBy: priya.userId, transactions };
  const id = createdId(await call(agent, "create_journal_entry", entry));
  expect((await call(agent, "post_journal_entry", { id, companyId })).text).toMatch(
    /submitted for approval$/u,
  );
  return id;
}

interface Waiting {
  findOneWorkflowTask: { _id: string; canUpdateStatus: boolean; submittedBy: { label: string } };
}
const TASK = `query ($refId: ID) { findOneWorkflowTask(input: { refId: $refId }) {
  _id canUpdateStatus submittedBy { label } } }`;
const DECIDE = `mutation ($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }`;
const AGENT = /Separation of duties: agent/u;

describe("an agent with the token that its configuration holds", () => {
  it.each(PAGES)("of %s submits 5,000, and gets in nowhere else [AGT-2]", async (page) => {
    const { dataDir, urlOf, engineAs } = await aPlatform();
    const token = await tokenOfPage(page, dataDir);
    const refId = await submitEntry(urlOf("mcp-journal"), token);
    await expect(engineAs(token).request(TASK, { refId })).rejects.toThrow("answered 401");
    for (const address of [`${urlOf("hr-service")}/api/leaves`, `${urlOf("inventory-service")}/api/orders`]) {
      expect((await fetch(address, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
    }
  });

  it("does not approve where one audience holds for all, nor does its principal: somebody else does [AGT-3] [AGT-4]", async () => {
    const { urlOf, tokenOf, engineAs } = await aPlatform({ AUTH_AUDIENCE: "everything" });
    const token = await tokenOf(priya, { agent: true });
    const refId = await submitEntry(urlOf("mcp-journal"), token);
    const { findOneWorkflowTask: task } = await engineAs(token).request<Waiting>(TASK, { refId });
    expect(task).toMatchObject({
      canUpdateStatus: false,
      submittedBy: { label: `${priya.name}'s agent (claims to be "test-agent")` },
    });
    const input = { taskId: task._id, status: "APPROVED" };
    for (const one of [token, await tokenOf(priya), await tokenOf(helen, { agent: true })]) {
      await expect(engineAs(one).request(DECIDE, { input })).rejects.toThrow(AGENT);
    }
    await engineAs(await tokenOf(helen)).request(DECIDE, { input });
  });

  it("is known as what submits leaves and orders too, where one audience holds for all [AGT-3] [AGT-4]", async () => {
    const { urlOf, tokenOf, engineAs } = await aPlatform({ AUTH_AUDIENCE: "everything" });
    const token = await tokenOf(employee, { agent: true });
    const days = { from: "2027-03-01", to: "2027-03-05", reason: "Sailing" };
    const requests: [string, object][] = [
      [`${urlOf("hr-service")}/api/leaves`, { employeeId: employee.employeeId, ...days }],
      [`${urlOf("inventory-service")}/api/orders`, { kind: "SalesOrder", totalAmount: 20_000 }],
    ];
    const asAdmin = engineAs(await tokenOf(admin));
    for (const [address, body] of requests) {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const response = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
      const { _id: refId } = (await response.json()) as { _id: string };
      const { findOneWorkflowTask: task } = await asAdmin.request<Waiting>(TASK, { refId });
      expect(task.submittedBy).toEqual({ label: `${employee.name}'s agent` });
      const input = { taskId: task._id, status: "APPROVED" };
      await expect(engineAs(await tokenOf(employee)).request(DECIDE, { input })).rejects.toThrow(AGENT);
    }
  });
});
