export { type RunFeed, createRunFeed } from "./run-feed.ts";
export { WAITS_MAX, type Waits, createWaits } from "./waits.ts";
