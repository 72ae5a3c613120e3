import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PLATFORM_SERVICES } from "../../dev/start/platform-services.ts";
import { WORKSPACE_ROOT } from "../../workspace.ts";

const read = (path: string) => readFileSync(join(WORKSPACE_ROOT, path), "utf8");

const documentedNames = new Set(
  [...read("docs/configuration.md").matchAll(/`([A-Z][A-Z0-9_]+)`/gu)].map(([, name]) => name!),
);

/** Variables that code takes from the process itself, beside what its service checks. */
function directNames(): string[] {
  const files = globSync(["apps/*/src/**/*.ts", "libs/*/src/**/*.ts", "tools/ops/**/*.ts"], {
    cwd: WORKSPACE_ROOT,
    exclude: ["**/*.test.ts", "libs/testing/**", "**/node_modules/**"],
  });
  return files.flatMap((file) =>
    [...read(file).matchAll(/process\.env(?:\.|\[")([A-Z][A-Z0-9_]*)/gu)].map(([, name]) => name!),
  );
}

describe("docs/configuration.md", () => {
  it.each(Object.values(PLATFORM_SERVICES))(
    "has every variable that $name reads [CT-ENV-02]",
    ({ environment }) => {
      const names = Object.keys(environment.shape);
      expect(names).toContain("MONGODB_URI");
      expect(names.filter((name) => !documentedNames.has(name))).toEqual([]);
    },
  );

  it("has every variable that code takes from the process itself [CT-ENV-02]", () => {
    const names = directNames();
    expect(names).toContain("NODE_ENV");
    expect(names.filter((name) => !documentedNames.has(name))).toEqual([]);
  });
});
