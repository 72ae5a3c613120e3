import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether an `If-None-Match` value names the entity tag (RFC 9110 section 13.1.2): `*`, or a list compared weakly.
 */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return (
    ifNoneMatch === etag ||
    ifNoneMatch.split(",").some((item) => {
      const tag = item.trim();
      return tag === "*" || tag === etag || tag === `W/${etag}`;
    })
  );
}

/** The seconds of a request's `Cache-Control: stale-if-error=N` (RFC 5861 section 4), if it asks for that. */
export function staleIfErrorSeconds(cacheControl: string | undefined): number | undefined {
  const [, seconds] =
    /(?:^|,)\s*stale-if-error\s*=\s*"?(\d{1,10})"?\s*(?:,|$)/i.exec(cacheControl ?? "") ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}

/** Whether the request brings a body (RFC 9112 section 6). */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}
