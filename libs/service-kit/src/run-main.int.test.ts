import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { EXIT_CODES } from "./run-main.ts";

const FIXTURE = fileURLToPath(new URL("../test/main-fixture.ts", import.meta.url));

/** Runs the fixture; signals are sent when its output first contains the key. */
async function run(course: string, signals: Record<string, NodeJS.Signals> = {}, argument = "") {
  const child = spawn(process.execPath, [FIXTURE, course, argument], { stdio: ["ignore", "pipe", "pipe"] });
  const waiting = new Map(Object.entries(signals));
  let output = "";
  const errors: string[] = [];
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    for (const [text, signal] of waiting) {
      if (!output.includes(text)) continue;
      waiting.delete(text);
      child.kill(signal);
    }
  });
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output, errors: errors.join("") };
}

describe("a main program ends", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("with 0 after %s [CT-PROC-08]", async (signal) => {
    const { code, output } = await run("serve", { started: signal });
    expect(code).toBe(EXIT_CODES.stopped);
    expect(output).toContain("stopped");
  });

  it("with 2 and one line per fault when its configuration is wrong [CT-ENV-01]", async () => {
    const { code, errors } = await run("invalid");
    expect(code).toBe(EXIT_CODES.invalidConfiguration);
    expect(errors).toBe("PORT: expected a port number\nHOST: expected a host\n");
  });

  it.each([
    ["broken", "failed to start: Error: the store is not there"],
    ["crash-at-start", "failed to start: Error: a bug"],
  ])("with 1 when it cannot start (%s)", async (course, message) => {
    const { code, errors } = await run(course);
    expect(code).toBe(EXIT_CODES.crashed);
    expect(errors).toContain(message);
  });

  it("with 1 and a single line when the error has a cause", async () => {
    const { code, errors } = await run("explained");
    expect(code).toBe(EXIT_CODES.crashed);
    expect(errors).toBe("failed to start: no store at 127.0.0.1:1\n");
  });

  it("with 1 and a single line that names the variables when its port is taken", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const { code, errors } = await run("port", {}, String(port));
    expect(code).toBe(EXIT_CODES.crashed);
    expect(errors).toBe(
      `failed to start: listen EADDRINUSE: address already in use 127.0.0.1:${port}; ` +
        "PORT, INTERNAL_PORT, HOST and INTERNAL_HOST say where the service listens\n",
    );
  });

  it.each([
    ["crash", "a bug"],
    ["reject", "a forgotten promise"],
  ])("with 1 after a %s, stopping in order", async (course, message) => {
    const { code, output } = await run(course);
    expect(code).toBe(EXIT_CODES.crashed);
    expect(output).toContain(message);
    expect(output).toContain("stopped");
  });

  it("with 0 after a signal that comes while it starts, once it has started [CT-PROC-08]", async () => {
    const { code, output } = await run("slow-start", { starting: "SIGTERM" });
    expect(code).toBe(EXIT_CODES.stopped);
    expect(output).toMatch(/starting.*started.*stopped/s);
  });

  it.each(["endless-start", "interrupted-start"])(
    "with 0 and without a word after a signal that comes during an %s [CT-PROC-08]",
    async (course) => {
      const { code, output, errors } = await run(course, { starting: "SIGINT" });
      expect({ code, output, errors }).toEqual({
        code: EXIT_CODES.stopped,
        output: "starting\n",
        errors: "",
      });
    },
  );

  it("with 1 when it cannot stop", async () => {
    const { code, output } = await run("broken-stop", { started: "SIGTERM" });
    expect(code).toBe(EXIT_CODES.crashed);
    expect(output).toContain("failed to stop");
  });

  it("with 3 when stopping takes too long", async () => {
    const { code } = await run("hang", { started: "SIGTERM" });
    expect(code).toBe(EXIT_CODES.stopTimedOut);
  });

  it("with 3 at a second signal", async () => {
    const { code } = await run("slow", { started: "SIGTERM", stopping: "SIGTERM" });
    expect(code).toBe(EXIT_CODES.stopTimedOut);
  });
});

describe("a main program that npm runs", () => {
  it("stops when the shell between them has ended", async () => {
    const line = `"${process.execPath}" "${FIXTURE}" serve; true`;
    const env = { ...process.env, npm_lifecycle_event: "npx" };
    const shell = spawn("sh", ["-c", line], { env, stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    shell.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("started")) shell.kill("SIGTERM");
    });
    await once(shell, "close");
    expect(output).toContain("stopped");
  });
});

describe("a main program that was forked", () => {
  it("reports where it listens, and stops when its parent process is gone", async () => {
    const child = fork(FIXTURE, ["serve"], { stdio: ["ignore", "ignore", "inherit", "ipc"], execArgv: [] });
    const exited = once(child, "exit");
    const [addresses] = (await once(child, "message")) as [unknown];
    expect(addresses).toEqual({ publicUrl: "http://127.0.0.1:1", internalUrl: "http://127.0.0.1:2" });
    child.disconnect();
    expect(await exited).toEqual([EXIT_CODES.stopped, null]);
  });
});
