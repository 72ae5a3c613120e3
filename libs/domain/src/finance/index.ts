export { amountOf, amountProblem, decimalOf, unitsOf, unitsOfDecimal } from "./amounts.ts";
export {
  type JournalLine,
  type JournalLineInput,
  MAX_JOURNAL_LINES,
  MIN_JOURNAL_LINES,
  assertBalanced,
  draftLines,
  journalRef,
  unknownAccountIds,
} from "./journal.ts";
export {
  JOURNAL_STATUSES,
  type JournalStatus,
  type PostableEntry,
  assertEntryPostable,
  assertOwnEntry,
} from "./posting.ts";
