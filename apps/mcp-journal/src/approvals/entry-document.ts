import { type ApprovalDocument, type Fact, LIMITS } from "@countersign/contracts";
import { formatUnits, totalsOf } from "@countersign/domain/finance";
import { shownOnOneLine } from "@countersign/domain/text";
import type { EntryPreview } from "@countersign/finance";
import { amountFact, mainAmount, textFacts } from "@countersign/owner-kit";
import { z } from "zod";
import { describeLine } from "../tools/describe-line.ts";
import type { Requester } from "./approval.ts";

/** Most characters shown of each text that the agent wrote; with 40 facts the document stays below its limit. */
const MAX_TEXT = 60;
const MAX_DESCRIPTION = 400;
const AUTHORS_SHOWN = 3;

/**
 * The document that approvers of an entry see (contract-2, AGT-1): its lines, its totals and its requester. Text that an
 * agent wrote is shown on one line each, bounded and without hidden characters.
 *
 * @param currency of the books; without it totals are plain numbers
 * @param authorIds whose tokens drafted and changed the entry: they never decide on it (contract-3, SAFE-17)
 */
export function documentOf(
  { entry, accounts }: EntryPreview,
  { userId, sessionId, agent = "" }: Requester,
  currency: string | undefined,
  authorIds: readonly string[] = [],
): ApprovalDocument {
  const { ref, description, documentDate, lines } = entry;
  const { debit, credit } = totalsOf(lines);
  const debits = { key: "debits", label: "Debits", amount: formatUnits(debit) };
  const credits = { key: "credits", label: "Credits", amount: formatUnits(credit) };
  // Approvers compare both totals, so that debits are among the facts in any case.
  const { facts: _debits, ...main } = mainAmount(debits, currency);
  const about = [
    ...textFacts("entry", "Entry", ref),
    ...textFacts("description", "Description", shownOnOneLine(description, MAX_DESCRIPTION)),
    ...dateFact("date", "Date", documentDate),
    amountFact(debits, currency),
    amountFact(credits, currency),
    ...textFacts("agent", "Agent", shownOnOneLine(agent, MAX_TEXT)),
    ...textFacts("session", "Session", shownOnOneLine(sessionId, MAX_TEXT)),
    { key: "user", label: "User", type: "PERSON" as const, value: userId },
    ...authorIds.slice(0, AUTHORS_SHOWN).map((value, index) => ({
      key: `author${index + 1}`,
      label: "Drafted by",
      type: "PERSON" as const,
      value,
    })),
  ];
  const room = LIMITS.facts - about.length;
  const shownLines = lines.length > room ? lines.slice(0, room - 1) : lines;
  const hiddenCount = lines.length - shownLines.length;
  return {
    title: [ref, shownOnOneLine(description, MAX_TEXT)].filter(Boolean).join(": "),
    ...main,
    facts: [
      ...about,
      ...shownLines.flatMap((line, index) =>
        textFacts(`line${index + 1}`, `Line ${index + 1}`, describeLine(line, accounts, MAX_TEXT)),
      ),
      ...(hiddenCount > 0 ? textFacts("moreLines", "More lines", `and ${hiddenCount} more lines`) : []),
    ],
    ...(authorIds.length > 0 && { editorIds: authorIds.slice(0, LIMITS.editors) }),
  };
}

function dateFact(key: string, label: string, date: Date): Fact[] {
  const value = date.toISOString().slice(0, -"T00:00:00.000Z".length);
  // A year of more than four digits.
  if (!z.iso.date().safeParse(value).success) return textFacts(key, label, value);
  return [{ key, label, type: "DATE", value }];
}
