import { expect, it } from "vitest";

import { createUnadmittedSockets } from "./unadmitted-sockets.ts";

function enterAll(
  sockets: ReturnType<typeof createUnadmittedSockets>,
  clients: readonly (readonly [string, string])[],
) {
  const turnedAway: string[] = [];
  const leave = clients.map(([name, address]) => sockets.enter(address, () => turnedAway.push(name)));
  return { turnedAway, leave };
}

it("turns away the longest waiting socket of the same address when that address has its share", () => {
  const sockets = createUnadmittedSockets({ max: 10, maxPerAddress: 2 });
  const { turnedAway } = enterAll(sockets, [
    ["other", "b"],
    ["first", "a"],
    ["second", "a"],
    ["third", "a"],
    ["fourth", "a"],
  ]);
  expect(turnedAway).toEqual(["first", "second"]);
});

it("turns away the longest waiting socket of all when it is full", () => {
  const sockets = createUnadmittedSockets({ max: 2, maxPerAddress: 2 });
  const { turnedAway } = enterAll(sockets, [
    ["first", "a"],
    ["second", "b"],
    ["third", "c"],
  ]);
  expect(turnedAway).toEqual(["first"]);
});

it("has one free place again for each socket that has left", () => {
  const sockets = createUnadmittedSockets({ max: 2, maxPerAddress: 2 });
  const { turnedAway, leave } = enterAll(sockets, [
    ["first", "a"],
    ["second", "a"],
  ]);
  leave[0]?.();
  leave[0]?.();
  sockets.enter("a", () => turnedAway.push("third"));
  expect(turnedAway).toEqual([]);
  sockets.enter("a", () => turnedAway.push("fourth"));
  expect(turnedAway).toEqual(["second"]);
});
