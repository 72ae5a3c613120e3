import { canonicalJson } from "../canonical-json.ts";

type Keyed = object & { key: string };

/** The content of a version that readers compare. */
export interface ComparedVersion {
  /** Null if there is no version to compare with. */
  name: string | null;
  facts?: readonly Keyed[] | undefined;
  stages: readonly Keyed[];
}

/** One difference; null where the value is absent. */
export interface VersionDifference {
  /** Such as `name`, `facts.costCentre`, `stages.legal` of a stage that only one version has, and `stages.legal.when`. */
  path: string;
  before: unknown;
  after: unknown;
}

/** The differences of two versions: the name, then facts and stages in the order of the first, and those that came. */
export function versionDifferences(before: ComparedVersion, after: ComparedVersion): VersionDifference[] {
  const [factsBefore, factsAfter] = [byKey(before.facts ?? []), byKey(after.facts ?? [])];
  const ofFacts = [...new Set([...factsBefore.keys(), ...factsAfter.keys()])].flatMap((key) =>
    differing(`facts.${key}`, factsBefore.get(key), factsAfter.get(key)),
  );
  const [stagesBefore, stagesAfter] = [byKey(before.stages), byKey(after.stages)];
  const ofStages = [...new Set([...stagesBefore.keys(), ...stagesAfter.keys()])].flatMap((key) => {
    const [stageBefore, stageAfter] = [stagesBefore.get(key), stagesAfter.get(key)];
    if (stageBefore === undefined || stageAfter === undefined)
      return differing(`stages.${key}`, stageBefore, stageAfter);
    const fields = new Set([...Object.keys(stageBefore), ...Object.keys(stageAfter)]);
    return [...fields].flatMap((name) =>
      differing(`stages.${key}.${name}`, stageBefore[name], stageAfter[name]),
    );
  });
  return [...differing("name", before.name, after.name), ...ofFacts, ...ofStages];
}

function byKey(keyedItems: readonly Keyed[]): Map<string, Record<string, unknown>> {
  return new Map(keyedItems.map((item) => [item.key, Object.fromEntries(Object.entries(item))]));
}

function differing(path: string, before: unknown = null, after: unknown = null): VersionDifference[] {
  return canonicalJson(before) === canonicalJson(after) ? [] : [{ path, before, after }];
}
