import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const BYTES_PER_GIGABYTE = 1_073_741_824;

/** Packages whose version affects a figure. */
const PACKAGES = [
  "mongodb",
  "fastify",
  "mercurius",
  "graphql",
  "@modelcontextprotocol/sdk",
  "nats",
  "exceljs",
];
const PROGRAMS = ["nats-server", "nginx"] as const;

/** Facts by name, as the report lists them. */
export type Facts = Readonly<Record<string, string>>;

/** The version in the output of `<program> -v`; `undefined` when the program is not installed. */
export function versionOf(program: (typeof PROGRAMS)[number]): string | undefined {
  const { status, stdout, stderr } = spawnSync(program, ["-v"], { encoding: "utf8" });
  return status === 0 ? /\d+(?:\.\d+)+/.exec(stdout + stderr)?.[0] : undefined;
}

/** The properties of the machine that affect a figure, and its load at this moment. */
export function describeMachine(): Facts {
  const [minute = 0] = loadavg();
  return {
    CPU: cpus()[0]?.model ?? "unknown",
    cores: String(availableParallelism()),
    memory: `${Math.round(totalmem() / BYTES_PER_GIGABYTE)} GB`,
    kernel: `${type()} ${release()}`,
    "load before the run": minute.toFixed(2),
  };
}

/** The versions of the measured and the measuring programs. */
export function describeVersions(): Facts {
  const packages = PACKAGES.map((name) => {
    const file = readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8");
    return [name, (JSON.parse(file) as { version: string }).version];
  });
  const programs = PROGRAMS.map((name) => [name, versionOf(name) ?? "not installed"]);
  const store = process.env["MONGODB_URI"] ? "the one at MONGODB_URI" : "the embedded development store";
  return { node: process.versions.node, ...Object.fromEntries([...packages, ...programs]), store };
}

/** The measured commit, marked when files have changed since. `undefined` outside of a repository. */
export function describeCommit(): string | undefined {
  const { status, stdout } = spawnSync("git", ["describe", "--always", "--dirty", "--exclude=*"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return status === 0 ? stdout.trim() : undefined;
}
