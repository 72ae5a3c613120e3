import { isPlainObject } from "./canonical.ts";

/** Names of fields whose values are credentials, in any spelling. */
const SECRET_FIELD = /token|authorization|password|passwd|secret|cookie|credential|api[-_]?key/iu;
/** A JSON Web Token inside text; other text stays unchanged. */
const JSON_WEB_TOKEN = /\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/gu;
const CENSOR = "[redacted]";

/** A copy of the value without credentials: neither in fields with such names nor as tokens inside text. */
export function withoutCredentials(value: unknown): unknown {
  if (typeof value === "string") return value.replace(JSON_WEB_TOKEN, CENSOR);
  if (Array.isArray(value)) return value.map(withoutCredentials);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const isSecret = SECRET_FIELD.test(name) && (typeof field === "string" || typeof field === "object");
      return [name, isSecret ? CENSOR : withoutCredentials(field)];
    }),
  );
}
