import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readWorkflowFile } from "../../ops/workflows/read-file.ts";
import { SCHEMA_FILE } from "../../ops/workflows/write-file.ts";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { schemaText } from "./schema-text.ts";

const text = readFileSync(SCHEMA_FILE, "utf8");
const isValid = new Ajv({ strict: true, allowUnionTypes: true }).compile(JSON.parse(text) as object);
const examples = globSync("examples/workflows/*.yaml", { cwd: WORKSPACE_ROOT });

describe("the schema of files of workflows", () => {
  it("is made from the schema that reads them, and not stale [ROUTE-5]", () => {
    expect(text, "npm run workflows:schema writes it").toBe(schemaText());
  });

  it("takes every example, which names it [ROUTE-5]", () => {
    expect(examples).not.toEqual([]);
    for (const example of examples) {
      const file = join(WORKSPACE_ROOT, example);
      const content = readFileSync(file, "utf8");
      expect(content.split("\n")[0]).toBe("# yaml-language-server: $schema=../../docs/workflows.schema.json");
      expect(isValid(parse(content))).toBe(true);
      expect(readWorkflowFile(file).workflows.length).toBeGreaterThan(0);
    }
  });

  it.each([
    {},
    { workflows: [] },
    { workflows: [{ name: "A" }] },
    {
      workflows: [
        { name: "A", stages: [{ name: "One", approvers: [{ person: "a@b.example", group: "B" }] }] },
      ],
    },
    { workflows: [{ name: "A", stages: [{ name: "One", approveBy: "SOME", approvers: [] }] }] },
    { workflows: [{ name: "A", stages: [], owner: "B" }] },
  ])("does not take %j [ROUTE-5]", (content) => {
    expect(isValid(content)).toBe(false);
  });
});
