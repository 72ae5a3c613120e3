export { kindsOfLimits, limitById, limitsFor } from "./find-limits.ts";
export { limitAmount } from "./inputs.ts";
export { assertOneHolder } from "./limits.ts";
