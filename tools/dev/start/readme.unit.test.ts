import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { DEMO_COMPANY, DEMO_PEOPLE, DEMO_TEAM } from "./demo-company.ts";
import { CONTRACT_PORTS } from "./platform-ports.ts";
import { PLATFORM_SERVICES } from "./platform-services.ts";

const readme = readFileSync(join(WORKSPACE_ROOT, "README.md"), "utf8");
const operations = readFileSync(join(WORKSPACE_ROOT, "docs/operations.md"), "utf8");
const configuration = readFileSync(join(WORKSPACE_ROOT, "docs/configuration.md"), "utf8");

describe("the README and the page of variables", () => {
  it.each(Object.values(PLATFORM_SERVICES))(
    "names every variable of $name [CT-ENV-02]",
    ({ environment }) => {
      const unnamed = Object.keys(environment.shape).filter((name) => !configuration.includes(`\`${name}\``));
      expect(unnamed).toEqual([]);
    },
  );

  it("names the actual ids of the demo people and the actual ports", () => {
    for (const id of [DEMO_COMPANY.id, DEMO_PEOPLE.employee.userId, DEMO_PEOPLE.manager.userId]) {
      expect(readme).toContain(id);
    }
    for (const [name, ports] of Object.entries(CONTRACT_PORTS.services)) {
      expect(readme, name).toMatch(new RegExp(`\\| ${ports.public} +\\| ${ports.internal} +\\|`));
    }
  });
});

describe("the page for operators", () => {
  it("imports a person whom the demo company does not have", () => {
    const [, id] = /```csv\n[^`]*\nuser,[0-9a-f]{24},([0-9a-f]{24}),/u.exec(operations)!;
    const taken = [...Object.values(DEMO_PEOPLE), ...Object.values(DEMO_TEAM)].map(({ userId }) => userId);
    expect(taken).not.toContain(id);
  });
});
