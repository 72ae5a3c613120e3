/** The app's decision at its start. */
export type Decision =
  | { kind: "continue" }
  /** A newer version exists. Without a download address (the web app) updating means to reload. */
  | { kind: "offer-update" | "require-update"; version: string; downloadUrl?: string; message?: string }
  /** The app cannot be used now: show the message, and ask again after so many seconds, or when the person tries. */
  | { kind: "wait"; seconds: number; message?: string };

interface Latest {
  version: string | null;
  forceUpdate: boolean;
  downloadUrl?: string;
}

/** The body of `GET /api/version/check`. */
interface CheckBody {
  status: "OK" | "UPDATE_AVAILABLE" | "UPDATE_REQUIRED" | "MAINTENANCE";
  current: string | null;
  minimum: string | null;
  downloadUrl: string | null;
  message?: string;
  retryAfter?: number;
}

/** The body of `GET /api/version`. */
interface VersionBody {
  ios: Latest;
  android: Latest;
  web: { v: string; forceUpdate: boolean };
}

const CONTINUE: Decision = { kind: "continue" };
const RETRY_AFTER_MAX_SECONDS = 5;

/** A version as stores, build tools and people write it: the gate's own expression, see `docs/version-gate.md`. */
const VERSION =
  /^(?:v(?:er(?:sion)?)?[.:]? *)?([0-9]+(?:\.[0-9]+)*|(?![0-9]{1,3}(?:,[0-9]{3})+(?![0-9,]))[0-9]+(?:,[0-9]+)+)(?:(?:[ ._-]*(alpha|beta|canary|dev|nightly|pre|preview|rc|snapshot)|([ab])(?=[0-9]))(?:[ ._-]*([0-9]+))?|[ ._-]*(?:final|ga|release|stable)|-(?!build(?![a-z]))([0-9a-z-]+(?:\.[0-9a-z-]+)*))?(?: *(?:[+(]|\[)[\s\S]*|[ ,;._-]*build(?![a-z])[\s\S]*)?$/i;
const VERSION_MAX_LENGTH = 100;

/** The zero of each script, in hexadecimal; the other nine digits follow it. Not every engine knows `\p{Nd}`. */
const ZEROS = [
  "30 660 6f0 7c0 966 9e6 a66 ae6 b66 be6 c66 ce6 d66 de6 e50 ed0 f20 1040 1090 17e0 1810 1946 19d0",
  "1a80 1a90 1b50 1bb0 1c40 1c50 a620 a8d0 a900 a9d0 a9f0 aa50 abf0 ff10 104a0 10d30 10d40 11066 110f0",
  "11136 111d0 112f0 11450 114d0 11650 116c0 116d0 116da 11730 118e0 11950 11bf0 11c50 11d50 11da0",
  "11de0 11f50 16130 16a60 16ac0 16b50 16d70 1ccf0 1d7ce 1d7d8 1d7e2 1d7ec 1d7f6 1e140 1e2f0 1e4f0",
  "1e5f1 1e950 1fbf0",
].flatMap((row) => row.split(" ").map((zero) => parseInt(zero, 16)));

interface VersionParts {
  numbers: string[];
  /** Such as `beta` and `2`; empty for a release. */
  preRelease: string[];
}

/** The parts of a version; undefined where the text is none. */
function partsOf(version: string): VersionParts | undefined {
  const text = plainText(version.trim());
  if (version.length > VERSION_MAX_LENGTH) return undefined;
  const [, numbers, word, letter, count, identifiers] = VERSION.exec(text) ?? [];
  if (numbers === undefined) return undefined;
  const name = word ?? (letter && (letter === "a" ? "alpha" : "beta"));
  const preRelease = name ? [name, ...(count ? [count] : [])] : (identifiers?.split(".") ?? []);
  return {
    numbers: numbers.split(/[.,]/),
    // A number at the end is a part of its own: rc10 is above rc2.
    preRelease: preRelease.flatMap((part) => /^(.*[a-z])-?([0-9]+)$/.exec(part)?.slice(1) ?? [part]),
  };
}

/** In small letters, with the digits 0 to 9, one kind of blank, and ASCII's signs. */
function plainText(text: string): string {
  const letters = Array.from(text, (letter) => {
    const codePoint = letter.codePointAt(0) ?? 0;
    const zero = ZEROS.find((first) => first <= codePoint && codePoint < first + 10);
    if (zero !== undefined) return String(codePoint - zero);
    const isWide = codePoint > 0xff00 && codePoint < 0xff5f;
    return isWide ? String.fromCharCode(codePoint - 0xfee0) : letter;
  });
  return letters
    .join("")
    .replace(/\u066B/g, ",")
    .replace(/\s/g, " ")
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Compares versions number by number, not letter by letter: 1.10 is later than 1.9, and 1.2 is the same as 1.2.0. A
 * pre-release is below its release, and a build does not count: 1.2-rc.1 is below 1.2, which is the same as 1.2 (34).
 *
 * @returns negative, zero or positive; undefined if one of them is no version
 */
export function compareVersions(left: string, right: string): number | undefined {
  const [leftParts, rightParts] = [partsOf(left), partsOf(right)];
  if (leftParts === undefined || rightParts === undefined) return undefined;
  const length = Math.max(leftParts.numbers.length, rightParts.numbers.length);
  for (let index = 0; index < length; index += 1) {
    const difference = compareNumbers(leftParts.numbers[index] ?? "0", rightParts.numbers[index] ?? "0");
    if (difference !== 0) return difference;
  }
  return comparePreReleases(leftParts.preRelease, rightParts.preRelease);
}

function comparePreReleases(left: string[], right: string[]): number {
  if (left.length === 0 || right.length === 0) return Math.sign(right.length - left.length);
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const difference = compareParts(left[index] ?? "", right[index] ?? "");
    if (difference !== 0) return difference;
  }
  return Math.sign(left.length - right.length);
}

/** Numbers are below words. */
function compareParts(left: string, right: string): number {
  const [leftIsNumber, rightIsNumber] = [/^[0-9]+$/.test(left), /^[0-9]+$/.test(right)];
  if (leftIsNumber && rightIsNumber) return compareNumbers(left, right);
  if (leftIsNumber !== rightIsNumber) return leftIsNumber ? -1 : 1;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Compares whole numbers of any length, which need not fit into a number of the language. */
function compareNumbers(left: string, right: string): number {
  const [leftDigits, rightDigits] = [left.replace(/^0+/, ""), right.replace(/^0+/, "")];
  if (leftDigits === rightDigits) return 0;
  const isLess =
    leftDigits.length === rightDigits.length
      ? leftDigits < rightDigits
      : leftDigits.length < rightDigits.length;
  return isLess ? -1 : 1;
}

/** Decides for an installed version. Versions that cannot be compared never block anybody. */
export function decide(installedVersion: string, { version, forceUpdate, downloadUrl }: Latest): Decision {
  if (version === null || (compareVersions(installedVersion, version) ?? 0) >= 0) return CONTINUE;
  const kind = forceUpdate ? "require-update" : "offer-update";
  return { kind, version, ...(downloadUrl !== undefined && { downloadUrl }) };
}

/** Where and how long to ask. */
interface Asking {
  /** Such as `https://api.example.com`. */
  address: string;
  timeoutMs?: number;
}

/**
 * Asks the gate what to do: the gate compares the versions, and knows of minimum versions, roll-outs and maintenance.
 * Whatever goes wrong on the way the app continues, as with {@link checkVersion}; a refused request is also a warning of
 * the console. Ask again at the next start.
 *
 * @param options.installed such as `1.2.3` or `1.2.3-beta.4 (567)`
 * @param options.device a random id that the app made at its first start and keeps, at most 64 characters. Without it
 *   the app is not among the first devices of a roll-out
 */
export async function checkUpdate(
  options: Asking & { platform: "ios" | "android" | "web"; installed: string; device?: string },
): Promise<Decision> {
  const { platform, installed, device } = options;
  const deviceParameter = device === undefined ? "" : `&device=${encodeURIComponent(device)}`;
  const query = `platform=${platform}&version=${encodeURIComponent(installed)}${deviceParameter}`;
  return ask(`/api/version/check?${query}`, options, decisionOf);
}

function decisionOf(body: Partial<CheckBody>): Decision {
  const { status, current, minimum, downloadUrl, message, retryAfter } = body;
  const words = message === undefined ? {} : { message };
  switch (status) {
    case "UPDATE_AVAILABLE":
    case "UPDATE_REQUIRED": {
      const kind = status === "UPDATE_REQUIRED" ? "require-update" : "offer-update";
      return {
        kind,
        version: current ?? minimum ?? "",
        ...(typeof downloadUrl === "string" && { downloadUrl }),
        ...words,
      };
    }
    case "MAINTENANCE":
      return { kind: "wait", seconds: retryAfter ?? RETRY_AFTER_MAX_SECONDS, ...words };
    // Others may be added.
    default:
      return CONTINUE;
  }
}

/**
 * Asks the gate for the published versions, to decide here. Whatever goes wrong on the way (no network, a time-out, 500,
 * 503 twice, an answer of somebody else) the app continues: the gate must never be the reason why nobody can work. Ask
 * again at the next start.
 */
export async function checkVersion(
  options: Asking & { platform: "ios" | "android" | "web"; installed: string },
): Promise<Decision> {
  const { platform, installed } = options;
  return ask("/api/version", options, ({ web, ...apps }: Partial<VersionBody>) => {
    const latest =
      platform === "web" ? web && { version: web.v, forceUpdate: web.forceUpdate } : apps[platform];
    return latest ? decide(installed, latest) : CONTINUE;
  });
}

/**
 * Asks, and decides by the answer. Only what can go wrong on the way is caught: a slip in the program must not look like
 * "continue" for ever.
 *
 * @throws TypeError for an address that is none
 */
async function ask(
  path: string,
  { address, timeoutMs = 3_000 }: Asking,
  decideBy: (body: never) => Decision,
): Promise<Decision> {
  if (!/^https?:\/\/[^/]/.test(address)) throw new TypeError(`address: expected https://…, got ${address}`);
  let response = await answerOf(address + path, timeoutMs);
  if (response !== undefined && (response.status === 503 || response.status === 429)) {
    await waitAsTold(response);
    response = await answerOf(address + path, timeoutMs);
  }
  const isObject = typeof response?.body === "object" && response.body !== null;
  if (response?.status === 400) {
    // The request is at fault: without mending it, the app would continue for ever, and never hear of an update.
    const { message } = (isObject ? response.body : {}) as { message?: unknown };
    console.warn(`The version gate refuses the request: ${String(message)}`);
  }
  return response?.status === 200 && isObject ? decideBy(response.body as never) : CONTINUE;
}

interface Answer {
  status: number;
  retryAfter: string | null;
  /** Absent where it is no JSON. */
  body?: unknown;
}

/** An answer of the gate; absent without a network, and after the time. Old browsers have no `AbortSignal.timeout`. */
function answerOf(url: string, timeoutMs: number): Promise<Answer | undefined> {
  const stopping = new AbortController();
  const timer = setTimeout(() => stopping.abort(), timeoutMs);
  return fetch(url, { signal: stopping.signal })
    .then(async (response) => ({
      status: response.status,
      retryAfter: response.headers.get("retry-after"),
      body: await response.json().catch(() => undefined),
    }))
    .catch(() => undefined)
    .finally(() => clearTimeout(timer));
}

/** Waits for `Retry-After` and up to a second more, so that not everybody comes back at the same moment. */
function waitAsTold({ retryAfter }: Answer): Promise<void> {
  const seconds = Math.min(Number(retryAfter ?? 1), RETRY_AFTER_MAX_SECONDS);
  return new Promise((resolve) => {
    setTimeout(resolve, (seconds + Math.random()) * 1_000);
  });
}
