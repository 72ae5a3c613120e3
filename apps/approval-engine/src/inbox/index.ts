export type { InboxLoaders } from "./inbox-loaders.ts";
export { type RunFence, createRunFence } from "./run-fence.ts";
export { type RunReadModel, type ShownApproval } from "./run-read-model.ts";
