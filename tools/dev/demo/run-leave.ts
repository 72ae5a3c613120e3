import { DEMO_PEOPLE } from "../start/demo-company.ts";
import { type DemoDocument, type Session, untilDecided } from "./session.ts";
import { eventsOf, type Story, storyOf } from "./story.ts";

const { employee, manager, head, hr } = DEMO_PEOPLE;

const LEAVE = {
  employeeId: employee.employeeId,
  from: "2027-03-01",
  to: "2027-03-05",
  reason: "Sailing",
};

const REMARKS = {
  managerFirst: "Enjoy the sea",
  headRejects: "Who covers the month's end?",
  managerAgain: "Milan covers it himself",
  headApproves: "Fine now",
  hrApproves: "Days are left",
} as const;

const HR_RECORD = "The HR record says";

/** Asks for a leave over the HR service's REST API. @throws Error when it refuses */
export async function askForLeave({ hr: rest }: Pick<Session, "hr">): Promise<DemoDocument> {
  const { _id, ref } = await rest.expect("POST", "/api/leaves", LEAVE);
  return { id: String(_id), ref: String(ref) };
}

/**
 * Takes one leave request through its run, as its people would: over the HR service's REST API and the approval
 * engine's GraphQL API. The outcome reaches the HR record as a message. Everything is then read back.
 *
 * @throws Error when a service refuses a step or does not answer
 */
export async function runLeave(session: Session): Promise<Story> {
  const { hr: rest, decide, readStory, say } = session;
  const leave = await askForLeave(session);
  say(`${employee.name} asks for leave from ${LEAVE.from} to ${LEAVE.to}: ${leave.ref}`);
  await decide(manager, leave, "APPROVED", REMARKS.managerFirst);
  await decide(head, leave, "REJECTED", REMARKS.headRejects);
  say(`It returned to ${manager.name}`);
  await decide(manager, leave, "APPROVED", REMARKS.managerAgain);
  await decide(head, leave, "APPROVED", REMARKS.headApproves);
  await decide(hr, leave, "APPROVED", REMARKS.hrApproves);
  const status = String((await untilDecided(rest, `/api/leaves/${leave.id}`))["status"]);
  say(`${HR_RECORD} ${status}`);
  return { ...(await readStory(leave)), facts: { [HR_RECORD]: status } };
}

/** The outcome by the specification. */
export function expectedLeave(ref: string): Story {
  const { created, approved, advanced, returned, completed } = eventsOf(ref);
  return storyOf({
    ref,
    document: "Leave, 5 days",
    timeline: [
      created("MANAGER", manager),
      approved(manager, "MANAGER", REMARKS.managerFirst),
      advanced(manager, "HEAD_OF_DEPARTMENT", head),
      returned(head, "MANAGER", manager, REMARKS.headRejects),
      approved(manager, "MANAGER", REMARKS.managerAgain),
      advanced(manager, "HEAD_OF_DEPARTMENT", head),
      approved(head, "HEAD_OF_DEPARTMENT", REMARKS.headApproves),
      advanced(head, "HR", hr),
      approved(hr, "HR", REMARKS.hrApproves),
      completed(hr, "HR"),
    ],
    tasks: [
      { stage: "MANAGER", status: "APPROVED", archived: false },
      { stage: "HEAD_OF_DEPARTMENT", status: "REJECTED", archived: true },
      { stage: "HEAD_OF_DEPARTMENT", status: "APPROVED", archived: false },
      { stage: "HR", status: "APPROVED", archived: false },
    ],
    facts: { [HR_RECORD]: "APPROVED" },
  });
}
