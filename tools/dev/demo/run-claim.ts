import { moneyText } from "@countersign/domain/money";
import { DEMO_COMPANY, DEMO_PEOPLE } from "../start/demo-company.ts";
import { type Session, untilDecided } from "./session.ts";
import { approvedTasks, eventsOf, type Story, storyOf } from "./story.ts";

const { employee, manager, head, hr } = DEMO_PEOPLE;

const CLAIM = {
  employeeId: employee.employeeId,
  amount: 84.5,
  spentOn: "2027-02-12",
  description: "Train to Hamburg",
};

const REMARKS = { forManager: "Milan knew of the trip", head: "Fine", hr: "Paid with the salary" } as const;

const HR_RECORD = "The HR record says";

/**
 * Takes one expense claim through its run while its first approver is away: a substitute decides in his place, and the
 * history names both.
 *
 * @throws Error when a service refuses a step or does not answer
 */
export async function runClaim(session: Session): Promise<Story> {
  const { hr: rest, decide, readStory, say, whileAway } = session;
  const claim = await whileAway(manager, head, async () => {
    const { _id, ref } = await rest.expect("POST", "/api/claims", CLAIM);
    const submittedClaim = { id: String(_id), ref: String(ref) };
    say(
      `${employee.name} claims expenses of ${moneyText(String(CLAIM.amount), DEMO_COMPANY.currency)}: ${submittedClaim.ref}`,
    );
    await decide(head, submittedClaim, "APPROVED", REMARKS.forManager, manager);
    return submittedClaim;
  });
  await decide(head, claim, "APPROVED", REMARKS.head);
  await decide(hr, claim, "APPROVED", REMARKS.hr);
  const status = String((await untilDecided(rest, `/api/claims/${claim.id}`))["status"]);
  say(`${HR_RECORD} ${status}`);
  return { ...(await readStory(claim)), facts: { [HR_RECORD]: status } };
}

/** The outcome by the specification. */
export function expectedClaim(ref: string): Story {
  const { created, approved, advanced, completed } = eventsOf(ref);
  return storyOf({
    ref,
    document: `Expense claim, 84.50 ${DEMO_COMPANY.currency}`,
    timeline: [
      created("MANAGER", manager, head),
      approved(head, "MANAGER", REMARKS.forManager, manager),
      advanced(head, "HEAD_OF_DEPARTMENT", head),
      approved(head, "HEAD_OF_DEPARTMENT", REMARKS.head),
      advanced(head, "HR", hr),
      approved(hr, "HR", REMARKS.hr),
      completed(hr, "HR"),
    ],
    tasks: approvedTasks(["MANAGER", "HEAD_OF_DEPARTMENT", "HR"]),
    facts: { [HR_RECORD]: "APPROVED" },
  });
}
