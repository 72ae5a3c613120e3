import type { RawMcpClient } from "./mcp-client.ts";
import { connectStreamable } from "./mcp-client.ts";
import { type McpServerProcess, startForked, startMcpServer } from "./mcp-process.ts";
import { median, roundFigure } from "./measure.ts";
import { EXPRESS_MCP } from "./peers/express-peers.ts";
import type { BenchResult } from "./suite.ts";

export interface OnStoreSize {
  clients: number;
  starts: number;
  warmUpMs: number;
  sliceMs: number;
  /** Turns of the servers with each start. */
  slices: number;
}

/** A tool and what a client sends to it. */
export interface MeasuredCall {
  name: string;
  tool: string;
  args: Readonly<Record<string, unknown>>;
}

type Environment = Readonly<Record<string, string>>;

const SERVERS: Readonly<Record<string, (env: Environment) => Promise<McpServerProcess>>> = {
  service: (env) => startMcpServer("store", env),
  "SDK on Express, a transaction": (env) => startForked(EXPRESS_MCP, "peer", { ...env, TRANSACTION: "1" }),
  "SDK on Express, none": (env) => startForked(EXPRESS_MCP, "peer", env),
};
const MICROSECONDS_PER_MILLISECOND = 1_000;

interface Cost {
  cpuMicros: number;
  perSecond: number;
}

/** The service next to the SDK on Express, all on one store over Streamable HTTP, tool by tool and in turns. */
export async function compareOnStore(
  env: Environment,
  authorization: string,
  calls: readonly MeasuredCall[],
  size: OnStoreSize,
  report: (line: string) => void,
): Promise<BenchResult> {
  const costs = new Map<string, Cost[]>();
  for (let start = 1; start <= size.starts; start += 1) {
    report(`on the store, start ${start} of ${size.starts}`);
    const runningServers = new Map<string, { server: McpServerProcess; clients: RawMcpClient[] }>();
    try {
      for (const [name, open] of Object.entries(SERVERS)) {
        const server = await open(env);
        runningServers.set(name, { server, clients: [] });
        const clients = Array.from({ length: size.clients }, () =>
          connectStreamable(server.url, authorization),
        );
        runningServers.set(name, { server, clients: await Promise.all(clients) });
      }
      for (const call of calls) {
        for (const { clients } of runningServers.values()) await callFor(clients, call, size.warmUpMs);
        for (let slice = 0; slice < size.slices; slice += 1) {
          for (const [name, { server, clients }] of runningServers) {
            const cost = await costOf(server, clients, call, size.sliceMs);
            costs.getOrInsert(`${call.name} ${name}`, []).push(cost);
          }
        }
      }
    } finally {
      for (const { server } of runningServers.values()) await server.stop();
    }
  }
  return resultOf(calls, costs, size);
}

/** @returns calls made */
async function callFor(
  clients: readonly RawMcpClient[],
  { tool, args }: MeasuredCall,
  durationMs: number,
): Promise<number> {
  const endAt = performance.now() + durationMs;
  let madeCalls = 0;
  const loop = async (client: RawMcpClient) => {
    while (performance.now() < endAt) {
      await client.callTool(tool, args);
      madeCalls += 1;
    }
  };
  await Promise.all(clients.map(loop));
  return madeCalls;
}

async function costOf(
  server: McpServerProcess,
  clients: readonly RawMcpClient[],
  call: MeasuredCall,
  durationMs: number,
): Promise<Cost> {
  const before = await server.usage("cpu");
  const startedAt = performance.now();
  const madeCalls = await callFor(clients, call, durationMs);
  const perSecond = madeCalls / ((performance.now() - startedAt) / 1_000);
  const { cpuMs } = await server.usage("cpu");
  return { perSecond, cpuMicros: ((cpuMs - before.cpuMs) * MICROSECONDS_PER_MILLISECOND) / madeCalls };
}

function resultOf(
  calls: readonly MeasuredCall[],
  costs: ReadonlyMap<string, readonly Cost[]>,
  { clients }: OnStoreSize,
): BenchResult {
  const [ownServer = "", withTransaction = ""] = Object.keys(SERVERS);
  const of = (call: MeasuredCall, server: string) => costs.get(`${call.name} ${server}`)!;
  const ratioOf = (call: MeasuredCall, server: string) => {
    const otherCosts = of(call, server);
    return roundFigure(
      median(of(call, ownServer).map(({ cpuMicros }, at) => cpuMicros / otherCosts[at]!.cpuMicros)),
    );
  };
  const typical = (call: MeasuredCall, server: string, key: keyof Cost) =>
    roundFigure(median(of(call, server).map((cost) => cost[key])));
  return {
    ratios: Object.fromEntries(
      calls.map((call) => [`${call.name}CpuToSdkOnStore`, ratioOf(call, withTransaction)]),
    ),
    figures: Object.fromEntries(
      calls.map((call) => [`${call.name}OnStoreCpuMicroseconds`, typical(call, ownServer, "cpuMicros")]),
    ),
    tables: [
      {
        title: `On the store, Streamable HTTP, ${clients} clients of one company`,
        columns: ["call", "server", "CPU µs a call", "the service's to it", "calls per second"],
        rows: calls.flatMap((call) =>
          Object.keys(SERVERS).map((server) => [
            call.name,
            server,
            typical(call, server, "cpuMicros"),
            ratioOf(call, server),
            typical(call, server, "perSecond"),
          ]),
        ),
      },
    ],
  };
}
