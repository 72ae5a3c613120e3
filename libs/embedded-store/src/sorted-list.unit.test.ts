import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSortedList } from "./sorted-list.ts";

describe("a sorted list", () => {
  it("holds, counts and scans the same items as a sorted array", () => {
    const change = fc.record({ isInsert: fc.boolean(), item: fc.nat(300) });
    fc.assert(
      fc.property(fc.array(change, { size: "+2" }), fc.nat(300), fc.nat(300), (changes, a, b) => {
        const list = createSortedList<number>((x, y) => x - y);
        const model = new Set<number>();
        for (const { isInsert, item } of changes) {
          if (isInsert) list.insert(item);
          else list.remove(item);
          if (isInsert) model.add(item);
          else model.delete(item);
        }
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const expected = [...model].filter((item) => item >= low && item <= high).toSorted((x, y) => x - y);
        const start = (item: number) => item >= low;
        const end = (item: number) => item > high;
        expect([...list.scan(start, end, false)]).toEqual(expected);
        expect([...list.scan(start, end, true)]).toEqual(expected.toReversed());
        expect(list.count(start, end)).toBe(expected.length);
      }),
    );
  });

  it("goes on behind its last item when items come and go during a scan", () => {
    const change = fc.record({ isInsert: fc.boolean(), item: fc.nat(3_000) });
    const isReverse = fc.boolean();
    fc.assert(
      fc.property(fc.array(change, { minLength: 20, size: "+2" }), isReverse, (changes, reverse) => {
        const list = createSortedList<number>((x, y) => x - y);
        const lasting = Array.from({ length: 1_500 }, (_, n) => 2 * n);
        for (const item of lasting) list.insert(item);
        const scan = list.scan(
          () => true,
          () => false,
          reverse,
        );
        const seen: number[] = [];
        const coming = changes.values();
        for (const item of scan) {
          seen.push(item);
          const { value: next } = item % 8 === 0 ? coming.next() : {};
          // Only odd numbers come and go: the others have to be seen.
          if (next?.isInsert) list.insert(next.item | 1);
          else if (next) list.remove(next.item | 1);
        }
        expect(seen.filter((item) => item % 2 === 0)).toEqual(reverse ? lasting.toReversed() : lasting);
        const inOrder = [...new Set(seen)].toSorted((x, y) => (reverse ? y - x : x - y));
        expect(seen).toEqual(inOrder);
      }),
    );
  });

  it("stays sorted when it grows and shrinks by thousands, in any order", () => {
    const list = createSortedList<number>((x, y) => x - y);
    const items = Array.from({ length: 5_000 }, (_, i) => (i * 7_919) % 5_000);
    for (const item of items) list.insert(item);
    const all = () => [
      ...list.scan(
        () => true,
        () => false,
        false,
      ),
    ];
    expect(all()).toEqual(items.toSorted((x, y) => x - y));
    for (const item of items) if (item % 3 !== 0) list.remove(item);
    expect(all()).toEqual(Array.from({ length: 1_667 }, (_, i) => i * 3));
  });
});
