import { expect, it } from "vitest";
import { networkOf } from "./network-of.ts";

it.each([
  ["2001:db8::1", "2001:db8:0:0:ffff::9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"],
  ["2001:0db8:1:2::1", "2001:0db8:1:2:7::1"],
  ["::1", "::2"],
])("counts %s and %s as one address: they are in one /64", (one, other) => {
  expect(networkOf(one)).toBe(networkOf(other));
});

it.each([
  ["2001:db8::1", "2001:db8:0:1::1"],
  ["2001:db8:1::", "2001:db8::1:0:0:0:0"],
  ["192.0.2.1", "192.0.2.2"],
  ["::ffff:192.0.2.1", "::ffff:192.0.2.2"],
])("counts %s and %s as two addresses", (one, other) => {
  expect(networkOf(one)).not.toBe(networkOf(other));
});
