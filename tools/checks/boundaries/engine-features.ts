import type { IForbiddenRuleType } from "dependency-cruiser";

const SOURCES = "^apps/approval-engine/src/";
const foldersOf = (names: readonly string[]) => `${SOURCES}(${names.join("|")})/`;

/** A feature's folder, and the other features that it may import; all may import `shared/`. */
export interface FeatureUses {
  name: string;
  uses: readonly string[];
}

/**
 * The rules of the approval engine's features.
 *
 * @param features all of them, as they say of themselves
 * @param testCode files that may import from any feature
 */
export function featureRules(features: readonly FeatureUses[], testCode: string): IForbiddenRuleType[] {
  const names = features.map(({ name }) => name);
  const otherFeatures = foldersOf(names.filter((name) => name !== "shared"));
  return [
    {
      name: "features-meet-at-their-index",
      comment:
        "Other features import only from a feature's index.ts; the list of features imports its feature.ts.",
      severity: "error",
      from: { path: `${SOURCES}([^/]+)`, pathNot: testCode },
      to: {
        path: otherFeatures,
        pathNot: [`${SOURCES}$1/`, String.raw`/(index|feature|parents)\.ts$`],
      },
    },
    {
      name: "features-are-listed-once",
      comment: "What a feature is stands in its feature.ts, for the list of features alone.",
      severity: "error",
      from: { path: SOURCES, pathNot: [String.raw`${SOURCES}features\.ts$`, testCode] },
      to: { path: String.raw`/feature\.ts$`, pathNot: `${SOURCES}shared/` },
    },
    {
      name: "parents-are-for-generated-types",
      comment: "The generated types of resolvers alone import a feature's parents.ts.",
      severity: "error",
      from: { path: SOURCES, pathNot: `${SOURCES}graphql/generated/` },
      to: { path: String.raw`/parents\.ts$` },
    },
    ...features.map(({ name, uses }): IForbiddenRuleType => ({
      name: "features-import-downwards",
      comment: "A feature imports only those that it names, and never the code that joins features.",
      severity: "error",
      from: { path: foldersOf([name]), pathNot: testCode },
      to: { path: SOURCES, pathNot: foldersOf([name, "shared", "graphql/generated", ...uses]) },
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
