import type { ApprovalDocument, Fact } from "@countersign/contracts";
import { newId } from "@countersign/mongo";

const FACTS = 40;

/** A document with as many facts as one can have, of every type. */
export function fullDocument(): ApprovalDocument {
  const amount = "18500.5";
  const kinds = [
    { type: "TEXT", value: "Two weeks in the mountains, with the whole family and the dog" },
    { type: "NUMBER", value: "12.75" },
    { type: "MONEY", value: { amount, currency: "EUR" } },
    { type: "DATE", value: "2027-03-01" },
    { type: "DATETIME", value: "2027-03-01T10:00:00Z" },
    { type: "BOOLEAN", value: true },
    { type: "PERSON", value: newId() },
    { type: "LINK", value: "https://contracts.example.com/documents/4711?page=3" },
  ] as const;
  const facts = Array.from({ length: FACTS }, (_, at): Fact => {
    return { key: `fact${at + 1}`, label: `Fact ${at + 1}`, ...kinds[at % kinds.length]! };
  });
  return { title: "Master agreement with Example Ltd", amount, currency: "EUR", facts };
}

/** A document as most are: a title, an amount and a few facts. */
export function shortDocument(): ApprovalDocument {
  const { facts = [], ...otherFields } = fullDocument();
  return { ...otherFields, facts: facts.slice(0, 4) };
}
