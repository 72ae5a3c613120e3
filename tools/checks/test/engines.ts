import { spawnSync } from "node:child_process";
import { connect } from "node:net";
import { findChartRenderer } from "../chart/render-chart.ts";

/** Programs that some tests need and that a machine may lack. Tests name theirs: `{ tags: ["nats"] }`. */
const ENGINE_NAMES = ["nats", "nats-server", "nginx", "promtool", "helm"] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

export interface Engine {
  name: EngineName;
  /** What it is, for people. */
  description: string;
  /** Why it cannot be used here; absent when it can. */
  missing?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_NATS_URL = "nats://127.0.0.1:4222";
const PROBE_TIMEOUT_MS = 1_000;

/** Reads the first line a NATS server sends. `undefined` when nothing answers in time. */
function readGreeting(url: URL): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(Number(url.port || 4222), url.hostname);
    const finish = (greeting?: string): void => {
      socket.destroy();
      resolve(greeting);
    };
    let text = "";
    socket.setTimeout(PROBE_TIMEOUT_MS, finish);
    socket.on("error", () => finish());
    socket.on("close", () => finish());
    socket.on("data", (chunk) => {
      text += chunk.toString("utf8");
      if (text.includes("\r\n")) finish(text);
    });
  });
}

async function findNats(env: Environment): Promise<Engine> {
  const url = env["NATS_URL"] || DEFAULT_NATS_URL;
  const engine: Engine = { name: "nats", description: "a NATS server with JetStream" };
  const greeting = URL.canParse(url) ? await readGreeting(new URL(url)) : undefined;
  if (greeting === undefined) return { ...engine, missing: `nothing answers at ${url}` };
  if (!greeting.startsWith("INFO ")) return { ...engine, missing: `${url} is no NATS server` };
  const info = JSON.parse(greeting.slice("INFO ".length)) as { jetstream?: boolean };
  return info.jetstream ? engine : { ...engine, missing: `the server at ${url} runs without JetStream` };
}

function findProgram(name: EngineName, description: string, probe = "-v"): Engine {
  const found = spawnSync(name, [probe], { stdio: "ignore" }).status === 0;
  return { name, description, ...(!found && { missing: `no ${name} on the PATH` }) };
}

function findHelm(): Engine {
  const engine: Engine = { name: "helm", description: "Helm, or Go with Debian's sprig" };
  return findChartRenderer() ? engine : { ...engine, missing: "neither is installed" };
}

/** Looks for every engine; the answer says for each whether it can be used and, if not, why. */
export async function findEngines(env: Environment): Promise<Engine[]> {
  return [
    await findNats(env),
    findProgram("nats-server", "the nats-server program"),
    findProgram("nginx", "nginx"),
    findProgram("promtool", "Prometheus's promtool", "--version"),
    findHelm(),
  ];
}
