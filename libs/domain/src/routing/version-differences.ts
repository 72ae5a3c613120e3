import { canonicalJson } from "../canonical-json.ts";

/** The content of a version that readers compare. */
export interface ComparedVersion {
  name: string;
  stages: readonly (object & { key: string })[];
}

/** One difference; null where the value is absent. */
export interface VersionDifference {
  /** Such as `name`, `stages.legal` of a stage that only one version has, and `stages.legal.approveBy`. */
  path: string;
  before: unknown;
  after: unknown;
}

/** The differences of two versions: the name, then stage by stage in the order of the first, and those that came. */
export function versionDifferences(before: ComparedVersion, after: ComparedVersion): VersionDifference[] {
  const [had, has] = [byKey(before), byKey(after)];
  const ofStages = [...new Set([...had.keys(), ...has.keys()])].flatMap((key) => {
    const [one, other] = [had.get(key), has.get(key)];
    if (one === undefined || other === undefined) return differing(`stages.${key}`, one, other);
    const fields = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...fields].flatMap((name) => differing(`stages.${key}.${name}`, one[name], other[name]));
  });
  return [...differing("name", before.name, after.name), ...ofStages];
}

function byKey({ stages }: ComparedVersion): Map<string, Record<string, unknown>> {
  return new Map(stages.map((stage) => [stage.key, Object.fromEntries(Object.entries(stage))]));
}

function differing(path: string, before: unknown = null, after: unknown = null): VersionDifference[] {
  return canonicalJson(before) === canonicalJson(after) ? [] : [{ path, before, after }];
}
