import { describe, expect, it } from "vitest";
import { endOfScript, faultOfFirstLine, PROGRAMS, type ScriptEnd } from "./test/script-of.ts";

const PROCESSES_AT_ONCE = 4;
const COMMANDS = Object.keys(PROGRAMS);
/** How each answers `--help`. */
const HELP = await helpOf(COMMANDS);
/** The commands that take an option with a value, with the first of these. */
const WITH_VALUES = COMMANDS.flatMap((command) => {
  const [, option] = /^ {2}(--[a-z-]+) <\w/mu.exec(HELP.get(command)!.stdout) ?? [];
  return option === undefined ? [] : [[command, option] as const];
});

/** Asks each command for its usage, some side by side. */
async function helpOf(commands: readonly string[]): Promise<Map<string, ScriptEnd>> {
  const help = new Map<string, ScriptEnd>();
  const waiting = commands.values();
  const ask = async (): Promise<void> => {
    for (const command of waiting) help.set(command, await endOfScript(command, ["--help"]));
  };
  await Promise.all(Array.from({ length: PROCESSES_AT_ONCE }, ask));
  return help;
}

it("finds the commands of package.json", () => {
  expect(COMMANDS).toEqual(expect.arrayContaining(["start", "gate", "faults", "boundaries", "bundle"]));
});

describe.each(COMMANDS)("npm run %s", (command) => {
  it("prints its usage for --help, and the usage names the command [FIRST-4]", () => {
    const { code, stdout, stderr } = HELP.get(command)!;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      new RegExp(`^usage: (?:npm (?:run )?(?:--silent )?|node tools/dev/)${command}\\b`, "mu"),
    );
  });

  it.concurrent("ends with code 2 for an option that it does not take, which it names [FIRST-4]", async () => {
    const { code, stdout, stderr } = await endOfScript(command, ["--nope"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^Unknown option '--nope'/u);
    expect(stderr).toContain("\nusage: n");
    expect(faultOfFirstLine(stderr)).toBeUndefined();
  });
});

describe("a command with an option that has a value", () => {
  it("is one of most of them", () => {
    expect(WITH_VALUES.length).toBeGreaterThan(COMMANDS.length / 2);
  });

  it.concurrent.each(WITH_VALUES)(
    "npm run %s ends with code 2 for %s without its value, and names it [FIRST-4]",
    async (command, option) => {
      const { code, stdout, stderr } = await endOfScript(command, [option]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr.split("\n", 1)[0]).toContain(option);
      expect(faultOfFirstLine(stderr)).toBeUndefined();
    },
  );
});

describe.each(["bundle", "sbom", "licences"])("npm run %s", (command) => {
  it("names a service that there is not, and those that there are", async () => {
    const { code, stderr } = await endOfScript(command, ["nope"]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^no such service: nope; there are approval-engine[^]*\nusage: n/u),
    });
    expect(faultOfFirstLine(stderr)).toBeUndefined();
  });
});

describe.each([
  ["token", ["--sub", "5eed00000000000000000101", "--company", "5eed00000000000000000001"]],
  ["start", ["--free-ports"]],
])("npm run %s", (command, args) => {
  it("names a data directory that cannot be made, in a line", async () => {
    const { code, stdout, stderr } = await endOfScript(command, [...args, "--data", "/proc/nothing/here"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^the data directory \/proc\/nothing\/here cannot be used: ENOENT/u);
    expect(faultOfFirstLine(stderr)).toBeUndefined();
  });
});

describe.each([
  ["token", ["--sub", "5eed00000000000000000101", "--company", "5eed00000000000000000001"]],
  ["start", ["--free-ports"]],
  ["ask:try", []],
  ["mcp:try", []],
  ["keep-asking", []],
])("npm run %s", (command, args) => {
  it("names a data directory that is a file", async () => {
    const { code, stdout, stderr } = await endOfScript(command, [...args, "--data", import.meta.filename]);
    expect(code).not.toBe(0);
    expect(stdout).toBe("");
    expect(stderr).toContain(`the data directory ${import.meta.filename} cannot be used: ENOTDIR`);
    expect(faultOfFirstLine(stderr)).toBeUndefined();
  });
});
