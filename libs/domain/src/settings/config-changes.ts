import { defined } from "../defined.ts";
import {
  CONFIG_FIELDS,
  type ConfigField,
  type ConfigPatch,
  type ConfigValues,
  VERSION_FIELDS,
} from "./config.ts";

/** The change of one field; an absent side means unset. For the audit and the rollback. */
export interface ConfigChange {
  field: ConfigField;
  from?: ConfigValues[ConfigField];
  to?: ConfigValues[ConfigField];
}

/** The real changes of a patch. A field set to its present value is not changed. */
export function configChangesOf(before: ConfigValues, patch: ConfigPatch): ConfigChange[] {
  const namedFields = CONFIG_FIELDS.filter((field) => patch[field] !== undefined);
  return namedFields
    .map((field) => defined<ConfigChange>({ field, from: before[field], to: patch[field] ?? undefined }))
    .filter(({ from, to }) => textOf(from) !== textOf(to));
}

/** Keys of the records in the values: all of them, in one order. */
const KEYS = ["transactionType", "workflowId", "from", "until", "message", "language", "text"];

function textOf(value: ConfigValues[ConfigField]): string | undefined {
  return JSON.stringify(value, KEYS);
}

/** The settings after the changes. */
export function applyConfigChanges(before: ConfigValues, changes: readonly ConfigChange[]): ConfigValues {
  return defined<ConfigValues>({
    ...before,
    ...Object.fromEntries(changes.map(({ field, to }) => [field, to])),
  });
}

/** The patch that undoes the changes, even after later ones (`rollbackConfig`). */
export function rollbackPatchOf(changes: readonly ConfigChange[]): ConfigPatch {
  return Object.fromEntries(changes.map(({ field, from }) => [field, from ?? null]));
}

/**
 * The record's `updatedAt` after the changes (contract: "version-gate"). It moves only when a version field changes,
 * and then past every record's, because the record with the greatest one is what the gate reads. A record that is
 * created without a version field gets the smallest one, so that it cannot hide another.
 *
 * @param times - milliseconds since 1970: of the record itself, if it exists; the greatest of all records, if there
 *   is one; and now
 */
export function nextUpdatedAtMs(
  changes: readonly ConfigChange[],
  times: { currentMs: number | undefined; greatestMs: number | undefined; nowMs: number },
): number {
  const isVersionChanged = changes.some(({ field }) => VERSION_FIELDS.some((version) => version === field));
  if (!isVersionChanged) {
    return times.currentMs ?? 0;
  }
  return Math.max(times.nowMs, (times.greatestMs ?? 0) + 1);
}
