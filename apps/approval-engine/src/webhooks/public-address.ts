import { BlockList, isIPv6 } from "node:net";

/** Ranges of IPv4 that are not the internet's (IANA's special-purpose registry), and multicast. */
const SPECIAL_IPV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
];

/** The range that IPv6 has for the internet: all else is local, mapped, translated (`::ffff:`, `64:ff9b::`), reserved or multicast. */
const GLOBAL_IPV6 = ["2000::/3"];
/** Ranges within it that are special, or lead to an address of IPv4. */
const SPECIAL_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

function rangesOf(ranges: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", bits] = range.split("/");
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}

const specialIpv4 = rangesOf(SPECIAL_IPV4, "ipv4");
const globalIpv6 = rangesOf(GLOBAL_IPV6, "ipv6");
const specialIpv6 = rangesOf(SPECIAL_IPV6, "ipv6");

/** Whether an IP address is one of the internet, not of a machine, a network of the company or a group. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return globalIpv6.check(address, "ipv6") && !specialIpv6.check(address, "ipv6");
  return !specialIpv4.check(address, "ipv4");
}
