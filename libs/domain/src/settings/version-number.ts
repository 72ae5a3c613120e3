/** A version that can be compared. */
export interface VersionNumber {
  /** In decimal digits, of any length. */
  numbers: readonly string[];
  /** Identifiers of a pre-release, such as `beta` and `4`; empty for a release. */
  preRelease: readonly string[];
}

/** Longest version that is accepted, in characters. */
export const VERSION_MAX_LENGTH = 100;

const IDENTIFIERS = String.raw`[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*`;

/**
 * One or more numbers, then a pre-release as Semantic Versioning 2.0 writes it (section 9); unlike there, any number of
 * numbers, and leading zeros. Blanks around it, a `v` before it, and a build in brackets or after `+` do not count
 * (contract-3, FIX-6): stores and build tools write versions so.
 */
export const VERSION_PATTERN = new RegExp(
  String.raw`^\s*[vV]?(\d+(?:\.\d+)*)(?:-(${IDENTIFIERS}))?\s*(?:[+(\[][\s\S]*)?$`,
);

/** Reads a version; undefined when the text is none. */
export function parseVersion(text: string): VersionNumber | undefined {
  const [, numbers, preRelease] = VERSION_PATTERN.exec(text) ?? [];
  return numbers === undefined
    ? undefined
    : { numbers: numbers.split("."), preRelease: preRelease?.split(".") ?? [] };
}

/**
 * Compares number by number, a missing one being 0, then by Semantic Versioning 2.0, section 11: a pre-release is below
 * its release; build data does not count.
 *
 * @returns negative, 0 or positive like a sort's comparison
 */
export function compareVersionNumbers(left: VersionNumber, right: VersionNumber): number {
  for (let index = 0; index < Math.max(left.numbers.length, right.numbers.length); index += 1) {
    const order = compareNumbers(left.numbers[index] ?? "0", right.numbers[index] ?? "0");
    if (order !== 0) return order;
  }
  return comparePreReleases(left.preRelease, right.preRelease);
}

function comparePreReleases(left: readonly string[], right: readonly string[]): number {
  if (left.length === 0 || right.length === 0) return orderOf(right.length, left.length);
  for (const [index, identifier] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = compareIdentifiers(identifier, other);
    if (order !== 0) return order;
  }
  return orderOf(left.length, right.length);
}

/** Numbers are below other identifiers. */
function compareIdentifiers(left: string, right: string): number {
  const [leftIsNumber, rightIsNumber] = [/^\d+$/.test(left), /^\d+$/.test(right)];
  if (leftIsNumber && rightIsNumber) return compareNumbers(left, right);
  return leftIsNumber === rightIsNumber ? orderOf(left, right) : orderOf(rightIsNumber, leftIsNumber);
}

/** Compares decimal digits by their value; those of equal length have the order of texts. */
function compareNumbers(left: string, right: string): number {
  return left.length === right.length ? orderOf(left, right) : orderOf(BigInt(left), BigInt(right));
}

function orderOf<T extends bigint | number | string | boolean>(left: T, right: T): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
