import * as fc from "fast-check";
import { expect, it } from "vitest";

import { matchSeats } from "./matching.ts";

/** The most seats that have a place, by trying every choice. */
function most(seats: readonly (readonly number[])[], free: readonly number[]): number {
  const [first, ...others] = seats;
  if (first === undefined) return 0;
  const taking = first
    .filter((place) => (free[place] ?? 0) > 0)
    .map((place) => 1 + most(others, free.with(place, free[place]! - 1)));
  return Math.max(most(others, free), ...taking);
}

it("gives as many seats a place as any choice would, each one that it may take [PPL-4]", () => {
  const seats = fc.array(fc.uniqueArray(fc.nat(4), { maxLength: 3 }), { minLength: 1, maxLength: 6 });
  const room = fc.array(fc.nat(2), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(seats, room, (wishes, free) => {
      const taken = matchSeats(
        wishes.map((places, index) => ({ places, index })),
        ({ places }) => places,
        new Map(free.entries()),
      );
      for (const [place, holders] of taken) {
        expect(holders.length).toBeLessThanOrEqual(free[place]!);
        for (const holder of holders) expect(holder.places).toContain(place);
      }
      const placed = [...taken.values()].flat().map(({ index }) => index);
      expect(new Set(placed).size).toBe(placed.length);
      expect(placed.length).toBe(most(wishes, free));
    }),
    { numRuns: 500 },
  );
});

it("looks at each place once for all the seats that find none [PPL-4]", () => {
  let asked = 0;
  const places = Array.from({ length: 40 }, (_, place) => place);
  const seats = Array.from({ length: 200 }, (_, seat) => seat);
  const placesOf = () => {
    asked += 1;
    return places;
  };
  matchSeats(seats, placesOf, new Map(places.map((place) => [place, 1])));
  expect(asked).toBeLessThan(1_500);
});
