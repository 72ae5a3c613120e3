import { createHash } from "node:crypto";

/** A serialised answer. */
export interface SerialisedAnswer {
  body: string;
  /** Strong entity tag of the body. */
  etag: string;
}

export function serialisedAnswer(body: string): SerialisedAnswer {
  return { body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` };
}
