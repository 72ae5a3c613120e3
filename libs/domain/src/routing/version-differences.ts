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
  const [declared, declares] = [byKey(before.facts ?? []), byKey(after.facts ?? [])];
  const ofFacts = [...new Set([...declared.keys(), ...declares.keys()])].flatMap((key) =>
    differing(`facts.${key}`, declared.get(key), declares.get(key)),
  );
  const [had, has] = [byKey(before.stages), byKey(after.stages)];
  const ofStages = [...new Set([...had.keys(), ...has.keys()])].flatMap((key) => {
    const [one, other] = [had.get(key), has.get(key)];
    if (one === undefined || other === undefined) return differing(`stages.${key}`, one, other);
    const fields = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...fields].flatMap((name) => differing(`stages.${key}.${name}`, one[name], other[name]));
  });
  return [...differing("name", before.name, after.name), ...ofFacts, ...ofStages];
}

function byKey(keyed: readonly Keyed[]): Map<string, Record<string, unknown>> {
  return new Map(keyed.map((one) => [one.key, Object.fromEntries(Object.entries(one))]));
}

function differing(path: string, before: unknown = null, after: unknown = null): VersionDifference[] {
  return canonicalJson(before) === canonicalJson(after) ? [] : [{ path, before, after }];
}
