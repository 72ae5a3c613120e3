import { fail, unsupported } from "./errors.ts";
import { toNumber } from "./numbers.ts";
import type { SortSpec } from "./paths.ts";
import { type Doc, isNumber, show } from "./values.ts";

const MAX_SORT_FIELDS = 32;

/** @throws StoreError for a direction other than 1 or -1 */
export function parseSort(spec: Doc): SortSpec {
  const fields = Object.entries(spec);
  if (fields.length > MAX_SORT_FIELDS) fail("BadValue", `a sort has at most ${MAX_SORT_FIELDS} fields`);
  return fields.map(([path, direction]) => {
    if (path.startsWith("$") || !isNumber(direction))
      return unsupported(`a sort by ${path}: ${show(direction)}`);
    const sign = toNumber(direction);
    if (sign !== 1 && sign !== -1) return fail("BadValue", "$sort key ordering must be 1 or -1");
    return { parts: path.split("."), direction: sign };
  });
}
