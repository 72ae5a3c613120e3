import { spawnSync } from "node:child_process";
import { connect } from "node:net";
import { findChromium } from "../../dev/console/find-chromium.ts";
import { findChartRenderer } from "../chart/render-chart.ts";

/** Servers and programs that some tests need and a machine may lack. Tests name theirs: `{ tags: ["nats"] }`. */
const EXTERNAL_NAMES = [
  "nats",
  "nats-server",
  "nginx",
  "promtool",
  "helm",
  "chromium",
  "python3",
  "openssl",
] as const;
export type ExternalName = (typeof EXTERNAL_NAMES)[number];

export interface External {
  name: ExternalName;
  /** As people read it. */
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

async function findNats(env: Environment): Promise<External> {
  const url = env["NATS_URL"] || DEFAULT_NATS_URL;
  const external: External = { name: "nats", description: "a NATS server with JetStream" };
  const greeting = URL.canParse(url) ? await readGreeting(new URL(url)) : undefined;
  if (greeting === undefined) return { ...external, missing: `nothing answers at ${url}` };
  if (!greeting.startsWith("INFO ")) return { ...external, missing: `${url} is no NATS server` };
  const info = JSON.parse(greeting.slice("INFO ".length)) as { jetstream?: boolean };
  return info.jetstream ? external : { ...external, missing: `the server at ${url} runs without JetStream` };
}

function findProgram(name: ExternalName, description: string, probe = "-v"): External {
  const isFound = spawnSync(name, [probe], { stdio: "ignore" }).status === 0;
  return { name, description, ...(!isFound && { missing: `no ${name} on the PATH` }) };
}

function findHelm(): External {
  const external: External = { name: "helm", description: "Helm, or Go with Debian's sprig" };
  return findChartRenderer() ? external : { ...external, missing: "neither is installed" };
}

function chromium(env: Environment): External {
  const external: External = { name: "chromium", description: "Chromium" };
  return findChromium(env) ? external : { ...external, missing: "no Chromium; CHROMIUM names the program" };
}

/** Looks for every external, and says of each missing one why it cannot be used. */
export async function findExternals(env: Environment): Promise<External[]> {
  return [
    await findNats(env),
    findProgram("nats-server", "the nats-server program"),
    findProgram("nginx", "nginx"),
    findProgram("promtool", "Prometheus's promtool", "--version"),
    findHelm(),
    chromium(env),
    findProgram("python3", "Python 3.9 or newer", "--version"),
    findProgram("openssl", "OpenSSL", "version"),
  ];
}
