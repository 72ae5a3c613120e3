import { moneyText } from "@countersign/domain/money";
import { DEMO_COMPANY, DEMO_DIRECTORS, DEMO_PEOPLE, DEMO_PURCHASE_RULE } from "../start/demo-company.ts";
import { until } from "../until.ts";
import type { Session } from "./session.ts";
import { askedAt, whoIsAsked } from "./who-is-asked.ts";
import { approvedTasks, eventsOf, type Story, storyOf } from "./story.ts";

const { employee, manager } = DEMO_PEOPLE;
const [first, second] = DEMO_DIRECTORS.members;
const { kind, currency, stages } = DEMO_PURCHASE_RULE;
const [ofManager, ofDirectors] = stages;

const LARGE = 18_500;
const SMALL = 900;

const REMARKS = { manager: "We need it", first: "Within budget", second: "Agreed" } as const;

const SMALL_ORDER = `Asked about a purchase order of ${moneyText(String(SMALL), currency)}:`;
const ORDER_STATUS = "The order service says";

/**
 * Takes a purchase order over its rule through its run: the submitter's manager, then two of three directors, none of whom
 * a workflow names. A small one needs nobody.
 *
 * @throws Error when a service refuses a step or does not answer
 */
export async function runPurchase({ inventory, engine, decide, readStory, say }: Session): Promise<Story> {
  const facts: Record<string, string> = {};
  const note = (name: string, fact: string): void => {
    facts[name] = fact;
    say(`${name} ${fact}`);
  };
  const small = await inventory.expect("POST", "/api/orders", { kind, totalAmount: SMALL });
  const askedOfSmall = await whoIsAsked(engine, String(small["_id"]));
  note(SMALL_ORDER, Object.values(askedOfSmall).join(", ") || "nobody");
  const { _id, ref } = await inventory.expect("POST", "/api/orders", { kind, totalAmount: LARGE });
  const order = { id: String(_id), ref: String(ref) };
  say(`${employee.name} takes a purchase order of ${moneyText(String(LARGE), currency)}: ${order.ref}`);
  await decide(manager, order, "APPROVED", REMARKS.manager);
  for (const [name, people] of Object.entries(await whoIsAsked(engine, order.id))) note(name, people);
  await decide(first, order, "APPROVED", REMARKS.first);
  await decide(second, order, "APPROVED", REMARKS.second);
  const status = await until("the order hears the outcome", async () => {
    const current = await inventory.expect("GET", `/api/orders/${order.id}`);
    return current["status"] === "SAVED" ? undefined : String(current["status"]);
  });
  note(ORDER_STATUS, status);
  return { ...(await readStory(order)), facts };
}

/** The outcome by the rule. */
export function expectedPurchase(ref: string): Story {
  const { created, approved, advanced, completed } = eventsOf(ref);
  return storyOf({
    ref,
    document: `Purchase order, 18500.00 ${DEMO_COMPANY.currency}`,
    timeline: [
      created(ofManager.name, manager),
      approved(manager, ofManager.name, REMARKS.manager),
      advanced(manager, ofDirectors.name, ...DEMO_DIRECTORS.members),
      approved(first, ofDirectors.name, REMARKS.first),
      approved(second, ofDirectors.name, REMARKS.second),
      completed(second, ofDirectors.name),
    ],
    tasks: approvedTasks([ofManager.name, ofDirectors.name]),
    facts: {
      [SMALL_ORDER]: "nobody",
      [askedAt(ofManager.name)]: `${manager.name} (manager of ${employee.name})`,
      [askedAt(ofDirectors.name)]: DEMO_DIRECTORS.members
        .map(({ name }) => `${name} (of the group ${DEMO_DIRECTORS.name})`)
        .toSorted()
        .join(", "),
      [ORDER_STATUS]: "POSTED",
    },
  });
}
