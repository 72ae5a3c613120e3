import { type ApprovalDocument, decimal, type Fact, LIMITS } from "@countersign/contracts";
import { formatUnits, totalsOf, type Units } from "@countersign/domain/finance";
import { shownOnOneLine } from "@countersign/domain/text";
import type { EntryPreview } from "@countersign/finance";
import { z } from "zod";
import { describeLine } from "../tools/describe-line.ts";
import type { Requester } from "./approval.ts";

/** Most characters shown of each text that the agent wrote; with 40 facts the document stays below its limit. */
const MAX_TEXT = 60;
const MAX_DESCRIPTION = 400;

/**
 * What the approvers of an entry see (contract-2, AGT-1): the entry with its lines and totals, and who asks. What an
 * agent wrote is shown on one line each, bounded and without hidden characters.
 *
 * @param options.currency of the books; without it totals are plain numbers
 */
export function documentOf(
  { entry, accounts }: EntryPreview,
  { userId, sessionId, agent = "" }: Requester,
  { currency }: { currency?: string | undefined },
): ApprovalDocument {
  const { ref, description, documentDate, lines } = entry;
  const { debit, credit } = totalsOf(lines);
  const amount = decimalOf(debit);
  const about = [
    ...textFact("entry", "Entry", ref),
    ...textFact("description", "Description", shownOnOneLine(description, MAX_DESCRIPTION)),
    ...dateFact("date", "Date", documentDate),
    totalFact("debits", "Debits", debit, currency),
    totalFact("credits", "Credits", credit, currency),
    ...textFact("agent", "Agent", shownOnOneLine(agent, MAX_TEXT)),
    ...textFact("session", "Session", shownOnOneLine(sessionId, MAX_TEXT)),
    { key: "user", label: "User", type: "PERSON" as const, value: userId },
  ];
  const room = LIMITS.facts - about.length;
  const shown = lines.length > room ? lines.slice(0, room - 1) : lines;
  const hidden = lines.length - shown.length;
  return {
    title: [ref, shownOnOneLine(description, MAX_TEXT)].filter(Boolean).join(": "),
    ...(currency !== undefined && amount !== undefined && { amount, currency }),
    facts: [
      ...about,
      ...shown.flatMap((line, index) =>
        textFact(`line${index + 1}`, `Line ${index + 1}`, describeLine(line, accounts, MAX_TEXT)),
      ),
      ...(hidden > 0 ? textFact("moreLines", "More lines", `and ${hidden} more lines`) : []),
    ],
  };
}

/** No fact of an empty text. */
function textFact(key: string, label: string, value: string): Fact[] {
  return value === "" ? [] : [{ key, label, type: "TEXT", value }];
}

function dateFact(key: string, label: string, date: Date): Fact[] {
  const value = date.toISOString().slice(0, -"T00:00:00.000Z".length);
  // A year of more than four digits.
  if (!z.iso.date().safeParse(value).success) return textFact(key, label, value);
  return [{ key, label, type: "DATE", value }];
}

function totalFact(key: string, label: string, units: Units, currency: string | undefined): Fact {
  const amount = decimalOf(units);
  if (amount === undefined) return { key, label, type: "TEXT", value: formatUnits(units) };
  if (currency === undefined) return { key, label, type: "NUMBER", value: amount };
  return { key, label, type: "MONEY", value: { amount, currency } };
}

/** The amount as a document may have it: the totals of an entry may have more digits. */
function decimalOf(units: Units): string | undefined {
  return decimal.safeParse(formatUnits(units)).data;
}
