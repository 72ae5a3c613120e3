export type { ConversationMessage } from "./conversation-read-model.ts";
