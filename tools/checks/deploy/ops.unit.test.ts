import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Job } from "kubernetes-models/batch/v1";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { unknownFieldsOf } from "../chart/unknown-fields.ts";
import { WORKSPACE_ROOT } from "../../workspace.ts";

const read = (path: string): string => readFileSync(join(WORKSPACE_ROOT, path), "utf8");
const operations = read("docs/operations.md");
const program = (...args: string[]) =>
  spawnSync(process.execPath, [join(WORKSPACE_ROOT, "tools/ops/main.ts"), ...args], { encoding: "utf8" });
const COMMANDS = /the command one of (.*)/.exec(program().stderr)![1]!.split(", ");

/** Commands of a clone alone: the image does not carry the licences of their libraries (ADR 64). */
const OF_CLONES = new Set(["calendars"]);

describe("the image of the operators' commands", () => {
  it("has every command of tools/ops that package.json names, but those of a clone", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const named = Object.entries(scripts).filter(([, script]) => script.includes(" tools/ops/"));
    const names = named.map(([name]) => name).filter((name) => !OF_CLONES.has(name));
    expect(COMMANDS.toSorted()).toEqual(names.toSorted());
  });

  it.each(COMMANDS)("runs %s, and says how it is used", (command) => {
    const { status, stdout } = program(command, "--help");
    expect(status).toBe(0);
    expect(stdout).toContain(`npm run ${command} -- `);
  });

  it("refuses another command with exit code 2, and names those it has", () => {
    const { status, stderr } = program("calendar");
    expect([status, stderr]).toEqual([2, expect.stringContaining("audit:verify")]);
  });

  it.each(COMMANDS)("is shown in operations with Compose: %s", (command) => {
    expect(operations).toMatch(new RegExp(`docker compose run --rm (?:--volume \\S+ )?ops ${command}`));
  });
});

describe("the manifest of the Job", () => {
  const job = parse(read("deploy/kubernetes/ops-job.yaml")) as ConstructorParameters<typeof Job>[0];

  it("satisfies Kubernetes' schema, and operations names it", () => {
    expect(() => new Job(job).validate()).not.toThrow();
    expect(unknownFieldsOf([job as { apiVersion: string; kind: string }])).toEqual([]);
    expect(operations).toContain("deploy/kubernetes/ops-job.yaml");
  });

  it("runs a command that the image has, without privileges, and once", () => {
    const { backoffLimit, template } = job!.spec!;
    const [container] = template.spec!.containers;
    expect(COMMANDS).toContain(container!.args![0]);
    expect(container!.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect([backoffLimit, template.spec!.restartPolicy]).toEqual([0, "Never"]);
  });
});
