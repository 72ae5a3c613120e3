import { defineFeature } from "../shared/feature.ts";

/** Downloads as XLSX. */
export const exportsFeature = defineFeature({
  name: "exports",
  uses: ["audit", "definitions", "groups", "inbox", "runs", "search"],
});
