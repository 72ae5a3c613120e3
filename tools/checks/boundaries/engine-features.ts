import type { IForbiddenRuleType } from "dependency-cruiser";

/**
 * The features of the approval engine, and which others each may import. Everyone may import `shared/`; what stands
 * further down may be imported by what stands further up, and never the other way round.
 */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  exports: ["runs", "definitions"],
  orders: ["runs", "thresholds"],
  hr: ["runs"],
  runs: ["definitions", "notifications", "thresholds"],
  thresholds: ["definitions"],
  definitions: [],
  notifications: [],
  audit: [],
  shared: [],
};

const SOURCES = "^apps/approval-engine/src/";
const foldersOf = (names: readonly string[]) => `${SOURCES}(${names.join("|")})/`;

/** @param testCode what may look into any feature */
export function featureRules(testCode: string): IForbiddenRuleType[] {
  const names = Object.keys(FEATURES);
  return [
    {
      name: "features-meet-at-their-index",
      comment: "What a feature does not export in its index.ts is its own.",
      severity: "error",
      from: { path: `${SOURCES}([^/]+)`, pathNot: testCode },
      to: {
        path: foldersOf(names.filter((name) => name !== "shared")),
        pathNot: [`${SOURCES}$1/`, String.raw`/index\.ts$`],
      },
    },
    ...Object.entries(FEATURES).map(([name, others]): IForbiddenRuleType => ({
      name: "features-import-downwards",
      comment: "The table says which features a feature builds on; none imports what puts features together.",
      severity: "error",
      from: { path: foldersOf([name]), pathNot: testCode },
      to: { path: SOURCES, pathNot: foldersOf([name, "shared", "graphql", ...others]) },
    })),
    {
      name: "features-take-only-types-of-the-graphql-host",
      severity: "error",
      from: { path: foldersOf(names), pathNot: testCode },
      to: {
        path: foldersOf(["graphql"]),
        dependencyTypesNot: ["type-only"],
      },
    },
  ];
}
