import { moneyText } from "@countersign/domain/money";
import { DEMO_COMPANY, DEMO_PEOPLE } from "../start/demo-company.ts";
import { type Session, untilDecided } from "./session.ts";
import { askedAt, whoIsAsked } from "./who-is-asked.ts";
import { approvedTasks, eventsOf, type Story, storyOf } from "./story.ts";

const { employee, manager, head, hr } = DEMO_PEOPLE;

const LOAN = { employeeId: employee.employeeId, amount: 1_500, months: 12, purpose: "Bicycle" };

const REMARKS = { manager: "Ride safely", head: "Fine", hr: "Twelve instalments" } as const;

const HR_RECORD = "The HR record says";
const LEDGER = "The journal service shows its entry:";

/**
 * Takes one loan through its run. Its approval and the posting of its disbursement are one transaction of the HR
 * service; the entry is read back from the journal service.
 *
 * @throws Error when a service refuses a step or does not answer
 */
export async function runLoan({
  hr: rest,
  journal,
  engine,
  decide,
  readStory,
  say,
}: Session): Promise<Story> {
  const { _id, ref } = await rest.expect("POST", "/api/loans", LOAN);
  const loan = { id: String(_id), ref: String(ref) };
  say(
    `${employee.name} asks for a loan of ${moneyText(String(LOAN.amount), DEMO_COMPANY.currency)}: ${loan.ref}`,
  );
  await decide(manager, loan, "APPROVED", REMARKS.manager);
  await decide(head, loan, "APPROVED", REMARKS.head);
  await decide(hr, loan, "APPROVED", REMARKS.hr);
  const askedPeople = await whoIsAsked(engine, loan.id);
  for (const [name, people] of Object.entries(askedPeople)) say(`${name} ${people}`);
  const { status, disbursement } = await untilDecided(rest, `/api/loans/${loan.id}`);
  say(`${HR_RECORD} ${String(status)}`);
  const { journalEntryId, problem } = disbursement as { journalEntryId?: string; problem?: string };
  const entry = journalEntryId === undefined ? `none, ${problem}` : await journal.describe(journalEntryId);
  say(`${LEDGER} ${entry}`);
  return {
    ...(await readStory(loan)),
    facts: { ...askedPeople, [HR_RECORD]: String(status), [LEDGER]: entry },
  };
}

/** The outcome by the specification. */
export function expectedLoan(ref: string): Story {
  const { created, approved, advanced, completed } = eventsOf(ref);
  return storyOf({
    ref,
    document: `Loan over 12 months, 1500.00 ${DEMO_COMPANY.currency}`,
    timeline: [
      created("MANAGER", manager),
      approved(manager, "MANAGER", REMARKS.manager),
      advanced(manager, "HEAD_OF_DEPARTMENT", head),
      approved(head, "HEAD_OF_DEPARTMENT", REMARKS.head),
      advanced(head, "HR", hr),
      approved(hr, "HR", REMARKS.hr),
      completed(hr, "HR"),
    ],
    tasks: approvedTasks(["MANAGER", "HEAD_OF_DEPARTMENT", "HR"]),
    facts: {
      [askedAt("MANAGER")]: `${manager.name} (the manager)`,
      [askedAt("HEAD_OF_DEPARTMENT")]: `${head.name} (head of the department)`,
      [askedAt("HR")]: `${hr.name} (human resources)`,
      [HR_RECORD]: "APPROVED",
      [LEDGER]: "POSTED, DEBIT 1200 Staff Loans 1500, CREDIT 1000 Cash at Bank 1500",
    },
  });
}
