/**
 * The one text of a JSON value, by RFC 8785: members sorted by UTF-16 code units, no blanks, numbers and texts as
 * ECMAScript writes them. Members whose value is undefined are left out, as `JSON.stringify` does.
 *
 * @throws TypeError for what JSON cannot express: numbers that are not finite, lone surrogates, functions and the like
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string" && value.isWellFormed()) return JSON.stringify(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && isPlain(value)) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`);
    return `{${members.join(",")}}`;
  }
  throw new TypeError("JSON cannot express the value");
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
