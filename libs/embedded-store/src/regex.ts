import { fail } from "./errors.ts";
import { show } from "./values.ts";

/**
 * Converts a pattern of the server's dialect to JavaScript.
 *
 * @throws StoreError for options other than `i`, `m`, `s` and `u`, and for patterns that JavaScript cannot compile
 */
export function toRegExp(pattern: string, options: string): RegExp {
  if (!/^[imsu]*$/.test(options)) fail("BadValue", `invalid flag in regex options: ${options}`);
  try {
    return new RegExp(pattern, options);
  } catch (error) {
    return fail("BadValue", `Regular expression is invalid: ${show(pattern)}: ${String(error)}`);
  }
}
