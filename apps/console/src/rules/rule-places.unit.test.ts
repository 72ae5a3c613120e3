import { describe, expect, it } from "vitest";

import { placesFor } from "./rule-places.ts";

/** Rules in their order, each named after its place. */
const rules = (...orders: (number | null)[]) => orders.map((order, index) => ({ id: `${index}`, order }));
const moved = (from: number, to: number, ...orders: (number | null)[]) => {
  const list = rules(...orders);
  const [rule] = list.splice(from, 1);
  return placesFor(list.toSpliced(to, 0, rule!), to);
};

describe("the places of rules after one was moved", () => {
  it.each([
    ["between two others", moved(2, 1, 10, 20, 30), [{ id: "2", order: 15 }]],
    ["to the beginning", moved(2, 0, 10, 20, 30), [{ id: "2", order: 5 }]],
    ["to the end", moved(0, 2, 10, 20, 30), [{ id: "0", order: 40 }]],
  ])("change for it alone where there is room: %s [CON-17]", (_where, places, expected) => {
    expect(places).toEqual(expected);
  });

  it("change for all where there is none, and where some had no place [CON-17]", () => {
    expect(moved(2, 1, 1, 2, 3)).toEqual([
      { id: "0", order: 10 },
      { id: "2", order: 20 },
      { id: "1", order: 30 },
    ]);
    expect(moved(1, 0, null, null)).toEqual([
      { id: "1", order: 10 },
      { id: "0", order: 20 },
    ]);
    // A rule that stands where it should stays.
    expect(moved(1, 0, 20, null)).toEqual([{ id: "1", order: 10 }]);
  });

  it("are below all others, and never below 1 [CON-17]", () => {
    expect(moved(1, 0, 1, 5)).toEqual([
      { id: "1", order: 10 },
      { id: "0", order: 20 },
    ]);
  });
});
