import { shownOnOneLine } from "../text/index.ts";
import { type Platform, PLATFORMS, WEB_APP } from "./app-settings.ts";
import type { ConfigPatch, ConfigValues, VERSION_TEXT_FIELDS } from "./config.ts";
import { refuse } from "./refuse.ts";
import {
  compareVersionNumbers,
  formatVersion,
  isPlainVersion,
  parseVersion,
  VERSION_MAX_LENGTH,
} from "./version-number.ts";

/** A warning about an accepted settings write. */
export interface ConfigWarning {
  field: (typeof VERSION_TEXT_FIELDS)[number];
  message: string;
}

/**
 * Compares two versions as {@link parseVersion} reads them.
 *
 * @returns negative, 0 or positive like a sort's comparison; undefined when one of them is no version
 */
export function compareVersions(left: string, right: string): number | undefined {
  const [leftVersion, rightVersion] = [parseVersion(left), parseVersion(right)];
  return leftVersion && rightVersion && compareVersionNumbers(leftVersion, rightVersion);
}

/**
 * Refuses a patch that sets a minimum or a current version so that the minimum is above the current version: every app
 * would have to update, and none could (contract-3, FIX-6). Patches of other fields pass, and are warned of.
 *
 * @param after - the settings with the patch
 * @throws DomainError `INVALID_INPUT`, naming the field that the patch sets
 */
export function assertMinimums(patch: ConfigPatch, after: ConfigValues): void {
  for (const platform of PLATFORMS) {
    const lockedMinimum = minimumAboveCurrent(after, platform);
    if (lockedMinimum === undefined) continue;
    const { minimum, current } = lockedMinimum;
    const field = `${platform}MinimumVersion` as const;
    const versionField = platform === "web" ? undefined : (`${platform}Version` as const);
    const consequence = "so that every app would be locked out";
    if (patch[field] != null) {
      const boundName = versionField ?? "the current version";
      refuse(
        field,
        `${field} must not be above ${boundName}: ${minimum} is higher than ${current}, ${consequence}`,
      );
    }
    if (versionField !== undefined && patch[versionField] != null) {
      const problem = `must not be below ${field}: ${current} is lower than ${minimum}`;
      refuse(versionField, `${versionField} ${problem}, ${consequence}`);
    }
  }
}

/**
 * Warns of what is probably a mistake on a platform: a forced version that is lower than the one before, a minimum
 * above the current version, and a current version that cannot be compared, or not by every client.
 */
export function configWarningsOf(before: ConfigValues, after: ConfigValues): ConfigWarning[] {
  return [
    ...(["ios", "android"] as const).flatMap((platform) => lowerVersionWarnings(platform, before, after)),
    ...(["ios", "android"] as const).flatMap((platform) => unreadableWarnings(platform, after)),
    ...PLATFORMS.flatMap((platform) => minimumWarnings(platform, after)),
  ];
}

function lowerVersionWarnings(
  platform: Exclude<Platform, "web">,
  before: ConfigValues,
  after: ConfigValues,
): ConfigWarning[] {
  const [old, current] = [before[`${platform}Version`], after[`${platform}Version`]];
  const isLower = old !== undefined && current !== undefined && (compareVersions(current, old) ?? 0) < 0;
  return isLower && after[`${platform}ForceUpdate`] === true
    ? [
        {
          field: `${platform}Version`,
          message: `${platform}Version ${shownVersion(current)} is forced and lower than ${shownVersion(old)}, the version before`,
        },
      ]
    : [];
}

function unreadableWarnings(platform: Exclude<Platform, "web">, after: ConfigValues): ConfigWarning[] {
  const field = `${platform}Version` as const;
  const current = after[field];
  if (current === undefined || isPlainVersion(current)) return [];
  const version = parseVersion(current);
  const problem =
    version === undefined
      ? "cannot be compared with installed versions: it asks nobody to update"
      : `is read as ${formatVersion(version)}: write it so, because apps that compare by themselves may not read it`;
  return [{ field, message: `${field} ${shownVersion(current)} ${problem}` }];
}

function minimumWarnings(platform: Platform, after: ConfigValues): ConfigWarning[] {
  const lockedMinimum = minimumAboveCurrent(after, platform);
  if (lockedMinimum === undefined) return [];
  const field = `${platform}MinimumVersion` as const;
  const problem = `is higher than ${lockedMinimum.current}, the current version: every app must update`;
  return [{ field, message: `${field} ${lockedMinimum.minimum} ${problem}` }];
}

/** A platform's minimum and current version, as texts show them, if no app can satisfy both. */
function minimumAboveCurrent(
  values: ConfigValues,
  platform: Platform,
): { minimum: string; current: string } | undefined {
  const [minimum, current] = [values[`${platform}MinimumVersion`], currentVersionOf(values, platform)];
  if (minimum === undefined || current === undefined) return undefined;
  const isAbove = (compareVersions(minimum, current) ?? 0) > 0;
  return isAbove ? { minimum: shownVersion(minimum), current: shownVersion(current) } : undefined;
}

/** A version among other words; versions are free-form. */
function shownVersion(version: string): string {
  return shownOnOneLine(version, VERSION_MAX_LENGTH);
}

/** The version that a platform's app should have; undefined when unset. */
export function currentVersionOf(values: ConfigValues, platform: Platform): string | undefined {
  return platform === "web" ? WEB_APP.version : values[`${platform}Version`];
}
