import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ApprovalDocument } from "@countersign/contracts";
import type { DocumentDetails, DocumentKind } from "@countersign/hr-service/document-kinds";
import { parse } from "csv-parse/sync";
import { DEMO_PEOPLE, DEMO_TEAM, type DemoColleague } from "./demo-company.ts";

/** A verdict on a document, or its recall. */
export interface Step {
  by: DemoColleague;
  /** Days since its submission, or since the step before. */
  afterDays: number;
  status: "APPROVED" | "REJECTED" | "RECALLED";
  remark?: string;
}

interface Work {
  by: DemoColleague;
  /** How many days ago it was submitted, with a fraction. */
  daysAgo: number;
  /** Done since, one after the other. */
  steps: readonly Step[];
}

/** The name of the other side, by the kind of document. */
const PARTIES = {
  PurchaseRequisition: "Supplier",
  PurchaseOrder: "Supplier",
  SalesQuotation: "Customer",
  SalesOrder: "Customer",
} as const;

/** A document as its owner describes it, a system that is not part of the demo; the company's rules say who is asked. */
export interface DescribedWork extends Work {
  kind: keyof typeof PARTIES;
  document: ApprovalDocument;
}

/** A document of the HR service. */
export interface HrWork extends Work {
  kind: DocumentKind;
  details: DocumentDetails;
}

/** A line of `finished-work.csv` or `open-work.csv`. Days are relative to the moment of the seed; a bar separates parts. */
interface Row {
  kind: DescribedWork["kind"] | DocumentKind;
  by: string;
  daysAgo: string;
  title: string;
  amount: string;
  currency: string;
  party: string;
  /** Facts, such as `Vessel: Fulmar | Delivery: in 98 days`; of HR documents their days or months. */
  details: string;
  files: string;
  /** Such as `manager approves after 1.2 | head rejects after 2.6: Too much`. */
  steps: string;
}

type Fact = NonNullable<ApprovalDocument["facts"]>[number];

const PEOPLE: Readonly<Record<string, DemoColleague>> = { ...DEMO_PEOPLE, ...DEMO_TEAM };
const STATUSES = { approves: "APPROVED", rejects: "REJECTED", recalls: "RECALLED" } as const;

const isDescribed = (kind: Row["kind"]): kind is DescribedWork["kind"] => kind in PARTIES;

/** @throws Error for a name that nobody of the demo company has */
function personNamed(name: string): DemoColleague {
  const person = PEOPLE[name];
  if (person === undefined) throw new Error(`nobody of the demo company is called ${name}`);
  return person;
}

const partsOf = (text: string): string[] => (text === "" ? [] : text.split(" | "));

/** The groups of a pattern that the text must match. @throws Error naming the text */
function groupsOf(pattern: RegExp, text: string): string[] {
  const match = pattern.exec(text);
  if (match === null) throw new Error(`"${text}" is not of the form ${pattern.source}`);
  return match.slice(1);
}

/** A calendar day some days after a moment, such as `2027-03-01`. */
export function dayAfter(now: Date, days: number): string {
  return Temporal.Instant.from(now.toISOString())
    .toZonedDateTimeISO("UTC")
    .toPlainDate()
    .add({ days })
    .toString();
}

function stepOf(text: string): Step {
  const [name = "", verb = "", days, remark] = groupsOf(
    /^(\w+) (approves|rejects|recalls) after ([\d.]+)(?:: (.+))?$/u,
    text,
  );
  const status = STATUSES[verb as keyof typeof STATUSES];
  return { by: personNamed(name), afterDays: Number(days), status, ...(remark !== undefined && { remark }) };
}

function factOf(text: string, now: Date): Omit<Fact, "key"> {
  const [label = "", value = ""] = groupsOf(/^([^:]+): (.+)$/u, text);
  const [, days] = /^in (\d+) days$/u.exec(value) ?? [];
  if (days !== undefined) return { label, type: "DATE", value: dayAfter(now, Number(days)) };
  const [, amount, currency] = /^([\d.]+) ([A-Z]{3})$/u.exec(value) ?? [];
  return amount !== undefined && currency !== undefined
    ? { label, type: "MONEY", value: { amount, currency } }
    : { label, type: "TEXT", value };
}

function documentOf({ title, amount, currency, ...row }: Row, party: string, now: Date): ApprovalDocument {
  const facts = [
    { label: party, type: "TEXT", value: row.party },
    ...partsOf(row.details).map((text) => factOf(text, now)),
  ];
  const files = partsOf(row.files);
  return {
    title,
    amount,
    currency,
    facts: facts.map((fact, at) => Object.assign({ key: `fact${at + 1}` }, fact) as Fact),
    ...(files.length > 0 && {
      attachments: files.map((name) => ({
        name,
        url: `https://files.harbour-lane.example/${encodeURIComponent(name)}`,
      })),
    }),
  };
}

/** The details of an HR document, by its kind. */
const HR_DETAILS: Readonly<Record<DocumentKind, (row: Row, now: Date) => DocumentDetails>> = {
  Leave: ({ title: reason, details }, now) => {
    const [from, to] = groupsOf(/^day (-?\d+) to (-?\d+)$/u, details);
    return { from: dayAfter(now, Number(from)), to: dayAfter(now, Number(to)), reason };
  },
  Claim: ({ title: description, amount, details }, now) => {
    const [spentOn] = groupsOf(/^spent on day (-?\d+)$/u, details);
    return { amount: Number(amount), spentOn: dayAfter(now, Number(spentOn)), description };
  },
  Loan: ({ title: purpose, amount, details }) => {
    const [months] = groupsOf(/^(\d+) months$/u, details);
    return { amount: Number(amount), months: Number(months), purpose };
  },
  Advance: ({ title: reason, amount }) => ({ amount: Number(amount), reason }),
};

/**
 * Reads the documents of a file beside this one, in its order.
 *
 * @param now the moment to which their days relate
 * @throws Error for a line that says something else
 */
export function readWork(file: "finished-work.csv" | "open-work.csv", now: Date): (DescribedWork | HrWork)[] {
  const rows = parse<Row>(readFileSync(join(import.meta.dirname, file)), { columns: true });
  return rows.map((row) => workOf(row, now));
}

function workOf(row: Row, now: Date): DescribedWork | HrWork {
  const { kind } = row;
  const work = {
    by: personNamed(row.by),
    daysAgo: Number(row.daysAgo),
    steps: partsOf(row.steps).map(stepOf),
  };
  return isDescribed(kind)
    ? { ...work, kind, document: documentOf(row, PARTIES[kind], now) }
    : { ...work, kind, details: HR_DETAILS[kind](row, now) };
}
