import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { DEMO_COMPANY, DEMO_PEOPLE, DEMO_TEAM } from "./demo-company.ts";
import { CONTRACT_PORTS } from "./platform-ports.ts";

const firstHour = readFileSync(join(WORKSPACE_ROOT, "docs/first-hour.md"), "utf8");
const company = readFileSync(join(WORKSPACE_ROOT, "docs/company.md"), "utf8");

describe("the first hour", () => {
  it("names the actual ids of the demo people and the actual ports", () => {
    for (const id of [DEMO_COMPANY.id, DEMO_PEOPLE.employee.userId, DEMO_PEOPLE.manager.userId]) {
      expect(firstHour).toContain(id);
    }
    for (const [name, ports] of Object.entries(CONTRACT_PORTS.services)) {
      expect(firstHour, name).toMatch(new RegExp(`\\| ${ports.public} +\\| ${ports.internal} +\\|`));
    }
  });
});

describe("the page that sets up a company", () => {
  it("imports a person whom the demo company does not have", () => {
    const [, id] = /```csv\n[^`]*\nuser,[0-9a-f]{24},([0-9a-f]{24}),/u.exec(company)!;
    const taken = [...Object.values(DEMO_PEOPLE), ...Object.values(DEMO_TEAM)].map(({ userId }) => userId);
    expect(taken).not.toContain(id);
  });
});
