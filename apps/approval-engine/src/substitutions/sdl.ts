import { readSdl } from "@countersign/graphql";

/** The feature's part of the SDL, and the most items of its lists. */
export const { SDL, LISTS } = readSdl(new URL("substitutions.graphql", import.meta.url));
