import type { IForbiddenRuleType } from "dependency-cruiser";

/**
 * The features of the approval engine, and the others that each may import. All may import `shared/`. A feature may
 * import those further down, never those further up.
 */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  exports: ["definitions", "inbox", "runs"],
  orders: ["approval-settings", "failed-submissions", "runs", "thresholds"],
  hr: ["inbox", "runs", "substitutions"],
  inbox: ["approval-settings", "documents", "runs", "substitutions"],
  "run-rows": ["runs"],
  runs: [
    "approval-settings",
    "definitions",
    "documents",
    "failed-submissions",
    "notifications",
    "substitutions",
    "thresholds",
  ],
  substitutions: ["approval-settings", "notifications"],
  thresholds: ["definitions"],
  definitions: ["approval-settings"],
  documents: [],
  "failed-submissions": [],
  notifications: [],
  "approval-settings": [],
  audit: [],
  console: [],
  people: [],
  live: [],
  shared: [],
};

const SOURCES = "^apps/approval-engine/src/";
const foldersOf = (names: readonly string[]) => `${SOURCES}(${names.join("|")})/`;

/** @param testCode files that may import from any feature */
export function featureRules(testCode: string): IForbiddenRuleType[] {
  const names = Object.keys(FEATURES);
  return [
    {
      name: "features-meet-at-their-index",
      comment: "Other features import only from a feature's index.ts.",
      severity: "error",
      from: { path: `${SOURCES}([^/]+)`, pathNot: testCode },
      to: {
        path: foldersOf(names.filter((name) => name !== "shared")),
        pathNot: [`${SOURCES}$1/`, String.raw`/index\.ts$`],
      },
    },
    ...Object.entries(FEATURES).map(([name, others]): IForbiddenRuleType => ({
      name: "features-import-downwards",
      comment: "A feature imports only those that the table names, and never the code that joins features.",
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
