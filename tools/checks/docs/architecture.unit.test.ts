import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { chainOf, checkPath, pathOf, sectionOf } from "./check-paths.ts";

const read = (path: string) => readFileSync(join(WORKSPACE_ROOT, path), "utf8");
const architecture = read("docs/architecture.md");

/** The folders that the picture names below a room such as `libs/`, from above. */
function picturedIn(room: string): string[] {
  const [, picture = ""] = sectionOf(architecture, "## The house").split("```text\n");
  const [, lines = ""] = picture.split("```")[0]!.split(new RegExp(`^${room}/.*\n`, "m"));
  return [...lines.split(/^\S/m)[0]!.matchAll(/^ {2}([\w-]+)/gm)].map(([, folder]) => folder!);
}

describe("the picture of the house", () => {
  it.each(["apps", "libs", "examples"])("has every package of %s", (room) => {
    const packages = globSync(`${room}/*/package.json`, { cwd: WORKSPACE_ROOT });
    const folders = packages.map((path) => dirname(path).slice(room.length + 1));
    expect(picturedIn(room).toSorted()).toEqual(folders.toSorted());
  });

  it("has every group of tools", () => {
    const groups = globSync("tools/*/*.ts", { cwd: WORKSPACE_ROOT }).concat(
      globSync("tools/*/*/*.ts", { cwd: WORKSPACE_ROOT, exclude: ["**/node_modules/**"] }),
    );
    const folders = new Set(groups.map((path) => path.split("/")[1]!));
    expect(picturedIn("tools").toSorted()).toEqual([...folders].toSorted());
  });

  it("has each library above those that it imports", () => {
    const libraries = picturedIn("libs");
    const upwards = libraries.flatMap((name, at) => {
      const { dependencies = {} } = JSON.parse(read(`libs/${name}/package.json`)) as {
        dependencies?: Record<string, string>;
      };
      const above = libraries.slice(0, at).filter((other) => `@countersign/${other}` in dependencies);
      return above.map((other) => `${name} imports ${other}`);
    });
    expect(upwards).toEqual([]);
  });
});

describe("the paths", () => {
  it.each(["A verdict", "A tool call", "A read of the gate"])("lead through the code: %s", (name) => {
    const steps = pathOf(sectionOf(architecture, `### ${name}`));
    expect(steps.length).toBeGreaterThan(5);
    expect(checkPath(steps, WORKSPACE_ROOT)).toEqual([]);
  });

  it("lead from the resolver of a verdict to its answer through 14 files at most", () => {
    const steps = pathOf(sectionOf(architecture, "### A verdict"));
    const begin = steps.findIndex((step) => "file" in step && step.file.endsWith("/runs/feature.ts"));
    const end = steps.findIndex((step) => "hop" in step);
    expect(begin).toBeGreaterThan(0);
    expect(end - begin).toBeLessThanOrEqual(14);
  });

  it("lead to the place of each change", () => {
    const rows = sectionOf(architecture, "## Where would a change go?").matchAll(
      /^\|[^|]+\|([^|]*→[^|]*)\|/gm,
    );
    const chains = [...rows].map(([, cell = ""]) => chainOf(cell));
    expect(chains).toHaveLength(5);
    expect(chains.flatMap((steps) => checkPath(steps, WORKSPACE_ROOT))).toEqual([]);
  });
});

describe("a wrong path", () => {
  const DECIDE = "apps/approval-engine/src/runs/verdict.ts";

  it.each([
    {
      fault: "a file that is not there",
      list: `- \`${DECIDE}\`: begins\n  - \`apps/approval-engine/src/runs/gone.ts\`: goes on`,
      found: ["apps/approval-engine/src/runs/gone.ts is not there"],
    },
    {
      fault: "a step that the one before does not import",
      list: `- \`${DECIDE}\`: begins\n  - \`apps/approval-engine/src/runs/project.ts\`: goes on`,
      found: [`${DECIDE} does not import apps/approval-engine/src/runs/project.ts`],
    },
    {
      fault: "a file whose index is imported for something else",
      list: "- `apps/approval-engine/src/engine.ts`: begins\n  - `apps/approval-engine/src/inbox/task-page.ts`: goes on",
      found: [
        "apps/approval-engine/src/engine.ts does not import apps/approval-engine/src/inbox/task-page.ts",
      ],
    },
    {
      fault: "a step that skips a level",
      list: `- \`${DECIDE}\`: begins\n    - \`apps/approval-engine/src/runs/readers.ts\`: goes on`,
      found: ["apps/approval-engine/src/runs/readers.ts hangs on nothing"],
    },
    {
      fault: "a new beginning without a hop",
      list: `- \`${DECIDE}\`: begins\n- \`libs/outbox/src/relay.ts\`: goes on`,
      found: ["libs/outbox/src/relay.ts hangs on nothing"],
    },
    {
      fault: "a hop over an outbox that nothing was written to",
      list: `- \`${DECIDE}\`: begins\n- over the outbox\n- \`libs/outbox/src/source.ts\`: goes on`,
      found: ["over the outbox: libs/outbox/src/outbox.ts does not stand before it"],
    },
    {
      fault: "a hop that there is not",
      list: `- \`${DECIDE}\`: begins\n- over the fence\n- \`libs/outbox/src/source.ts\`: goes on`,
      found: ["over the fence is no hop"],
    },
  ])("is found: $fault", ({ list, found }) => {
    expect(checkPath(pathOf(list), WORKSPACE_ROOT)).toEqual(found);
  });
});

describe("the README of the engine", () => {
  it("has every feature", () => {
    const readme = read("apps/approval-engine/README.md");
    const folders = globSync("apps/approval-engine/src/*/*feature.ts", { cwd: WORKSPACE_ROOT }).map(
      (path) => path.split("/")[3]!,
    );
    expect(folders.filter((folder) => !readme.includes(`\`${folder}\``))).toEqual([]);
    expect(folders).toContain("runs");
  });
});

describe("the page of departures", () => {
  it("gives every departure the id of its tests", () => {
    const rows = read("docs/departures.md")
      .match(/^\|.*\|$/gmu)!
      .slice(2);
    expect(rows.filter((row) => !/\| [A-Z]+(-[A-Z]+)?-\d+ +\|$/u.test(row))).toEqual([]);
    expect(rows.length).toBeGreaterThan(30);
  });
});
