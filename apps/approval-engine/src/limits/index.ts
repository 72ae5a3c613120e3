export { kindsOfLimits, limitsFor } from "./find-limits.ts";
