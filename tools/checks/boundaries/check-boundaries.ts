import { globSync } from "node:fs";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { BOUNDARY_RULES } from "./boundary-rules.ts";

const SOURCES = "{apps,libs,examples,tools}/**/*.{ts,tsx}";

export interface BoundariesReport {
  /** One line each: the rule, the importing file, and the imported one. */
  violations: { rule: string; from: string; to: string }[];
  /** Source files that the tool skipped: it is silent when it cannot parse TypeScript. */
  unseen: string[];
  seenCount: number;
}

/**
 * Checks the imports of a workspace by {@link BOUNDARY_RULES}. Type-only imports count.
 *
 * @param root folder that holds `apps`, `libs`, `examples` and `tools`
 * @param exclude globs of sources to leave out, relative to the root
 */
export async function checkBoundaries(root: string, exclude: readonly string[]): Promise<BoundariesReport> {
  const sources = globSync(SOURCES, { cwd: root, exclude: ["**/node_modules/**", ...exclude] });
  const { output } = await cruise(
    sources,
    {
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: BOUNDARY_RULES },
      doNotFollow: { path: "node_modules" },
      tsPreCompilationDeps: true,
      combinedDependencies: true,
    },
    {
      extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs", ".json", ".d.ts"],
      exportsFields: ["exports"],
      conditionNames: ["node", "import", "types", "default"],
    },
  );
  const { modules, summary } = output as ICruiseResult;
  const seenSources = new Set(modules.map(({ source }) => source));
  const unseenSources = sources.filter((source) => !seenSources.has(source));
  return {
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    unseen: unseenSources,
    seenCount: sources.length - unseenSources.length,
  };
}
