/** The releases of MongoDB that the store can answer as, and the newest version of the protocol that each speaks. */
export const WIRE_VERSIONS = { "4.4": 9, "5.0": 13, "6.0": 17, "7.0": 21, "8.0": 25 } as const;
export type Release = keyof typeof WIRE_VERSIONS;
export const RELEASES = Object.keys(WIRE_VERSIONS) as Release[];
export const NEWEST_RELEASE: Release = "8.0";
