export { snoozesIn } from "./records.ts";
export type { SnoozeLoaders } from "./snooze-loaders.ts";
export { type HeldSnooze, createSnoozeReadModel } from "./snooze-read-model.ts";
