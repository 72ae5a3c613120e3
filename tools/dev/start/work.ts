import type { ApprovalDocument } from "@countersign/contracts";
import type { DocumentDetails, DocumentKind } from "@countersign/hr-service/document-kinds";
import { DEMO_COMPANY, DEMO_PEOPLE, type DemoColleague } from "./demo-company.ts";

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

/** The workflows that documents of other systems follow. */
export type Followed = "sales" | "purchases" | "requisitions" | "budgets" | "software" | "insurance";

type DescribedKind = "PurchaseRequisition" | "PurchaseOrder" | "SalesQuotation" | "SalesOrder";

/** A document as its owner describes it, a system that is not part of the demo. */
export interface DescribedWork extends Work {
  follows: Followed;
  kind: DescribedKind;
  document: ApprovalDocument;
}

/** A document of the HR service. */
export interface HrWork extends Work {
  kind: DocumentKind;
  details: DocumentDetails;
}

export const approves = (by: DemoColleague, afterDays: number, remark?: string): Step => ({
  by,
  afterDays,
  status: "APPROVED",
  ...(remark !== undefined && { remark }),
});
export const rejects = (by: DemoColleague, afterDays: number, remark: string): Step => ({
  by,
  afterDays,
  status: "REJECTED",
  remark,
});
/** Taken back by the administrator, who may always do that. */
export const recalls = (afterDays: number, remark: string): Step => ({
  by: DEMO_PEOPLE.admin,
  afterDays,
  status: "RECALLED",
  remark,
});

type Fact = NonNullable<ApprovalDocument["facts"]>[number];
export type Unkeyed = Omit<Fact, "key">;

export const text = (label: string, value: string): Unkeyed => ({ label, type: "TEXT", value });
export const money = (label: string, amount: string): Unkeyed => ({
  label,
  type: "MONEY",
  value: { amount, currency: DEMO_COMPANY.currency },
});

/** A calendar day some days after a moment, such as `2027-03-01`. */
export function dayAfter(now: Date, days: number): string {
  return Temporal.Instant.from(now.toISOString())
    .toZonedDateTimeISO("UTC")
    .toPlainDate()
    .add({ days })
    .toString();
}

/** Fields that only some documents have. */
interface More {
  /** Default: the company's. */
  currency?: string;
  facts?: readonly Unkeyed[];
  /** Names of attached files. */
  files?: readonly string[];
  steps?: readonly Step[];
}

/** A kind of document, the workflow that it follows, and the label of the other side. */
interface Series {
  kind: DescribedKind;
  follows: Followed;
  party: "Supplier" | "Customer";
}

/** Makes the documents of a series. */
function describedAs({ kind, follows, party }: Series) {
  return (
    by: DemoColleague,
    daysAgo: number,
    title: string,
    amount: string,
    other: string,
    { currency = DEMO_COMPANY.currency, facts = [], files = [], steps = [] }: More = {},
  ): DescribedWork => {
    const all = [text(party, other), ...facts];
    const document: ApprovalDocument = {
      title,
      amount,
      currency,
      facts: all.map((fact, at) => Object.assign({ key: `fact${at + 1}` }, fact) as Fact),
      ...(files.length > 0 && {
        attachments: files.map((name) => ({
          name,
          url: `https://files.harbour-lane.example/${encodeURIComponent(name)}`,
        })),
      }),
    };
    return { by, daysAgo, follows, kind, document, steps };
  };
}

export const orders = describedAs({ kind: "PurchaseOrder", follows: "purchases", party: "Supplier" });
export const requests = describedAs({
  kind: "PurchaseRequisition",
  follows: "requisitions",
  party: "Supplier",
});
export const budgets = describedAs({ kind: "PurchaseRequisition", follows: "budgets", party: "Supplier" });
export const software = describedAs({ kind: "PurchaseRequisition", follows: "software", party: "Supplier" });
export const insurance = describedAs({ kind: "PurchaseOrder", follows: "insurance", party: "Supplier" });
export const quotes = describedAs({ kind: "SalesQuotation", follows: "sales", party: "Customer" });
export const sales = describedAs({ kind: "SalesOrder", follows: "sales", party: "Customer" });
