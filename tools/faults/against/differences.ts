import { ALLOWED_DIFFERENCES } from "./allowed.ts";

/** Where two values differ, such as `rows.workflow_tasks[3].status: "APPROVED", and "PENDING"`; what rules allow is left out. */
export function findDifferences(theirRows: unknown, ourRows: unknown): string[] {
  return [...differencesAt("", theirRows, ourRows)];
}

function* differencesAt(place: string, theirRows: unknown, ourRows: unknown): Generator<string> {
  if (Object.is(theirRows, ourRows) || ALLOWED_DIFFERENCES.some(({ where }) => where.test(place))) return;
  if (!isNested(theirRows) || !isNested(ourRows) || Array.isArray(theirRows) !== Array.isArray(ourRows)) {
    yield `${place}: ${JSON.stringify(theirRows)}, and ${JSON.stringify(ourRows)}`;
    return;
  }
  const [theirsInOrder, oursInOrder] = [sortByPath(theirRows), sortByPath(ourRows)];
  for (const key of new Set([...Object.keys(theirsInOrder), ...Object.keys(oursInOrder)])) {
    yield* differencesAt(
      placeOf(place, key, theirsInOrder[key], Array.isArray(theirRows)),
      theirsInOrder[key],
      oursInOrder[key],
    );
  }
}

/** Lists of differences between versions, which have no order of their own, by their paths. */
function sortByPath(value: Record<string, unknown>): Record<string, unknown> {
  const items: unknown = value;
  if (!Array.isArray(items) || !items.every((item) => isNested(item) && typeof item["path"] === "string")) {
    return value;
  }
  const paths = items as { path: string }[];
  return paths.toSorted((left, right) => (left.path < right.path ? -1 : 1)) as unknown as typeof value;
}

/** Items that are about something name it, such as `rows.audit_logs[3 of approval_rules]`. */
function placeOf(place: string, key: string, value: unknown, isItem: boolean): string {
  if (!isItem) return place === "" ? key : `${place}.${key}`;
  const entity = isNested(value) ? value["entity"] : undefined;
  return typeof entity === "string" ? `${place}[${key} of ${entity}]` : `${place}[${key}]`;
}

const isNested = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
