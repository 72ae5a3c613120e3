import { readFileSync } from "node:fs";

/** The feature's part of the SDL. */
export const SDL = readFileSync(new URL("mail.graphql", import.meta.url), "utf8");
