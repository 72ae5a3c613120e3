export { createReplay } from "./replay-rules.ts";
