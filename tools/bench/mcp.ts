import { newId, type Store, toObjectId } from "@countersign/mongo";
import { testTokens } from "@countersign/testing";
import { openDatabase, startStore } from "./bench-store.ts";
import { CHART } from "./mcp-chart.ts";
import { compareOnStore } from "./mcp-on-store.ts";
import { connectSse, connectStateless, connectStreamable, type RawMcpClient } from "./mcp-client.ts";
import { type McpServerKind, type McpServerProcess, startMcpServer } from "./mcp-process.ts";
import { median, roundFigure } from "./measure.ts";
import { type BenchResult, type BenchSuite, type BenchTable, together } from "./suite.ts";

interface Size {
  clients: number;
  /** Number of starts of the servers, because a process keeps the way its code was compiled. */
  starts: number;
  warmUpMs: number;
  sliceMs: number;
  /** Turns of the servers with each start, so that other load on the machine affects all of them. */
  slices: number;
}

const FULL: Size = {
  clients: 50,
  starts: 4,
  warmUpMs: 3_000,
  sliceMs: 1_000,
  slices: 4,
};
const QUICK: Size = { clients: 5, starts: 1, warmUpMs: 50, sliceMs: 50, slices: 1 };

const TRANSPORTS = [
  { name: "sse", connect: connectSse },
  { name: "streamable", connect: connectStreamable },
  { name: "stateless", connect: connectStateless },
] as const;
const KINDS: readonly McpServerKind[] = ["bare", "journal", "store"];
const MICROSECONDS_PER_MILLISECOND = 1_000;

const companyId = newId();
const userId = newId();

type Report = (line: string) => void;

/** The journal service next to the bare SDK. */
export const mcpSuite: BenchSuite = {
  name: "mcp",
  about:
    "tool calls (list, create, get, post) at the service and at the bare SDK server, in memory; list and create on the store next to the SDK on Express",
  leavesOut:
    "In memory the bare SDK checks no token, bounds and logs nothing; `stateless` is revision 2026-07-28, where it makes a server for each request, as its handler has it. On the store the SDK on Express checks each token's signature with jose, keeps sessions in a map and writes number, entry and a plain audit record; it has no chained audit, no check of accounts and leavers, no limits, no repeated requests, no replicas. All drafts are of one company: the service writes one after the other, for the audit chain, and the SDK's transactions conflict on the company's counter and are repeated by the driver. Each call at the service also asks the directory whether its user has left, and keeps its answer for a client that comes back.",
  bounds: [
    {
      name: "sseCpuToBareSdk",
      what: "server CPU of a call over SSE to the bare SDK's",
      must: "≤",
      limit: 1.5,
    },
    {
      name: "streamableCpuToBareSdk",
      what: "server CPU of a call over Streamable HTTP to the bare SDK's",
      must: "≤",
      limit: 1.5,
    },
    {
      name: "statelessCpuToBareSdk",
      what: "server CPU of a call in revision 2026-07-28 to the bare SDK's",
      must: "≤",
      limit: 1.5,
    },
    {
      name: "createCpuToSdkOnStore",
      what: "server CPU of create_journal_entry to the SDK on Express with a transaction",
      must: "≤",
      limit: 1.5,
    },
    {
      name: "listCpuToSdkOnStore",
      what: "server CPU of list_accounts to the SDK on Express",
      must: "≤",
      limit: 1.2,
    },
  ],
  async run(report, { quick }) {
    const size = quick ? QUICK : FULL;
    await using startedParts = new AsyncDisposableStack();
    const uri = await startStore(startedParts);
    const store = await openDatabase(startedParts, uri);
    await writeChart(store);
    const tokens = testTokens();
    const authorization = await tokens.bearer({ sub: userId, companyId }, "1d");
    const env = {
      ...tokens.environment,
      MONGODB_URI: uri,
      MONGODB_DB: store.db.databaseName,
      MCP_MAX_SESSIONS_PER_USER: "10000",
    };
    const inMemory = await measureCalls(env, authorization, size, report);
    return together([inMemory, await compareOnStore(env, authorization, CALLS_ON_STORE, size, report)]);
  },
};

async function writeChart({ db }: Store): Promise<void> {
  const accounts = CHART.map(({ id, ...account }) => ({
    _id: toObjectId(id),
    companyId: toObjectId(companyId),
    ...account,
  }));
  await db.collection("accounts").insertMany(accounts);
}

const [RENT, CASH] = CHART;
const LIST = { keyword: "account 1" };
const ENTRY = {
  description: "Rent of March",
  companyId,
  createdBy: userId,
  transactions: [
    { accountId: RENT!.id, debit: 1200.5, credit: 0, remark: "March" },
    { accountId: CASH!.id, debit: 0, credit: 1200.5 },
  ],
};
const CALLS_ON_STORE = [
  { name: "list", tool: "list_accounts", args: LIST },
  { name: "create", tool: "create_journal_entry", args: ENTRY },
];

/** One round of an agent: it looks for an account, drafts, shows and posts. */
const CALLS_PER_ROUND = 4;
async function playRound(client: RawMcpClient): Promise<void> {
  await client.callTool("list_accounts", LIST);
  const { id } = await client.callTool("create_journal_entry", ENTRY);
  await client.callTool("get_journal_entry", { id, companyId });
  await client.callTool("post_journal_entry", { id, companyId });
}

