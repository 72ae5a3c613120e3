/** Where the engine answers; a proxy may stand in front of it. */
export const ENGINE_ADDRESS = "/graphql";

const EXPIRED = 401;

/** Whether the credential was missing or refused. A proxy may lead to its log-in instead of answering 401. */
export function wasRefused({ status, type }: Response): boolean {
  return status === EXPIRED || type === "opaqueredirect";
}
