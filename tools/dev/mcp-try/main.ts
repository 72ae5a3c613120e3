/**
 * `npm run mcp:try`: an agent's session at the terminal, on a running `npm start` or any other journal service. After
 * the end of the input it takes the default answers.
 */
import { createInterface } from "node:readline/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { readAuthVariables } from "../identity/development-identity.ts";
import {
  DEMO_COMPANY,
  DEMO_ENTRY_LIMIT,
  DEMO_ENTRY_WORKFLOW,
  DEMO_PEOPLE,
  type DemoPerson,
} from "../start/demo-company.ts";
import { CONTRACT_PORTS, type ServiceName } from "../start/platform-ports.ts";
import { readRunningPlatform } from "../start/running-platform.ts";
import { signToken } from "../token/token-command.ts";
import { DEFAULT_DATA_DIR } from "../../workspace.ts";
import { optionsOrExit, readOrExit, UsageError } from "../../usage.ts";
import { type Person, runAgentSession } from "./agent-session.ts";
import { openApprover } from "./approver.ts";

const APPROVER = DEMO_ENTRY_WORKFLOW.stages[0].approver;

const urlOf = (name: ServiceName) => `http://127.0.0.1:${CONTRACT_PORTS.services[name].public}`;

const USAGE = `An agent's session at the terminal: it lists the tools, drafts an entry, shows it, and posts it if you say so.
In the demo company entries above ${DEMO_ENTRY_LIMIT} need the approval of ${APPROVER.name}, who you are then too.

usage: npm run mcp:try -- [options]

  --url <url>        the journal service (${urlOf("mcp-journal")})
  --engine <url>     the approval engine, for entries that need approval (${urlOf("approval-engine")})
  --transport <name> sse or streamable-http (streamable-http)
  --company <hex>    the company whose books are kept (the demo company)
  --token <jwt>      a token of your own (one of ${DEMO_PEOPLE.hr.name}'s agent in the demo company)
  --data <dir>       data directory of that "npm start", if it was given one`;

const { values } = await optionsOrExit(USAGE, {
  options: {
    url: { type: "string" },
    engine: { type: "string" },
    transport: { type: "string", default: "streamable-http" },
    company: { type: "string", default: DEMO_COMPANY.id },
    token: { type: "string" },
    data: { type: "string", default: DEFAULT_DATA_DIR },
  },
});

const user = DEMO_PEOPLE.hr;
const runningServices = readRunningPlatform(values.data)?.services ?? {};
const addressOf = (name: ServiceName) => runningServices[name]?.public ?? urlOf(name);
const journalUrl = values.url ?? addressOf("mcp-journal");
const engineUrl = values.engine ?? addressOf("approval-engine");

const TRANSPORTS = new Set(["streamable-http", "sse"]);

const transport = await readOrExit(USAGE, () => {
  for (const [option, url] of Object.entries({ url: journalUrl, engine: engineUrl })) {
    if (URL.canParse(url)) continue;
    throw new UsageError(`--${option} ${url}: expected an address such as ${urlOf("mcp-journal")}`);
  }
  if (!TRANSPORTS.has(values.transport)) {
    throw new UsageError(`--transport ${values.transport}: expected sse or streamable-http`);
  }
  return values.transport;
});

async function tokenOf({ userId, name }: DemoPerson, ownClaims: { agent?: true } = {}): Promise<string> {
  const claims = { sub: userId, companyId: values.company, name };
  return signToken(
    { ...claims, ...ownClaims, privileged: false, expires: "1h" },
    readAuthVariables(process.env, values.data),
  );
}

/** Asks line by line; after the end of the input every answer is the default. */
function openTerminal(): Person & { close: () => void } {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const lines = terminal[Symbol.asyncIterator]();
  return {
    say: (text) => console.log(text),
    async ask(question, usual) {
      process.stdout.write(`${question} [${usual}]: `);
      const { value, done } = await lines.next();
      if (done || !process.stdin.isTTY) console.log(done ? usual : value);
      return done || value.trim() === "" ? usual : value.trim();
    },
    close: () => terminal.close(),
  };
}

function transportTo(url: string, token: string) {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  return transport === "sse"
    ? new SSEClientTransport(new URL("/api/mcp/sse", url), { requestInit })
    : new StreamableHTTPClientTransport(new URL("/api/mcp", url), { requestInit });
}

async function main(): Promise<void> {
  const terminal = openTerminal();
  const client = new Client(
    { name: "countersign-try", title: "mcp:try", version: "1.0.0" },
    { capabilities: { elicitation: { form: {}, url: {} } } },
  );
  // With MCP_CONFIRM_POST the service asks the person too, before it posts.
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
    if (params.mode === "url") {
      console.log(`\nThe service asks:\n${params.message}: ${params.url}`);
      await terminal.ask("Enter, once you have answered there", "");
      return { action: "accept" };
    }
    const answer = await terminal.ask(`\nThe service asks:\n${params.message}\nyes or no`, "no");
    return /^y(es)?$/iu.test(answer) ? { action: "accept", content: {} } : { action: "decline" };
  });
  try {
    await client.connect(transportTo(journalUrl, values.token ?? (await tokenOf(user, { agent: true }))));
    // Another company has approvers of its own.
    const isDemo = values.token === undefined && values.company === DEMO_COMPANY.id;
    const approver = isDemo
      ? openApprover(engineUrl, { name: APPROVER.name, token: await tokenOf(APPROVER) })
      : undefined;
    const books = { companyId: values.company, userId: user.userId };
    await runAgentSession(client, terminal, books, approver);
  } finally {
    terminal.close();
    await client.close();
  }
}

try {
  await main();
} catch (error) {
  const { message, cause } = error as Error;
  const isAway = cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
  console.error(isAway ? `Nothing answers at ${journalUrl}: is "npm start" running?` : message);
  process.exitCode = 1;
}
