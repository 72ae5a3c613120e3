export { observeLateness } from "./work-timers.ts";
