import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { endWithWorker } from "@countersign/testing";
import { WORKSPACE_ROOT } from "../workspace.ts";

const { scripts } = JSON.parse(readFileSync(join(WORKSPACE_ROOT, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

/** The programs of `tools/` behind the scripts of package.json, by the names of those. */
const programsOfScripts = Object.entries(scripts).flatMap(([name, script]) => {
  const [, program] = /^node (?:tools\/node\/run\.cjs )?(tools\/\S+\.ts)$/u.exec(script) ?? [];
  return program === undefined ? [] : [[name, program] as const];
});

/** The programs that people call, by their names. */
export const PROGRAMS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(programsOfScripts),
  // Of deploy/try-replicas.sh.
  "keep-asking": "tools/dev/keep-asking/main.ts",
};

/** How a script ended. */
export interface ScriptEnd {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Variables by which a command finds a platform, and of whoever runs the tests. */
const PLACES = /^(?:MONGODB_|NATS_|AUTH_|ENGINE_URL|GATE_URL|COUNTERSIGN_TOKEN|npm_)/u;

const ownEnvironment = (env: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !PLACES.test(name))),
  ...env,
});

/** Less than a test may take, so that the test says what it waited for. */
const LIMIT_MS = 18_000;

/** The processes of a group, a line each. */
function processesOf(group: number): string {
  const columns = "pgid=,pid=,ppid=,stat=,time=,wchan=,args=";
  const lines = execFileSync("ps", ["-e", "-o", columns], { encoding: "utf8" }).split("\n");
  return lines.filter((line) => Number.parseInt(line, 10) === group).join("\n");
}

/** @throws Error that says what was printed and what still ran, all of which is ended, once the signal is given */
async function endOf(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  limit = AbortSignal.timeout(LIMIT_MS),
): Promise<ScriptEnd> {
  // Detached, it leads the group of all that it starts.
  const options = { cwd: WORKSPACE_ROOT, env: ownEnvironment(env), detached: true, stdio: "pipe" } as const;
  const child = endWithWorker(spawn(program, args, options));
  child.stdin.end();
  let lateProcesses: string | undefined;
  const endLate = (): void => {
    lateProcesses = processesOf(child.pid!);
    process.kill(-child.pid!, "SIGKILL");
  };
  limit.addEventListener("abort", endLate);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  limit.removeEventListener("abort", endLate);
  if (lateProcesses === undefined) return { code, stdout, stderr };
  throw new Error(
    `${args.join(" ")} did not end in time.\n` +
      `Processes (group, id, parent, state, CPU time, what it waits in, command):\n${lateProcesses}\n` +
      `Printed:\n${stdout}${stderr}`,
  );
}

/** Runs a script of package.json with an input that has ended, and without a platform in its environment. */
export const endOfScript = (
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ScriptEnd> => endOf(process.execPath, [PROGRAMS[name]!, ...args], env);

/** Runs lines as somebody types them into a shell, until one fails. @param limit ends all that they started */
export const endOfLine = (line: string, limit?: AbortSignal): Promise<ScriptEnd> =>
  endOf("bash", ["-e", "-c", line], {}, limit);

/** Lines of a stack, and the names of errors before their messages. */
const STACK = /^\s+at |^\w*Error: |^\s*\^/mu;
const LINE_MAX = 600;

/** The fault for which people cannot read the first line of an output; undefined where they can. */
export function faultOfFirstLine(output: string): string | undefined {
  const [line = ""] = output.split("\n", 1);
  if (line.trim() === "") return "has no line";
  if (STACK.test(output)) return `has a stack: ${output}`;
  if (line.startsWith("{")) return `is a record: ${line}`;
  return line.length > LINE_MAX ? `has ${line.length} characters` : undefined;
}
