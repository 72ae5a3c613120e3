import { fail, unsupported } from "./errors.ts";
import { show } from "./values.ts";

/**
 * A pattern of the server's dialect as a JavaScript one; a leading `(?i)` and the option `x` are translated.
 *
 * @throws StoreError for what JavaScript cannot compile
 */
export function toRegExp(pattern: string, options = ""): RegExp {
  const inline = /^\(\?([imsx]+)\)/.exec(pattern);
  const flags = new Set(options + (inline?.[1] ?? ""));
  for (const flag of flags)
    if (!"imsux".includes(flag)) fail("BadValue", `invalid flag in regex options: ${flag}`);
  let source = inline ? pattern.slice(inline[0].length) : pattern;
  // Extended: unescaped white space and comments do not count. (Inside a class they would; refused, not guessed.)
  if (flags.delete("x")) {
    if (source.includes("[")) return unsupported("the regex option x with a character class");
    source = source.replace(/\\[\s\S]|\s+|#.*$/gm, (part) => (part.startsWith("\\") ? part : ""));
  }
  try {
    return new RegExp(source, [...flags].join(""));
  } catch (error) {
    return fail("BadValue", `Regular expression is invalid: ${show(pattern)}: ${String(error)}`);
  }
}
