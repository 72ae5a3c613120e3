import { setImmediate as nextTurn } from "node:timers/promises";

import { expect, it } from "vitest";

import { createRotation, TURN_VALUES } from "./rotation.ts";

/** The order in which the works of several users begin, each of a whole turn. */
async function orderOf(users: readonly string[]): Promise<string[]> {
  const rotation = createRotation();
  const begun: string[] = [];
  await Promise.all(
    users.map(async (user) => {
      await rotation(user, TURN_VALUES);
      begun.push(user);
    }),
  );
  return begun;
}

it("begins short work at once", () => {
  const rotation = createRotation();
  expect(rotation("ann", 1)).toBeUndefined();
  expect(rotation("ann", TURN_VALUES)).toBeUndefined();
  expect(rotation("ann", 1)).toBeInstanceOf(Promise);
});

it("rotates between the users, however much work one of them has", async () => {
  const order = await orderOf([...Array.from({ length: 50 }, () => "ann"), "ben", "eve", "ben"]);
  expect(order.slice(0, 6)).toEqual(["ann", "ann", "ben", "eve", "ann", "ben"]);
  expect(order).toHaveLength(53);
});

it("lets other work of the event loop in between", async () => {
  const rotation = createRotation();
  const over = new AbortController();
  let turns = 0;
  const count = async () => {
    for (; !over.signal.aborted; turns += 1) await nextTurn();
  };
  const counted = count();
  for (let work = 0; work < 20; work += 1) await rotation("ann", TURN_VALUES);
  over.abort();
  await counted;
  expect(turns).toBeGreaterThan(10);
});

it("does work that exceeds a whole turn, and leaves nothing behind", async () => {
  const rotation = createRotation();
  await rotation("ann", 100 * TURN_VALUES);
  await rotation("ann", 100 * TURN_VALUES);
  await nextTurn();
  await nextTurn();
  expect(rotation("ann", 1)).toBeUndefined();
});
