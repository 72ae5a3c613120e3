import { moneyText } from "@countersign/domain/money";
import { DEMO_COMPANY, DEMO_PEOPLE, DEMO_THRESHOLD, DEMO_WORKFLOW } from "../start/demo-company.ts";
import type { RestAnswer } from "./rest-client.ts";
import { until } from "../until.ts";
import type { Session } from "./session.ts";
import { approvedTasks, eventsOf, type Story, storyOf } from "./story.ts";

const { employee } = DEMO_PEOPLE;
const [first, second] = DEMO_WORKFLOW.stages;

const ORDER = {
  kind: DEMO_THRESHOLD.kind,
  totalAmount: 18_500,
  discount: { valueType: "PERCENTAGE", value: 5 },
};

const REMARKS = { first: "Good margin", second: "Stock is there" } as const;

const REFUSAL = "403 This order requires approval before it can be posted";
const EARLY_ORDER = "Posting the order before its approval:";
const EARLY_INVOICE = "Posting its invoice before its approval:";
const ORDER_STATUS = "The order service says";
const LATE_INVOICE = "Posting its invoice after its approval:";

/** The answer to a posting, in one line. */
function resultOf({ status, body }: RestAnswer): string {
  return `${status} ${String(status < 300 ? body["status"] : body["message"])}`;
}

/**
 * Takes a sales order over its threshold through its run: refused posting, approved, posted. The inventory service owns
 * the order and receives the outcome as a message.
 *
 * @throws Error when a service refuses a step or does not answer
 */
export async function runOrder({ inventory, decide, readStory, say }: Session): Promise<Story> {
  const facts: Record<string, string> = {};
  const note = (name: string, fact: string): void => {
    facts[name] = fact;
    say(`${name} ${fact}`);
  };
  const { _id, ref } = await inventory.expect("POST", "/api/orders", ORDER);
  const order = { id: String(_id), ref: String(ref) };
  say(
    `${employee.name} takes a sales order of ${moneyText(String(ORDER.totalAmount), DEMO_COMPANY.currency)}: ${order.ref}`,
  );
  note(EARLY_ORDER, resultOf(await inventory.ask("POST", `/api/orders/${order.id}/post`)));
  const invoice = await inventory.expect("POST", "/api/invoices", { orderId: order.id });
  const postInvoice = `/api/invoices/${String(invoice["_id"])}/post`;
  note(EARLY_INVOICE, resultOf(await inventory.ask("POST", postInvoice)));
  await decide(first.approver, order, "APPROVED", REMARKS.first);
  await decide(second.approver, order, "APPROVED", REMARKS.second);
  const status = await until("the order hears the outcome", async () => {
    const current = await inventory.expect("GET", `/api/orders/${order.id}`);
    return current["status"] === "SAVED" ? undefined : String(current["status"]);
  });
  note(ORDER_STATUS, status);
  note(LATE_INVOICE, resultOf(await inventory.ask("POST", postInvoice)));
  return { ...(await readStory(order)), facts };
}

/** The outcome by the specification. */
export function expectedOrder(ref: string): Story {
  const { created, approved, advanced, completed } = eventsOf(ref);
  return storyOf({
    ref,
    document: `Sales order, 18500.00 ${DEMO_COMPANY.currency}`,
    timeline: [
      created(first.name, first.approver),
      approved(first.approver, first.name, REMARKS.first),
      advanced(first.approver, second.name, second.approver),
      approved(second.approver, second.name, REMARKS.second),
      completed(second.approver, second.name),
    ],
    tasks: approvedTasks([first.name, second.name]),
    facts: {
      [EARLY_ORDER]: REFUSAL,
      [EARLY_INVOICE]: REFUSAL,
      [ORDER_STATUS]: "POSTED",
      [LATE_INVOICE]: "200 POSTED",
    },
  });
}
