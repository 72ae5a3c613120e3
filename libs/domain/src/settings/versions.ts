import { type Platform, PLATFORMS, WEB_APP } from "./app-settings.ts";
import type { ConfigValues } from "./config.ts";
import { compareVersionNumbers, parseVersion } from "./version-number.ts";

/** A warning about an accepted settings write. */
export interface ConfigWarning {
  field: "iosVersion" | "androidVersion" | `${Platform}MinimumVersion`;
  message: string;
}

const DOTTED_NUMBERS = /^\d+(\.\d+)*$/u;

/**
 * Compares two versions of dotted numbers, part by part, a missing part being 0.
 *
 * @returns negative, 0 or positive like a sort's comparison; undefined when one of them is not dotted numbers
 */
export function compareVersions(left: string, right: string): number | undefined {
  return DOTTED_NUMBERS.test(left) && DOTTED_NUMBERS.test(right) ? compareParsed(left, right) : undefined;
}

function compareParsed(left: string, right: string): number | undefined {
  const [leftVersion, rightVersion] = [parseVersion(left), parseVersion(right)];
  return leftVersion && rightVersion && compareVersionNumbers(leftVersion, rightVersion);
}

/**
 * Warns of what is probably a mistake on a platform: a forced version that is lower than the one before, and a minimum
 * above the current version, if this write changed one of the two.
 */
export function configWarningsOf(before: ConfigValues, after: ConfigValues): ConfigWarning[] {
  return [
    ...(["ios", "android"] as const).flatMap((platform) => lowerVersionWarnings(platform, before, after)),
    ...PLATFORMS.flatMap((platform) => minimumWarnings(platform, before, after)),
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
          message: `${platform}Version ${current} is forced and lower than ${old}, the version before`,
        },
      ]
    : [];
}

function minimumWarnings(platform: Platform, before: ConfigValues, after: ConfigValues): ConfigWarning[] {
  const field = `${platform}MinimumVersion` as const;
  const [minimum, current] = [after[field], currentVersionOf(after, platform)];
  const isChanged = minimum !== before[field] || current !== currentVersionOf(before, platform);
  return isChanged && minimum !== undefined && current !== undefined && isHigher(minimum, current)
    ? [
        {
          field,
          message: `${field} ${minimum} is higher than ${current}, the current version: every app must update`,
        },
      ]
    : [];
}

function isHigher(version: string, than: string): boolean {
  return (compareParsed(version, than) ?? 0) > 0;
}

/** The version that a platform's app should have; undefined when unset. */
export function currentVersionOf(values: ConfigValues, platform: Platform): string | undefined {
  return platform === "web" ? WEB_APP.version : values[`${platform}Version`];
}
