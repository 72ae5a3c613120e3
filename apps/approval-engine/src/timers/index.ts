export { observeLateness } from "./timer-work.ts";
