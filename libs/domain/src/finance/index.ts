export { amountProblem, formatUnits, parseUnits, toNumber, type Units } from "./amount.ts";
export {
  assertPostable,
  assertSameCompany,
  draftLines,
  type JournalEntryStatus,
  type JournalLine,
  type JournalLineInput,
  type JournalLineType,
  journalRef,
  MAX_JOURNAL_LINES,
  totalsOf,
  unknownAccountIds,
} from "./journal-entry.ts";
