import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WORKSPACE_ROOT } from "./workspace.ts";

const COMMANDS = [
  "checks/graphql",
  "checks/server-json",
  "checks/test",
  "dev/ask-try",
  "dev/console-shots",
  "dev/demo",
  "dev/keep-asking",
  "dev/mcp-try",
  "dev/trace",
  "release/bundle",
  "release/console",
  "release/kit",
  "release/licences",
  "release/sbom",
];

const run = (command: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(WORKSPACE_ROOT, "tools", command, "main.ts"), ...args], {
    encoding: "utf8",
  });

describe.each(COMMANDS)("the command %s", (command) => {
  it("names an option that it does not take, and prints its usage", () => {
    const { status, stdout, stderr } = run(command, "--nope");
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/^Unknown option '--nope'[^]*\nusage: n/u);
    expect(stderr).not.toContain("    at ");
  });

  it("prints its usage for --help", () => {
    expect(run(command, "--help")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("\nusage: n"),
      stderr: "",
    });
  });
});

describe.each(["bundle", "sbom", "licences"])("npm run %s", (command) => {
  it("names a service that there is not, and those that there are", () => {
    const { status, stderr } = run(`release/${command}`, "nope");
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(/^no such service: nope; there are approval-engine[^]*\nusage: n/u),
    });
    expect(stderr).not.toContain("    at ");
  });
});

describe.each([
  ["dev/token", ["--sub", "5eed00000000000000000101", "--company", "5eed00000000000000000001"]],
  ["dev/start", ["--free-ports"]],
  ["dev/ask-try", []],
  ["dev/mcp-try", []],
  ["dev/keep-asking", []],
])("the command %s", (command, args) => {
  it("names a data directory that is a file", () => {
    const { status, stdout, stderr } = run(command, ...args, "--data", import.meta.filename);
    expect(status).not.toBe(0);
    expect(stdout).toBe("");
    expect(stderr).toContain(`the data directory ${import.meta.filename} cannot be used: ENOTDIR`);
    expect(stderr).not.toContain("    at ");
  });
});
