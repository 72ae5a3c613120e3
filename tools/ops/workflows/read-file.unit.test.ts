import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { UsageError } from "../../usage.ts";
import { readWorkflowFile } from "./read-file.ts";
import { parseWorkflowsArguments } from "./workflows-command.ts";

const folder = mkdtempSync(join(tmpdir(), "countersign-workflow-files-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const faultsOf = (content: string): string[] => {
  const file = join(folder, "w.yaml");
  writeFileSync(file, content);
  try {
    readWorkflowFile(file);
    return [];
  } catch (error) {
    return (error as Error).message.replaceAll(`${file}:`, "").split("\n");
  }
};

const HEAD = "workflows:\n  - name: A\n    stages:\n";

describe("a file of workflows", () => {
  it.each<[string, string[]]>([
    ["", ["1:1: the file: Invalid input: expected object, received null"]],
    ["workflows: []", ["1:12: workflows: must have a workflow"]],
    [
      "workflows: [\n",
      ["2:1: Flow sequence in block collection must be sufficiently indented and end with a ]"],
    ],
    ["workflows:\n  - stages: []\n", ["2:5: workflows.0.name: is required"]],
    ["workflow: []\nworkflows: [{ name: A, stages: [] }]", ["1:1: the file: does not take workflow"]],
    [
      `${HEAD}      - name: One\n        quorum: two\n        approvers: []\n`,
      ["5:17: workflows.0.stages.0.quorum: must be a whole number"],
    ],
    [
      `${HEAD}      - name: One\n        approvers:\n          - persons: ann\n`,
      [
        "6:13: workflows.0.stages.0.approvers.0: must have exactly one of person, group, submitterManager, departmentHead, fact, previousApproverManager, each in its own form",
      ],
    ],
    [
      `${HEAD}      - name: One\n        approvers:\n          - submitterManager: { levels: 6 }\n`,
      ["6:41: workflows.0.stages.0.approvers.0.submitterManager.levels: must be at most 5"],
    ],
    [
      `${HEAD}      - name: One\n        approvers: []\n        dueIn: { hours: 1, businessDays: 1 }\n`,
      ["6:16: workflows.0.stages.0.dueIn: must have exactly one of businessDays, businessHours, hours"],
    ],
    [
      `${HEAD}      - name: One\n        approvers: []\n        escalate:\n          after: { hours: 1 }\n          to: manager\n          mode: REPLACE\n`,
      ["8:15: workflows.0.stages.0.escalate.to: must have exactly one of manager, people, group"],
    ],
    [
      `${HEAD}      - name: One\n        Key: a\n        approvers: []\n`,
      ["4:9: workflows.0.stages.0: does not take Key"],
    ],
  ])("names the line and the right form: %j [ROUTE-5]", (content, faults) => {
    expect(faultsOf(content)).toEqual(faults);
  });

  it("that is missing is a fault [ROUTE-5]", () => {
    const file = join(folder, "missing.yaml");
    expect(() => readWorkflowFile(file)).toThrow(`${file}: cannot be read`);
  });
});

describe("arguments of npm run workflows", () => {
  it.each<[string[], string]>([
    [[], "expected export, diff or apply"],
    [["import", "a.yaml"], "expected export, diff or apply"],
    [["apply"], "expected one file"],
    [["apply", "a.yaml", "b.yaml"], "expected one file"],
    [["diff", "a.yaml", "--allow"], "diff does not take --allow"],
    [["export", "a.yaml", "--dry-run"], "export does not take --dry-run"],
    [["apply", "a.yaml", "--workflow", "A"], "apply does not take --workflow"],
    [["apply", "a.yaml", "--expect-version", "-1"], "--expect-version"],
    [["apply", "a.yaml", "--expect-version", "two"], "--expect-version two: expected a whole number"],
    [["apply", "a.yaml", "--force"], "--force"],
  ])("%j are refused [ROUTE-5]", (args, fault) => {
    expect(() => parseWorkflowsArguments(args)).toThrow(UsageError);
    expect(() => parseWorkflowsArguments(args)).toThrow(fault);
  });
});
