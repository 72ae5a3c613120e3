export { limitsFor } from "./find-limits.ts";
