import type { ConfigValues } from "./config.ts";

/** A warning about an accepted settings write. */
export interface ConfigWarning {
  field: "iosVersion" | "androidVersion";
  message: string;
}

const DOTTED_NUMBERS = /^\d+(\.\d+)*$/u;

/**
 * Compares two versions of dotted numbers, part by part, a missing part being 0.
 *
 * @returns negative, 0 or positive like a sort's comparison; undefined when one of them is not dotted numbers
 */
export function compareVersions(left: string, right: string): number | undefined {
  if (!DOTTED_NUMBERS.test(left) || !DOTTED_NUMBERS.test(right)) {
    return undefined;
  }
  const [leftParts, rightParts] = [partsOf(left), partsOf(right)];
  for (let index = 0; index < Math.max(leftParts.length, rightParts.length); index += 1) {
    const [leftPart, rightPart] = [leftParts[index] ?? 0n, rightParts[index] ?? 0n];
    if (leftPart !== rightPart) {
      return leftPart < rightPart ? -1 : 1;
    }
  }
  return 0;
}

function partsOf(version: string): bigint[] {
  return version.split(".").map((part) => BigInt(part));
}

/** Warns of each platform whose forced version is lower than the one before, which is probably a mistake. */
export function configWarningsOf(before: ConfigValues, after: ConfigValues): ConfigWarning[] {
  return (["ios", "android"] as const).flatMap((platform) => {
    const [old, current] = [before[`${platform}Version`], after[`${platform}Version`]];
    const isLower = old !== undefined && current !== undefined && (compareVersions(current, old) ?? 0) < 0;
    return isLower && after[`${platform}ForceUpdate`] === true
      ? [
          {
            field: `${platform}Version` as const,
            message: `${platform}Version ${current} is forced and lower than ${old}, the version before`,
          },
        ]
      : [];
  });
}
