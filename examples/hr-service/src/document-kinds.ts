import { LIMITS, prose } from "@countersign/contracts";
import { amountProblem } from "@countersign/domain/finance";
import { z } from "zod";

/** A calendar day, `2027-03-01`. */
const day = z.iso.date("must be a date such as 2027-03-01");
const text = prose(LIMITS.remark);

/** An amount of money that the ledger can hold exactly. */
const money = z
  .number("must be a number")
  .positive("must be greater than 0")
  .refine((value) => amountProblem(value) === undefined, {
    error: ({ input }) => amountProblem(input as number) ?? "is not an amount",
  });

const leaveDetails = z
  .strictObject({ from: day, to: day, reason: text.optional() })
  .refine(({ from, to }) => from <= to, { path: ["to"], error: "must not be before `from`" });

const claimDetails = z.strictObject({ amount: money, spentOn: day, description: text });

const MAX_LOAN_MONTHS = 120;

const loanDetails = z.strictObject({
  amount: money,
  /** In how many months it is paid back. */
  months: z
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(MAX_LOAN_MONTHS, `must be at most ${MAX_LOAN_MONTHS}`),
  purpose: text.optional(),
});

const advanceDetails = z.strictObject({ amount: money, reason: text.optional() });

/**
 * The kinds of document of this service, with all their differences. A new kind is a new entry.
 */
export const DOCUMENT_KINDS = {
  Leave: {
    /** Also the path segment of its REST resource. */
    collection: "leaves",
    /** The prefix of its references: `LV-000001`. */
    refPrefix: "LV",
    noun: "leave",
    details: leaveDetails,
  },
  Claim: { collection: "claims", refPrefix: "CL", noun: "claim", details: claimDetails },
  Loan: { collection: "loans", refPrefix: "LN", noun: "loan", details: loanDetails },
  Advance: { collection: "advances", refPrefix: "AD", noun: "advance", details: advanceDetails },
} as const;

export type DocumentKind = keyof typeof DOCUMENT_KINDS;

/** The content of a document, by its kind's own schema. */
export type DocumentDetails = z.output<(typeof DOCUMENT_KINDS)[DocumentKind]["details"]>;

export const documentKinds = Object.keys(DOCUMENT_KINDS) as DocumentKind[];

/** The kinds whose completion pays out their amount, which is posted to the ledger. */
export const DISBURSED_KINDS = ["Loan", "Advance"] as const satisfies readonly DocumentKind[];
export type DisbursedKind = (typeof DISBURSED_KINDS)[number];

/** Whether completion of the kind pays out its amount. */
export function isDisbursedKind(kind: DocumentKind): kind is DisbursedKind {
  return DISBURSED_KINDS.some((disbursedKind) => disbursedKind === kind);
}

/** Whether this service keeps documents of the kind. */
export function isDocumentKind(kind: string): kind is DocumentKind {
  return Object.hasOwn(DOCUMENT_KINDS, kind);
}
