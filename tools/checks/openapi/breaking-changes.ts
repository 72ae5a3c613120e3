import { apiDiff } from "api-smart-diff";

/** Changes in the new description that break clients of the released one, by the place of each. */
export function breakingChanges(releasedApi: object, current: object): string[] {
  return apiDiff(releasedApi, current)
    .filter(({ type }) => type === "breaking")
    .map(({ action, path }) => `${action} ${path.join(" › ")}`);
}
