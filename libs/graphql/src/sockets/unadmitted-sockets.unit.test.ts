import { expect, it } from "vitest";

import { createUnadmittedSockets } from "./unadmitted-sockets.ts";

function enterAll(
  room: ReturnType<typeof createUnadmittedSockets>,
  guests: readonly (readonly [string, string])[],
) {
  const turnedAway: string[] = [];
  const leave = guests.map(([name, address]) => room.enter(address, () => turnedAway.push(name)));
  return { turnedAway, leave };
}

it("turns away who waited longest from the same address when that address has its share", () => {
  const room = createUnadmittedSockets({ max: 10, maxPerAddress: 2 });
  const { turnedAway } = enterAll(room, [
    ["other", "b"],
    ["first", "a"],
    ["second", "a"],
    ["third", "a"],
    ["fourth", "a"],
  ]);
  expect(turnedAway).toEqual(["first", "second"]);
});

it("turns away who waited longest of all when it is full", () => {
  const room = createUnadmittedSockets({ max: 2, maxPerAddress: 2 });
  const { turnedAway } = enterAll(room, [
    ["first", "a"],
    ["second", "b"],
    ["third", "c"],
  ]);
  expect(turnedAway).toEqual(["first"]);
});

it("has place again when somebody has left, once for each", () => {
  const room = createUnadmittedSockets({ max: 2, maxPerAddress: 2 });
  const { turnedAway, leave } = enterAll(room, [
    ["first", "a"],
    ["second", "a"],
  ]);
  leave[0]?.();
  leave[0]?.();
  room.enter("a", () => turnedAway.push("third"));
  expect(turnedAway).toEqual([]);
  room.enter("a", () => turnedAway.push("fourth"));
  expect(turnedAway).toEqual(["second"]);
});
