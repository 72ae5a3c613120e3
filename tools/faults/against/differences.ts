import { ALLOWED_DIFFERENCES } from "./allowed.ts";

/** Where two values differ, such as `rows.workflow_tasks[3].status: "APPROVED", and "PENDING"`; what rules allow is left out. */
export function findDifferences(theirs: unknown, ours: unknown): string[] {
  return [...differencesAt("", theirs, ours)];
}

function* differencesAt(place: string, theirs: unknown, ours: unknown): Generator<string> {
  if (Object.is(theirs, ours) || ALLOWED_DIFFERENCES.some(({ where }) => where.test(place))) return;
  if (!isNested(theirs) || !isNested(ours) || Array.isArray(theirs) !== Array.isArray(ours)) {
    yield `${place}: ${JSON.stringify(theirs)}, and ${JSON.stringify(ours)}`;
    return;
  }
  const [left, right] = [sorted(theirs), sorted(ours)];
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    yield* differencesAt(placeOf(place, key, left[key], Array.isArray(theirs)), left[key], right[key]);
  }
}

/** Lists of differences between versions, which have no order of their own, by their paths. */
function sorted(value: Record<string, unknown>): Record<string, unknown> {
  const items: unknown = value;
  if (!Array.isArray(items) || !items.every((item) => isNested(item) && typeof item["path"] === "string")) {
    return value;
  }
  const paths = items as { path: string }[];
  return paths.toSorted((one, other) => (one.path < other.path ? -1 : 1)) as unknown as typeof value;
}

/** Items that are about something name it, such as `rows.audit_logs[3 of approval_rules]`. */
function placeOf(place: string, key: string, value: unknown, isItem: boolean): string {
  if (!isItem) return place === "" ? key : `${place}.${key}`;
  const entity = isNested(value) ? value["entity"] : undefined;
  return typeof entity === "string" ? `${place}[${key} of ${entity}]` : `${place}[${key}]`;
}

const isNested = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
