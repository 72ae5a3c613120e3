import { redact } from "@countersign/service-kit";
import { isPlainObject } from "./canonical.ts";

/** Names of fields whose values are credentials, in any spelling. */
const SECRET_FIELD = /token|authorization|password|passwd|secret|cookie|credential|api[-_]?key/iu;
const CENSOR = "[redacted]";

/** A copy of the value without credentials: neither in fields that are named for them nor inside text. */
export function withoutCredentials(value: unknown): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map(withoutCredentials);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      SECRET_FIELD.test(name) && (typeof field === "string" || typeof field === "object")
        ? CENSOR
        : withoutCredentials(field),
    ]),
  );
}
