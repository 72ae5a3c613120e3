import { z } from "zod";
import { currency } from "./fact.ts";
import { LIMITS, hexId, line } from "./fields.ts";
import { defineRpc } from "./rpc.ts";

/** The user whose agent asked, and the confirmation. */
const ofUser = { companyId: hexId, userId: hexId, id: hexId } as const;

/** Lines of an entry that a person confirms; a larger entry is not asked about. */
const MAX_LINES = LIMITS.confirmedLines;

/**
 * A question whether a journal entry may be posted, and the entry as it is now (contract-3, MCP-3). `status` is OPEN
 * until the person answers or ten minutes are over.
 */
const journalConfirmation = z.object({
  id: hexId,
  entryId: hexId,
  ref: line(LIMITS.ref),
  description: z.string(),
  /** The day of the entry in UTC, as YYYY-MM-DD. */
  date: z.string(),
  /** Each line as one text. */
  lines: z.array(z.string()).max(MAX_LINES),
  /** Each line by its columns: its number, the account's number and name, debit, credit, remark. */
  cells: z.array(z.array(z.string())).max(MAX_LINES),
  /** The sum of the debits, as decimal text. */
  total: z.string(),
  currency: currency.optional(),
  status: z.enum(["OPEN", "ACCEPTED", "DECLINED", "EXPIRED"]),
  /** The entry is another one than when the question was asked. */
  changed: z.boolean(),
});
export type JournalConfirmation = z.infer<typeof journalConfirmation>;

/**
 * How an answer was taken: `TAKEN` now or before, `ANSWERED` in the other way before, `EXPIRED` after ten minutes,
 * `CHANGED` where the entry is another one than was asked about, `POSTED` where it is posted already, `MISSING` where
 * the user was not asked.
 */
const answerResult = z.object({
  result: z.enum(["TAKEN", "ANSWERED", "EXPIRED", "CHANGED", "POSTED", "MISSING"]),
  /** The entry's; absent where the user was not asked. */
  ref: line(LIMITS.ref).optional(),
});

/** Request/reply operations of the journal, which the approval engine asks for its console; plain JSON both ways. */
export const JOURNAL_RPC = {
  confirmationShow: defineRpc(
    "journal.rpc.confirmation.show",
    z.object(ofUser),
    // Null for a user who was not asked.
    z.object({ confirmation: journalConfirmation.nullable() }),
    "Shows a journal entry that a user is asked to confirm.",
  ),
  confirmationAnswer: defineRpc(
    "journal.rpc.confirmation.answer",
    z.object({ ...ofUser, accept: z.boolean() }),
    answerResult,
    "Takes a user's answer whether a journal entry may be posted.",
  ),
} as const;

export type JournalRpcName = keyof typeof JOURNAL_RPC;
export type JournalRpcRequest<N extends JournalRpcName> = z.input<(typeof JOURNAL_RPC)[N]["request"]>;
export type JournalRpcReply<N extends JournalRpcName> = z.output<(typeof JOURNAL_RPC)[N]["reply"]>;
