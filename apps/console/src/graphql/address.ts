/** Where the engine answers; a proxy may stand in front of it. */
export const ENGINE_ADDRESS = "/graphql";

const EXPIRED = 401;

/** Whether the credential was missing or refused. A proxy may lead to its log-in instead of answering 401. */
export function wasRefused({ status, type }: Response): boolean {
  return status === EXPIRED || type === "opaqueredirect";
}

/** The answers of a proxy in whose back there is no engine. */
const GATEWAY_FAILURES = new Set([502, 503, 504]);

/** Whether the engine itself has answered: where it is too busy, it says so in its own form. */
export function isFromEngine({ status, headers }: Response): boolean {
  return !GATEWAY_FAILURES.has(status) || headers.get("content-type")?.includes("json") === true;
}
