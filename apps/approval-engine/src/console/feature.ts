import { defineFeature } from "../shared/feature.ts";

/** The built console, with its policy and its log-in. */
export const consoleFeature = defineFeature({ name: "console", uses: [] });
