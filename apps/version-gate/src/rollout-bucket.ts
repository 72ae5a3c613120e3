import { hash } from "node:crypto";

/**
 * A device's place in the roll-out of a version, from 0 to 99: the first eight hexadecimal digits of the
 * SHA-256 of `<device>:<version>`, modulo 100. The same on every replica, for good; another one for each version,
 * so that it is not always the same devices that come first.
 */
export function rolloutBucket(device: string, version: string): number {
  return Number.parseInt(hash("sha256", `${device}:${version}`).slice(0, 8), 16) % 100;
}
