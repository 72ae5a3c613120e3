/** Groups of an IPv6 address that name the network. One client may own a whole network, a /64. */
const NETWORK_GROUPS = 4;
const GROUPS = 8;

/**
 * The network that counts as one address: for IPv6 the /64, because one owner has all of it.
 *
 * @param address from Node; an IPv4 address stays unchanged, also in IPv6 notation
 */
export function networkOf(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address;
  const [head = [], tail = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array<string>(GROUPS - head.length - tail.length).fill("0");
  return [...head, ...zeros, ...tail].slice(0, NETWORK_GROUPS).join(":");
}
