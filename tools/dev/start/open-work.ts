import type { ApprovalDocument } from "@countersign/contracts";
import type { DocumentDetails, DocumentKind } from "@countersign/hr-service/document-kinds";
import { DEMO_COMPANY, DEMO_PEOPLE, type DemoPerson } from "./demo-company.ts";
import type { DemoWorkflows } from "./seed-approvals.ts";

const { employee, manager, hr, admin } = DEMO_PEOPLE;
const { currency } = DEMO_COMPANY;

interface Waiting {
  by: DemoPerson;
  /** How many days ago it was submitted, with a fraction. */
  daysAgo: number;
}

/** A document as its owner describes it, a system that is not part of the demo. */
export interface DescribedDocument extends Waiting {
  follows: keyof DemoWorkflows;
  kind: "PurchaseRequisition" | "PurchaseOrder" | "SalesQuotation" | "SalesOrder";
  ref: string;
  document: ApprovalDocument;
}

/** A document of the HR service. */
export interface HrWork extends Waiting {
  kind: DocumentKind;
  details: DocumentDetails;
  /** Approvals given since, one a day. */
  approved: readonly { by: DemoPerson; remark: string }[];
}

type Fact = NonNullable<ApprovalDocument["facts"]>[number];
type Unkeyed = Omit<Fact, "key">;

const text = (label: string, value: string): Unkeyed => ({ label, type: "TEXT", value });
const money = (label: string, amount: string): Unkeyed => ({
  label,
  type: "MONEY",
  value: { amount, currency },
});

function described(title: string, amount: string, facts: readonly Unkeyed[]): ApprovalDocument {
  const keyed = facts.map((fact, at) => ({ key: `fact${at + 1}`, ...fact })) as Fact[];
  return { title, amount, currency, facts: keyed };
}

/** A calendar day some days after a moment, such as `2027-03-01`. */
export function dayAfter(now: Date, days: number): string {
  return Temporal.Instant.from(now.toISOString())
    .toZonedDateTimeISO("UTC")
    .toPlainDate()
    .add({ days })
    .toString();
}

/** The documents that wait for the manager, the oldest first; their days lie around the moment. */
export function describedDocuments(now: Date): readonly DescribedDocument[] {
  const day = (label: string, days: number): Unkeyed => ({ label, type: "DATE", value: dayAfter(now, days) });
  return [
    {
      by: admin,
      daysAgo: 8.2,
      follows: "purchases",
      kind: "PurchaseRequisition",
      ref: "PR-0107",
      document: described("Training for twelve team leads", "14800.00", [
        text("Supplier", "Northbound Academy"),
        day("Begins", 62),
      ]),
    },
    {
      by: employee,
      daysAgo: 6.4,
      follows: "sales",
      kind: "SalesQuotation",
      ref: "SQ-0391",
      document: described("Winter stock for the island shops", "23940.00", [
        text("Customer", "Skerry Stores"),
        money("Margin", "5210.00"),
      ]),
    },
    {
      by: hr,
      daysAgo: 5.1,
      follows: "purchases",
      kind: "PurchaseOrder",
      ref: "PO-0231",
      document: described("Two electric vans for the harbour route", "87250.00", [
        text("Supplier", "Voltara Mobility"),
        day("Delivery", 112),
      ]),
    },
    {
      by: employee,
      daysAgo: 3.3,
      follows: "sales",
      kind: "SalesOrder",
      ref: "SO-0512",
      document: described("Refit of the ferry terminal café", "46180.00", [
        text("Customer", "Port Authority"),
        text("Discount", "18%"),
      ]),
    },
    {
      by: employee,
      daysAgo: 1.6,
      follows: "purchases",
      kind: "PurchaseOrder",
      ref: "PO-0244",
      document: described("Cold storage for the new quay", "32400.00", [
        text("Supplier", "Fjell Refrigeration"),
        text("Cost centre", "4100 Warehousing"),
        money("Monthly running cost", "310.00"),
        day("Delivery", 98),
        text("Quotes compared", "Three; this one is 9% below the next"),
        day("Offer holds until", 40),
      ]),
    },
  ];
}

/** Documents of the HR service: one waits for the manager, one for the head of department, one for human resources. */
export function hrWork(now: Date): readonly HrWork[] {
  return [
    {
      by: employee,
      daysAgo: 7.5,
      kind: "Advance",
      details: { amount: 600, reason: "Deposit for the new flat" },
      approved: [{ by: manager, remark: "Back in three months, as agreed" }],
    },
    {
      by: employee,
      daysAgo: 4.2,
      kind: "Claim",
      details: {
        amount: 184.5,
        spentOn: dayAfter(now, -9),
        description: "Train and hotel, trade fair in Hamburg",
      },
      approved: [{ by: manager, remark: "I was there too" }],
    },
    {
      by: employee,
      daysAgo: 0.3,
      kind: "Leave",
      details: { from: dayAfter(now, 45), to: dayAfter(now, 56), reason: "Sailing with the family" },
      approved: [],
    },
  ];
}