/** @returns calls made */
async function playFor(clients: readonly RawMcpClient[], durationMs: number): Promise<number> {
  const endAt = performance.now() + durationMs;
  let rounds = 0;
  const play = async (client: RawMcpClient) => {
    while (performance.now() < endAt) {
      await playRound(client);
      rounds += 1;
    }
  };
  await Promise.all(clients.map(play));
  return rounds * CALLS_PER_ROUND;
}

interface CallCost {
  cpuMicroseconds: number;
  perSecond: number;
}

/** CPU time of the server's process per call. */
async function costOf(
  server: McpServerProcess,
  clients: readonly RawMcpClient[],
  durationMs: number,
): Promise<CallCost> {
  const before = await server.usage("cpu");
  const startedAt = performance.now();
  const calls = await playFor(clients, durationMs);
  const seconds = (performance.now() - startedAt) / 1000;
  const { cpuMs } = await server.usage("cpu");
  return {
    cpuMicroseconds: ((cpuMs - before.cpuMs) / calls) * MICROSECONDS_PER_MILLISECOND,
    perSecond: calls / seconds,
  };
}

type Costs = ReadonlyMap<McpServerKind, CallCost[]>;

/** Each server in turn over one transport: its costs, slice by slice. */
async function callInTurns(
  servers: ReadonlyMap<McpServerKind, McpServerProcess>,
  connectOne: (url: string) => Promise<RawMcpClient>,
  { clients: count, warmUpMs, sliceMs, slices }: Size,
): Promise<Costs> {
  const clients = new Map<McpServerKind, RawMcpClient[]>();
  for (const [kind, { url }] of servers) {
    clients.set(kind, await Promise.all(Array.from({ length: count }, () => connectOne(url))));
    await playFor(clients.get(kind)!, warmUpMs);
  }
  const costs = new Map<McpServerKind, CallCost[]>(KINDS.map((kind) => [kind, []]));
  for (let slice = 0; slice < slices; slice += 1) {
    for (const [kind, server] of servers)
      costs.get(kind)!.push(await costOf(server, clients.get(kind)!, sliceMs));
  }
  for (const client of [...clients.values()].flat()) client.close();
  return costs;
}

async function measureCalls(
  env: Readonly<Record<string, string>>,
  authorization: string,
  size: Size,
  report: Report,
): Promise<BenchResult> {
  const all = TRANSPORTS.map(({ name, connect }) => ({
    name,
    connect,
    costs: new Map<McpServerKind, CallCost[]>(KINDS.map((kind) => [kind, []])),
  }));
  for (let start = 1; start <= size.starts; start += 1) {
    const servers = new Map<McpServerKind, McpServerProcess>();
    try {
      for (const kind of KINDS) servers.set(kind, await startMcpServer(kind, env));
      for (const { name, connect, costs } of all) {
        report(`calls over ${name}, start ${start} of ${size.starts}`);
        const some = await callInTurns(servers, (url) => connect(url, authorization), size);
        for (const kind of KINDS) costs.get(kind)!.push(...some.get(kind)!);
      }
    } finally {
      for (const server of servers.values()) await server.stop();
    }
  }

  const ratios: Record<string, number> = {};
  const figures: Record<string, number> = {};
  const rows: (string | number)[][] = [];
  for (const { name, costs } of all) {
    const [bare, journal, store] = KINDS.map((kind) => typical(costs.get(kind)!));
    // Each slice is compared with the bare server's right before it, so that a slow moment affects both.
    const sliceRatios = costs
      .get("journal")!
      .map((cost, at) => cost.cpuMicroseconds / costs.get("bare")![at]!.cpuMicroseconds);
    ratios[`${name}CpuToBareSdk`] = roundFigure(median(sliceRatios));
    figures[`${name}BareCpuMicroseconds`] = roundFigure(bare!.cpuMicroseconds);
    figures[`${name}CpuMicroseconds`] = roundFigure(journal!.cpuMicroseconds);
    figures[`${name}StoreWorkCpuMicroseconds`] = roundFigure(
      store!.cpuMicroseconds - journal!.cpuMicroseconds,
    );
    for (const [serverName, cost] of [
      ["bare SDK, in memory", bare!],
      ["service, in memory", journal!],
      ["service, on the store", store!],
    ] as const) {
      const ratio = serverName.startsWith("service, in") ? ratios[`${name}CpuToBareSdk`]! : "";
      rows.push([name, serverName, roundFigure(cost.cpuMicroseconds), ratio, roundFigure(cost.perSecond)]);
    }
  }
  const table: BenchTable = {
    title: `Server CPU per tool call at ${size.clients} clients`,
    columns: ["transport", "server", "CPU µs a call", "of the bare SDK", "calls per second"],
    rows,
  };
  return { ratios, figures, tables: [table] };
}

function typical(costs: readonly CallCost[]): CallCost {
  return {
    cpuMicroseconds: median(costs.map(({ cpuMicroseconds }) => cpuMicroseconds)),
    perSecond: median(costs.map(({ perSecond }) => perSecond)),
  };
}
