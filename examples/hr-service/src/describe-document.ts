import type { ApprovalDocument } from "@countersign/contracts";
import { mainAmount, textFacts } from "@countersign/owner-kit";
import type { DocumentDetails } from "./document-kinds.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * The description of a document for its approvers (contract-2, DOC-2).
 *
 * @param currency - of all amounts; left out, an amount is a bare number
 */
export function describeDocument(details: DocumentDetails, currency: string | undefined): ApprovalDocument {
  if ("from" in details) {
    const { from, to, reason } = details;
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    return {
      title: `Leave, ${countText(days, "day")}`,
      facts: [
        { key: "from", label: "From", type: "DATE", value: from },
        { key: "to", label: "To", type: "DATE", value: to },
        { key: "days", label: "Days", type: "NUMBER", value: String(days) },
        ...textFacts("reason", "Reason", reason),
      ],
    };
  }
  const { facts, ...main } = mainAmount({ key: "amount", label: "Amount", amount: details.amount }, currency);
  if ("spentOn" in details) {
    const { spentOn, description } = details;
    return {
      title: "Expense claim",
      ...main,
      facts: [
        ...facts,
        { key: "spentOn", label: "Spent on", type: "DATE", value: spentOn },
        ...textFacts("description", "Description", description),
      ],
    };
  }
  if ("months" in details) {
    const { months, purpose } = details;
    return {
      title: `Loan over ${countText(months, "month")}`,
      ...main,
      facts: [
        ...facts,
        { key: "months", label: "Months", type: "NUMBER", value: String(months) },
        ...textFacts("purpose", "Purpose", purpose),
      ],
    };
  }
  return {
    title: "Salary advance",
    ...main,
    facts: [...facts, ...textFacts("reason", "Reason", details.reason)],
  };
}

const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
