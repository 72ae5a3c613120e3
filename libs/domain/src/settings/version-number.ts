/** A version that can be compared. */
export interface VersionNumber {
  /** In decimal digits, of any length. */
  numbers: readonly string[];
  /** Identifiers of a pre-release, such as `beta` and `4`; empty for a release. */
  preRelease: readonly string[];
}

/** Longest version that is accepted, in characters. */
export const VERSION_MAX_LENGTH = 100;

const IDENTIFIERS = String.raw`[0-9a-z-]+(?:\.[0-9a-z-]+)*`;
const GAP = "[ ._-]*";
const RELEASE_WORDS = "final|ga|release|stable";
const BUILD_WORD = "build(?![a-z])";

/**
 * A version as stores, build tools and people write it (docs/version-gate.md, "What is read"). Its groups: the numbers;
 * a word for a pre-release, or `a` or `b` right before a number; that number; the identifiers of a pre-release as
 * Semantic Versioning 2.0 writes it. The clients have the same expression, which every engine of theirs understands.
 */
export const VERSION_FORM = [
  "(?:v(?:er(?:sion)?)?[.:]? *)?",
  // One comma before three digits may as well group the digits of one number.
  String.raw`([0-9]+(?:\.[0-9]+)*|(?![0-9]{1,3}(?:,[0-9]{3})+(?![0-9,]))[0-9]+(?:,[0-9]+)+)`,
  "(?:",
  `(?:${GAP}(alpha|beta|canary|dev|nightly|pre|preview|rc|snapshot)|([ab])(?=[0-9]))(?:${GAP}([0-9]+))?`,
  `|${GAP}(?:${RELEASE_WORDS})`,
  `|-(?!${BUILD_WORD})(${IDENTIFIERS})`,
  ")?",
  String.raw`(?: *(?:[+(]|\[)[\s\S]*|[ ,;._-]*${BUILD_WORD}[\s\S]*)?`,
].join("");
const VERSION = new RegExp(`^${VERSION_FORM}$`, "i");

/**
 * The form in which operators write versions: one or more numbers, then a pre-release as Semantic Versioning 2.0 writes
 * it (section 9), of which no word means the release itself or a build. Blanks around it, a `v` before it, and a build in
 * brackets or after `+` do not count (contract-3, FIX-6).
 */
const PLAIN_VERSION = new RegExp(
  String.raw`^\s*v?[0-9]+(?:\.[0-9]+)*(?:-(?!(?:${RELEASE_WORDS}|build)(?![a-z]))${IDENTIFIERS})?\s*(?:[+(\[][\s\S]*)?$`,
  "i",
);

/** Reads a version; undefined when the text is none, or is longer than {@link VERSION_MAX_LENGTH}. */
export function parseVersion(text: string): VersionNumber | undefined {
  if (text.length > VERSION_MAX_LENGTH) return undefined;
  const [, numbers, word, letter, count, identifiers] = VERSION.exec(plainText(text)) ?? [];
  if (numbers === undefined) return undefined;
  const name = word ?? (letter && PRE_RELEASE_LETTERS[letter.toLowerCase()]);
  const preRelease = name === undefined ? identifiersOf(identifiers) : [name, ...(count ? [count] : [])];
  return {
    numbers: numbers.split(/[.,]/u),
    preRelease: preRelease.map((identifier) => identifier.toLowerCase()),
  };
}

const PRE_RELEASE_LETTERS: Readonly<Record<string, string>> = { a: "alpha", b: "beta" };

/** Whether a version has the form that other clients read too: see {@link PLAIN_VERSION}. */
export function isPlainVersion(text: string): boolean {
  return text.length <= VERSION_MAX_LENGTH && PLAIN_VERSION.test(text) && parseVersion(text) !== undefined;
}

/** The shortest text of a version, in the form of Semantic Versioning but for the count of its numbers. */
export function formatVersion({ numbers, preRelease }: VersionNumber): string {
  return [numbers.join("."), ...(preRelease.length > 0 ? [preRelease.join(".")] : [])].join("-");
}

/**
 * The text without blanks around it, with each blank as a space, with ASCII's signs for their wide forms, a comma for the
 * Arabic one between decimals, and the digits 0 to 9 for those of any script.
 */
function plainText(text: string): string {
  return text
    .replaceAll(/[\uFF01-\uFF5E]/gu, (wide) => String.fromCodePoint(wide.codePointAt(0)! - 0xfe_e0))
    .replaceAll("\u066B", ",")
    .replaceAll(/\p{Nd}/gu, decimalDigit)
    .replaceAll(/\s/gu, " ")
    .trim();
}

/** The value of a digit: Unicode has the ten digits of a script in their order, so that those before it count. */
function decimalDigit(digit: string): string {
  const at = digit.codePointAt(0)!;
  let before = 0;
  while (isDigit(at - before - 1)) before += 1;
  return String(before % 10);
}

const isDigit = (codePoint: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(codePoint));

/** The parts between dots; a number at the end of one is a part of its own, so that `rc10` is above `rc2`. */
function identifiersOf(identifiers: string | undefined): string[] {
  if (identifiers === undefined) return [];
  return identifiers
    .split(".")
    .flatMap((identifier) => /^(.*[a-z])-?([0-9]+)$/iu.exec(identifier)?.slice(1) ?? [identifier]);
}

/**
 * Compares number by number, a missing one being 0, then by Semantic Versioning 2.0, section 11, without regard to case:
 * a pre-release is below its release; build data does not count.
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
    const otherIdentifier = right[index];
    if (otherIdentifier === undefined) return 1;
    const order = compareIdentifiers(identifier, otherIdentifier);
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
