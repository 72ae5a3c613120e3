const CHUNK_SIZE = 512;

/** True from some position of the order on: the start or the end of a range. */
export type From<T> = (item: T) => boolean;

/**
 * An ordered list of sorted chunks, with cheap insertion, removal and ranges at any size this store sees. `compare` must
 * distinguish all items.
 */
export function createSortedList<T>(compare: (a: T, b: T) => number) {
  const chunks: T[][] = [];
  /** Counts the changes, so that a scan notices them. */
  let changes = 0;

  /** The position of the first item from which `from` holds. */
  const locate = (from: From<T>): [chunk: number, offset: number] => {
    const chunk = firstWhere(chunks.length, (i) => from(chunks[i]!.at(-1)!));
    const items = chunks[chunk];
    return [chunk, items ? firstWhere(items.length, (i) => from(items[i]!)) : 0];
  };

  /** Does nothing if the list has the item already. */
  const insert = (item: T) => {
    changes += 1;
    const last = chunks.at(-1);
    // New ids and dates belong at the end, which needs no search.
    if (!last || compare(last.at(-1)!, item) < 0) {
      if (last && last.length < CHUNK_SIZE) last.push(item);
      else chunks.push([item]);
      return;
    }
    const [at, offset] = locate((listItem) => compare(listItem, item) >= 0);
    const chunk = chunks[at]!;
    if (compare(chunk[offset]!, item) === 0) return;
    chunk.splice(offset, 0, item);
    if (chunk.length > 2 * CHUNK_SIZE) chunks.splice(at + 1, 0, chunk.splice(CHUNK_SIZE));
  };

  const remove = (item: T) => {
    changes += 1;
    const [at, offset] = locate((listItem) => compare(listItem, item) >= 0);
    const chunk = chunks[at];
    const foundItem = chunk?.[offset];
    if (!chunk || foundItem === undefined || compare(foundItem, item) !== 0) return;
    chunk.splice(offset, 1);
    if (chunk.length === 0) chunks.splice(at, 1);
  };

  /** How many items lie in a range; `end` is true for the first item after it. */
  const count = (start: From<T>, end: From<T>) => {
    const [first, from] = locate(start);
    const [last, to] = locate(end);
    let total = to - from;
    for (let i = first; i < last; i++) total += chunks[i]!.length;
    return Math.max(0, total);
  };

  /** The items of a range in order, or in reverse. When the list changes meanwhile, it goes on behind its last item. */
  function* scan(start: From<T>, end: From<T>, reverse: boolean): Iterable<T> {
    let [low, high] = [start, end];
    for (let seenChanges = -1; seenChanges !== changes;) {
      seenChanges = changes;
      for (const item of walk(low, high, reverse)) {
        yield item;
        if (seenChanges === changes) continue;
        if (reverse) high = (listItem) => compare(listItem, item) >= 0;
        else low = (listItem) => compare(listItem, item) > 0;
        break;
      }
    }
  }

  function* walk(start: From<T>, end: From<T>, reverse: boolean): Iterable<T> {
    const [first, from] = locate(start);
    const [last, to] = locate(end);
    if (!reverse) {
      for (let i = first; i <= last && i < chunks.length; i++) {
        const items = chunks[i]!;
        const stop = i === last ? to : items.length;
        for (let k = i === first ? from : 0; k < stop; k++) yield items[k]!;
      }
      return;
    }
    for (let i = Math.min(last, chunks.length - 1); i >= first; i--) {
      const items = chunks[i]!;
      const stop = i === first ? from : 0;
      for (let k = (i === last ? to : items.length) - 1; k >= stop; k--) yield items[k]!;
    }
  }

  return { insert, remove, count, scan };
}

/** Binary search: the first number below `length` for which `holds`, else `length`. */
function firstWhere(length: number, holds: (i: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
