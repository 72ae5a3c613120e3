export { inboxSchema } from "./inbox-resolvers.ts";
export { INBOX_INDEXES } from "./indexes.ts";
export { keepListed } from "./keep-listed.ts";
export type { ShownRevision } from "./run-documents.ts";
export { type RunFence, createRunFence } from "./run-fence.ts";
export {
  type RunReadModel,
  type ShownApproval,
  type TaskRecord,
  type WorkflowTaskPage,
  createRunReadModel,
} from "./run-read-model.ts";
