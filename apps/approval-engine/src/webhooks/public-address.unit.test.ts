import { expect, it } from "vitest";

import { isPublicAddress } from "./public-address.ts";

it.each([
  ["8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "223.255.255.255"],
  ["2606:4700::1111", "2a00:1450::1", "2001:200::1"],
])("%s and its like are of the internet [WEB-2]", (...addresses) => {
  expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([]);
});

it.each([
  ["loopback", ["127.0.0.1", "127.255.0.9", "::1"]],
  ["no address", ["0.0.0.0", "0.1.2.3", "::"]],
  ["private", ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fd12::1", "fec0::1"]],
  ["of a carrier", ["100.64.0.1", "100.127.255.255"]],
  ["link-local", ["169.254.169.254", "fe80::1"]],
  ["mapped", ["::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:a9fe:a9fe"]],
  [
    "translated",
    ["64:ff9b::7f00:1", "64:ff9b::8.8.8.8", "64:ff9b:1::1", "2002:7f00:1::", "2001::1", "::127.0.0.1"],
  ],
  ["of a group, or reserved", ["224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "ff02::1"]],
  [
    "of an example, or a measurement",
    ["192.0.2.1", "198.18.0.1", "198.51.100.7", "203.0.113.9", "2001:db8::1"],
  ],
])("an address that is %s is none of the internet [WEB-2]", (_, addresses) => {
  expect(addresses.filter((address) => isPublicAddress(address))).toEqual([]);
});
