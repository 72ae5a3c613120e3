import { z } from "zod";

/** Upper bounds of everything a message or request may carry. Texts are counted in UTF-16 units, lists in items. */
export const LIMITS = {
  requestId: 200,
  eventId: 200,
  ref: 200,
  stageName: 200,
  remark: 2_000,
  message: 2_600,
  name: 200,
  email: 320,
  timeZone: 64,
  locale: 64,
  errorText: 1_000,
  /** Of a run, a workflow and a submission: the domain's `MAX_STAGES`. */
  stages: 100,
  approversPerStage: 200,
  /** Sources of approvers, and the most levels that one goes up from the submitter. */
  sourcesPerStage: 20,
  managerLevels: 5,
  /** Of a stage's ladder: its reminders, and the users whom and the levels by which it escalates. */
  reminders: 10,
  escalationUsers: 20,
  escalationLevels: 3,
  /** Labels of an approver, and their characters. */
  groups: 20,
  group: 64,
  /** Members of a group of users. */
  members: 500,
  /** Greatest amount of money; the platform's bound on amounts. */
  amount: 1e12,
  /** Of a document: its title, its facts with their labels and texts, its links, its editors, and all of it in bytes of JSON. */
  documentTitle: 200,
  facts: 40,
  factLabel: 60,
  factText: 500,
  /** Characters of the condition of a stage. */
  condition: 500,
  attachments: 20,
  editors: 50,
  link: 2_000,
  documentBytes: 32_768,
  /** Of a document's tables: how many there are, their columns, rows and cells, and all of them in bytes of JSON. */
  tables: 3,
  tableColumns: 12,
  tableRows: 2_000,
  cellText: 500,
  tableBytes: 786_432,
  /** Lines of a journal entry that a person confirms. */
  confirmedLines: 1_000,
} as const;

// Line breaks and other control characters would break headers, logs and tables, and mean nothing in a label.
const CONTROL_CHARACTERS = /\p{Cc}/u;
// A remark is prose: tabs and line breaks are fine there.
const CONTROL_CHARACTERS_BUT_LAYOUT = /[^\P{Cc}\t\n\r]/u;

/** One line of text. */
export function line(maxLength: number) {
  return boundedLine(z.string(), maxLength);
}

/** One line of text that is copied and typed, such as an e-mail address: without blanks around it, in NFC (contract-3, FIX-7). */
export function trimmedLine(maxLength: number) {
  return boundedLine(z.string().trim().normalize("NFC"), maxLength);
}

function boundedLine(text: z.ZodString, maxLength: number) {
  return text
    .min(1, "must not be empty")
    .max(maxLength, `must have at most ${maxLength} characters`)
    .refine((text) => !CONTROL_CHARACTERS.test(text), "must not contain control characters");
}

/**
 * The same text without blanks around it and in NFC: equal texts are equal, whatever keyboard wrote them (contract-4,
 * MEET-15).
 */
export function normalizeText(text: z.ZodString): z.ZodString {
  return text.normalize("NFC").trim();
}

/** A label that is compared and listed: not blank, and {@link normalizeText} others that read the same. */
export function alikeLabel(text: z.ZodString): z.ZodString {
  return normalizeText(text).refine((label) => label !== "", {
    error: "must not be blank",
    when: ({ issues }) => issues.length === 0,
  });
}

/** Text that may run over several lines. */
export function prose(maxLength: number) {
  return z
    .string()
    .max(maxLength, `must have at most ${maxLength} characters`)
    .refine((text) => !CONTROL_CHARACTERS_BUT_LAYOUT.test(text), "must not contain control characters");
}

/** A MongoDB object id on the wire; read in either case, handed on in lower case. */
export const hexId = z
  .string()
  .regex(/^[0-9a-fA-F]{24}$/u, "must be 24 hexadecimal characters")
  .transform((id) => id.toLowerCase());

/** Company fence that every message and request carries. */
export const tenancy = { companyId: hexId, branchId: hexId.optional() } as const;

/** `true` only for an amount that is finite and within ±1e12. */
export const amount = z
  .number("must be a number")
  .min(-LIMITS.amount, `must be at least -${LIMITS.amount}`)
  .max(LIMITS.amount, `must be at most ${LIMITS.amount}`);
