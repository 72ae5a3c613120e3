/** `npm run ask:try`: an agent asks a person, and a tool server takes the grant, on a running `npm start`. */
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { createGraphqlClient } from "../demo/graphql-client.ts";
import { readAuthVariables } from "../identity/development-identity.ts";
import { DEMO_COMPANY, DEMO_PEOPLE, type DemoPerson } from "../start/demo-company.ts";
import { CONTRACT_PORTS } from "../start/platform-ports.ts";
import { readRunningPlatform } from "../start/running-platform.ts";
import { signToken } from "../token/token-command.ts";
import { DEFAULT_DATA_DIR } from "../../workspace.ts";
import { optionsOrExit } from "../../usage.ts";
import { until } from "../until.ts";
import { playAskScene } from "./ask-scene.ts";

const { employee: user, manager: approver } = DEMO_PEOPLE;

const USAGE = `Plays an agent of ${user.name}, ${approver.name} who decides, and a tool server whose dangerous tool needs a grant.

usage: npm run ask:try -- [options]

  --data <dir>   data directory of that "npm start", if it was given one`;

const { values } = await optionsOrExit(USAGE, {
  options: {
    data: { type: "string", default: DEFAULT_DATA_DIR },
  },
});

const engineUrl =
  readRunningPlatform(values.data)?.services["approval-engine"]?.public ??
  `http://127.0.0.1:${CONTRACT_PORTS.services["approval-engine"].public}`;

const tokenOf = async ({ userId, name }: DemoPerson, ownClaims: { agent?: true } = {}): Promise<string> =>
  signToken(
    { sub: userId, companyId: DEMO_COMPANY.id, name, ...ownClaims, privileged: false, expires: "1h" },
    readAuthVariables(process.env, values.data),
  );

const WAITING = `query ($refId: ID!) { runTasks(refId: $refId) { _id status } }`;
const DECIDE = `mutation ($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }`;

async function main(): Promise<void> {
  const clientInfo = { name: "countersign-try", title: "ask:try", version: "1.0.0" };
  const [approvals, tools] = [new Client(clientInfo), new Client(clientInfo)];
  const engine = createGraphqlClient(engineUrl, await tokenOf(approver));
  const authorization = `Bearer ${await tokenOf(user, { agent: true })}`;
  try {
    await approvals.connect(
      new StreamableHTTPClientTransport(new URL("/api/mcp/approvals", engineUrl), {
        requestInit: { headers: { authorization } },
      }),
    );
    const server = fileURLToPath(import.meta.resolve("@countersign/guarded-tools/stdio"));
    await tools.connect(new StdioClientTransport({ command: process.execPath, args: [server, engineUrl] }));
    await playAskScene({
      approvals,
      tools,
      approver,
      say: (text) => console.log(text),
      decide: async (refId, status) => {
        const taskId = await until(`the request ${refId} waits for ${approver.name}`, async () => {
          const { runTasks } = await engine.request<{ runTasks: { _id: string; status: string }[] }>(
            WAITING,
            {
              refId,
            },
          );
          return runTasks.find((task) => task.status === "AWAITING_APPROVAL")?._id;
        });
        await engine.request(DECIDE, { input: { taskId, status } });
      },
    });
  } finally {
    await approvals.close();
    await tools.close();
  }
}

await main().catch((error: unknown) => {
  const cause = (error as { cause?: { code?: string } }).cause?.code;
  console.error(
    cause === "ECONNREFUSED"
      ? `Nothing answers at ${engineUrl}: is "npm start" running?`
      : (error as Error).message,
  );
  process.exitCode = 1;
});
