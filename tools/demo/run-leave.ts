import { setTimeout as delay } from "node:timers/promises";
import { DEMO_PEOPLE, type DemoPerson } from "../start/demo-company.ts";
import { createGraphqlClient, type GraphqlClient } from "./graphql-client.ts";
import { createLeaveClient } from "./leave-client.ts";
import { type LiveNotifications, listenToNotifications } from "./live-notifications.ts";
import { type Clients, readTasks, readTimeline } from "./read-story.ts";
import { REMARKS, type Story } from "./timeline.ts";

export interface DemoOptions {
  engineUrl: string;
  hrUrl: string;
  /** Signs a development token for one of the demo company's people. */
  tokenOf: (person: DemoPerson) => Promise<string>;
  /** Tells what happens, one line each. */
  say: (line: string) => void;
}

const LEAVE = {
  employeeId: DEMO_PEOPLE.employee.employeeId,
  from: "2027-03-01",
  to: "2027-03-05",
  reason: "Sailing",
};

const WAIT_TIMEOUT_MS = 10_000;
const WAIT_INTERVAL_MS = 50;

/** Looks again until the condition holds. @throws Error after ten seconds */
async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + WAIT_TIMEOUT_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`${what}: not within ${WAIT_TIMEOUT_MS / 1000} s`);
    await delay(WAIT_INTERVAL_MS);
  }
}

async function createClients({ engineUrl, tokenOf }: DemoOptions): Promise<Clients> {
  const entries = await Promise.all(
    Object.values(DEMO_PEOPLE).map(
      async (person) => [person.key, createGraphqlClient(engineUrl, await tokenOf(person))] as const,
    ),
  );
  return Object.fromEntries(entries) as Clients;
}

/** The person's open HR approval of the document: what waits in their inbox. */
async function findTaskId(client: GraphqlClient, refId: string): Promise<string> {
  const { myPendingApprovals } = await client.request<{
    myPendingApprovals: { taskId: string; refId: string }[];
  }>("{ myPendingApprovals { taskId refId } }");
  const waiting = myPendingApprovals.filter((approval) => approval.refId === refId);
  if (waiting.length !== 1) throw new Error(`expected one waiting approval, found ${waiting.length}`);
  return waiting[0]!.taskId;
}

async function decide(
  client: GraphqlClient,
  refId: string,
  status: "APPROVED" | "REJECTED",
  remark: string,
): Promise<void> {
  await client.request(
    `mutation ($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }`,
    { input: { taskId: await findTaskId(client, refId), status, remark } },
  );
}

/**
 * Takes one leave request through its run, as its people would: over the HR service's REST API and the approval
 * engine's GraphQL API. The outcome reaches the HR record as a message. Everything is then read back.
 *
 * @throws Error when a service refuses a step or does not answer
 */
export async function runLeave(options: DemoOptions): Promise<Story> {
  const { engineUrl, hrUrl, tokenOf, say } = options;
  const { employee, manager, head, hr } = DEMO_PEOPLE;
  const clients = await createClients(options);
  const employeeToken = await tokenOf(employee);
  const leaves = createLeaveClient(hrUrl, employeeToken);
  const live: LiveNotifications = await listenToNotifications(engineUrl, employeeToken);
  try {
    const { _id: refId, ref } = await leaves.create(LEAVE);
    say(`${employee.name} asks for leave from ${LEAVE.from} to ${LEAVE.to}: ${ref}`);
    await decide(clients.manager, refId, "APPROVED", REMARKS.managerFirst);
    say(`${manager.name} approves: "${REMARKS.managerFirst}"`);
    await decide(clients.head, refId, "REJECTED", REMARKS.headRejects);
    say(`${head.name} rejects: "${REMARKS.headRejects}"; it returns to ${manager.name}`);
    await decide(clients.manager, refId, "APPROVED", REMARKS.managerAgain);
    say(`${manager.name} approves again: "${REMARKS.managerAgain}"`);
    await decide(clients.head, refId, "APPROVED", REMARKS.headApproves);
    say(`${head.name} is asked again and approves: "${REMARKS.headApproves}"`);
    await decide(clients.hr, refId, "APPROVED", REMARKS.hrApproves);
    say(`${hr.name} approves: "${REMARKS.hrApproves}"`);
    const leaveStatus = await until("the HR record hears the outcome", async () => {
      const { status } = await leaves.read(refId);
      return status === "PENDING" ? undefined : status;
    });
    say(`The HR record says ${leaveStatus}`);
    const timeline = await readTimeline(clients, refId);
    const expectedLive = timeline.filter(({ told }) => told.includes(employee.name)).length;
    await until("every live notification", async () =>
      live.messagesOf(refId).length >= expectedLive ? true : undefined,
    );
    const tasks = await readTasks(clients.employee, refId, ref);
    return { ref, timeline, tasks, live: live.messagesOf(refId), leaveStatus };
  } finally {
    await live.close();
  }
}
