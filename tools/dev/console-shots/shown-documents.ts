import { newId } from "@countersign/mongo";
import type { ConsoleWorld } from "../console/console-world.ts";
import { DEMO_PEOPLE, type DemoPerson } from "../start/demo-company.ts";

const { employee, manager, head, hr, admin } = DEMO_PEOPLE;

interface ShownDocument {
  by: DemoPerson;
  kind: string;
  ref: string;
  title: string;
  amount: string;
  facts: readonly { key: string; label: string; type: string; value: unknown }[];
}

const text = (label: string, value: string) => ({ label, type: "TEXT", value });
const day = (label: string, value: string) => ({ label, type: "DATE", value });
const money = (label: string, amount: string) => ({
  label,
  type: "MONEY",
  value: { amount, currency: "EUR" },
});

const withKeys = (facts: readonly Omit<ShownDocument["facts"][number], "key">[]) =>
  facts.map((fact, at) => ({ key: `fact${at + 1}`, ...fact }));

/** The waiting documents in the pictures, the oldest first. */
const DOCUMENTS: readonly ShownDocument[] = [
  {
    by: hr,
    kind: "PurchaseRequisition",
    ref: "PR-2027-0107",
    title: "Training for twelve team leads",
    amount: "14800.00",
    facts: withKeys([text("Supplier", "Northbound Academy"), day("Begins", "2027-04-12")]),
  },
  {
    by: employee,
    kind: "SalesQuotation",
    ref: "SQ-2027-0391",
    title: "Winter stock for the island shops",
    amount: "23940.00",
    facts: withKeys([text("Customer", "Skerry Stores"), money("Margin", "5210.00")]),
  },
  {
    by: head,
    kind: "PurchaseOrder",
    ref: "PO-2027-0231",
    title: "Two electric vans for the harbour route",
    amount: "87250.00",
    facts: withKeys([text("Supplier", "Voltara Mobility"), day("Delivery", "2027-06-01")]),
  },
  {
    by: employee,
    kind: "SalesOrder",
    ref: "SO-2027-0512",
    title: "Refit of the ferry terminal café",
    amount: "46180.00",
    facts: withKeys([text("Customer", "Port Authority"), text("Discount", "18%")]),
  },
  {
    by: employee,
    kind: "PurchaseOrder",
    ref: "PO-2027-0244",
    title: "Cold storage for the new quay",
    amount: "32400.00",
    facts: withKeys([
      text("Supplier", "Fjell Refrigeration"),
      text("Cost centre", "4100 Warehousing"),
      money("Monthly running cost", "310.00"),
      day("Delivery", "2027-05-18"),
      text("Quotes compared", "Three; this one is 9% below the next"),
      day("Offer holds until", "2027-03-31"),
    ]),
  },
];

/** A leave, and documents that wait for the manager: the last of them has come back to him after a change. */
export async function submitShownDocuments(
  world: ConsoleWorld,
): Promise<{ chosen: string; workflowId: string }> {
  const { workflowPage } = await world.ask<{ workflowPage: { data: { _id: string; name: string }[] } }>(
    admin,
    "{ workflowPage(input: { take: 20 }) { data { _id name } } }",
  );
  const workflowId = workflowPage.data.find(({ name }) => name === "Large sales orders")!._id;
  await world.submitLeave({ from: "2027-07-05", to: "2027-07-23", reason: "Sailing with the family" });
  let chosen = "";
  for (const { by, kind, ref, ...document } of DOCUMENTS) {
    chosen = newId();
    await world.ask(by, "mutation Submit($input: NewWorkflowTaskInput!) { newWorkflowTask(input: $input) }", {
      input: { workflowId, refId: chosen, kind, ref, document: { currency: "EUR", ...document } },
    });
  }
  await world.ask(
    manager,
    "mutation Away($input: CreateSubstitutionInput!) { createSubstitution(input: $input) { _id } }",
    {
      input: {
        substituteId: head.userId,
        fromDate: "2027-08-02",
        untilDate: "2027-08-20",
        timeZone: "Europe/Berlin",
        reason: "Summer holiday",
      },
    },
  );
  return { chosen, workflowId };
}
