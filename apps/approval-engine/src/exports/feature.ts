import { defineFeature } from "../shared/feature.ts";

/** Downloads as XLSX. */
export const exportsFeature = defineFeature({ name: "exports", uses: ["definitions", "inbox", "runs"] });
