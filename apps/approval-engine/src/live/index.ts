export { liveSchema } from "./live-resolvers.ts";
export { type RunFeed, createRunFeed } from "./run-feed.ts";
