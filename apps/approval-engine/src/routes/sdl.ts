import { readFileSync } from "node:fs";

import { maximaOf } from "@countersign/graphql";

/** The feature's part of the SDL. */
export const SDL = readFileSync(new URL("routes.graphql", import.meta.url), "utf8");
/** Most items of its lists. */
export const LISTS = maximaOf(SDL);
