export { createJournalConfirmations, type JournalConfirmations } from "./ask-journal.ts";
