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

/** Blanks, a `v` before the numbers, and a build in brackets or after `+` do not count: `v1.2 (34)` is 1.2. */
const VERSION = /^v?(\d+(?:\.\d+)*)\s*(?:[+([][^]*)?$/i;

/**
 * Compares versions number by number, not letter by letter: 1.10 is later than 1.9, and 1.2 is the same as 1.2.0.
 *
 * @returns negative, zero or positive; undefined if one of them is not made of numbers and dots
 */
export function compareVersions(left: string, right: string): number | undefined {
  const [leftParts, rightParts] = [left, right].map((text) => VERSION.exec(text.trim())?.[1]?.split("."));
  if (leftParts === undefined || rightParts === undefined) return undefined;
  for (let index = 0; index < Math.max(leftParts.length, rightParts.length); index += 1) {
    const difference = compareNumbers(leftParts[index] ?? "0", rightParts[index] ?? "0");
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Compares whole numbers of any length, which need not fit into a number of the language. */
function compareNumbers(left: string, right: string): number {
  const [one, other] = [left.replace(/^0+/, ""), right.replace(/^0+/, "")];
  if (one === other) return 0;
  const isLess = one.length === other.length ? one < other : one.length < other.length;
  return isLess ? -1 : 1;
}

/** Decides for an installed version. Versions that cannot be compared never block anybody. */
export function decide(installed: string, { version, forceUpdate, downloadUrl }: Latest): Decision {
  if (version === null || (compareVersions(installed, version) ?? 0) >= 0) return CONTINUE;
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
 * Whatever goes wrong on the way the app continues, as with {@link checkVersion}. Ask again at the next start.
 *
 * @param options.installed such as `1.2.3` or `1.2.3-beta.4 (567)`
 * @param options.device a random id that the app made at its first start and keeps, at most 64 characters. Without it
 *   the app is not among the first devices of a roll-out
 */
export async function checkUpdate(
  options: Asking & { platform: "ios" | "android" | "web"; installed: string; device?: string },
): Promise<Decision> {
  const { platform, installed, device } = options;
  const own = device === undefined ? "" : `&device=${encodeURIComponent(device)}`;
  const query = `platform=${platform}&version=${encodeURIComponent(installed)}${own}`;
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
