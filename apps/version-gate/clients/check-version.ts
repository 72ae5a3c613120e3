/** What the app should do at its start. */
export type Decision =
  | { kind: "continue" }
  /** A newer version exists. Without a download address (the web app) updating means to reload. */
  | { kind: "offer-update" | "require-update"; version: string; downloadUrl?: string };

interface Latest {
  version: string | null;
  forceUpdate: boolean;
  downloadUrl?: string;
}

/** The body of `GET /api/version`. */
interface VersionBody {
  ios: Latest;
  android: Latest;
  web: { v: string; forceUpdate: boolean };
}

const CONTINUE: Decision = { kind: "continue" };
const RETRY_AFTER_MAX_SECONDS = 5;

/**
 * Compares versions number by number, not letter by letter: 1.10 is later than 1.9, and 1.2 is the same as 1.2.0.
 *
 * @returns negative, zero or positive; undefined if one of them is not made of numbers and dots
 */
export function compareVersions(left: string, right: string): number | undefined {
  const dotted = /^\d+(\.\d+)*$/;
  if (!dotted.test(left) || !dotted.test(right)) return undefined;
  const [leftParts, rightParts] = [left.split("."), right.split(".")];
  for (let index = 0; index < Math.max(leftParts.length, rightParts.length); index += 1) {
    const difference = BigInt(leftParts[index] ?? 0) - BigInt(rightParts[index] ?? 0);
    if (difference !== 0n) return difference < 0n ? -1 : 1;
  }
  return 0;
}

/** Decides for an installed version. Versions that cannot be compared never block anybody. */
export function decide(installed: string, { version, forceUpdate, downloadUrl }: Latest): Decision {
  if (version === null || (compareVersions(installed, version) ?? 0) >= 0) return CONTINUE;
  const kind = forceUpdate ? "require-update" : "offer-update";
  return { kind, version, ...(downloadUrl !== undefined && { downloadUrl }) };
}

/**
 * Asks the gate. Whatever goes wrong (no network, a time-out, 500, 503 twice) the app continues: the gate must never be
 * the reason why nobody can work. Ask again at the next start.
 *
 * @param options.address such as `https://api.example.com`
 */
export async function checkVersion(options: {
  address: string;
  platform: "ios" | "android" | "web";
  installed: string;
  timeoutMs?: number;
}): Promise<Decision> {
  const { address, platform, installed, timeoutMs = 3_000 } = options;
  const ask = () => fetch(`${address}/api/version`, { signal: AbortSignal.timeout(timeoutMs) });
  try {
    let response = await ask();
    if (response.status === 503 || response.status === 429) {
      await waitAsTold(response);
      response = await ask();
    }
    if (!response.ok) return CONTINUE;
    const body = (await response.json()) as VersionBody;
    const { v, ...web } = body.web;
    return decide(installed, platform === "web" ? { version: v, ...web } : body[platform]);
  } catch {
    return CONTINUE;
  }
}

/** Waits for `Retry-After` and up to a second more, so that not everybody comes back at the same moment. */
function waitAsTold(response: Response): Promise<void> {
  const seconds = Math.min(Number(response.headers.get("retry-after") ?? 1), RETRY_AFTER_MAX_SECONDS);
  return new Promise((resolve) => {
    setTimeout(resolve, (seconds + Math.random()) * 1_000);
  });
}
