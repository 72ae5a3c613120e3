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

it("takes all addresses of one IPv6 network for one", () => {
  const sockets = createUnadmittedSockets({ max: 10, maxPerAddress: 1 });
  const { turnedAway } = enterAll(sockets, [
    ["first", "2001:db8::1"],
    ["second", "2001:db8::2"],
    ["other", "2001:db8:0:1::1"],
  ]);
  expect(turnedAway).toEqual(["first"]);
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
