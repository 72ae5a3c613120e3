export { type RunFeed, createRunFeed } from "./run-feed.ts";
