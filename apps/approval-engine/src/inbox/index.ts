export type { InboxLoaders } from "./inbox-loaders.ts";
export { isPlaceOf } from "./inbox-order.ts";
export { type RunFence, createRunFence } from "./run-fence.ts";
export { type RunReadModel } from "./run-read-model.ts";
