import { randomBytes } from "node:crypto";
import { DEMO_COMPANY, DEMO_PEOPLE } from "../start/demo-company.ts";
import { until } from "../until.ts";
import type { GraphqlClient } from "./graphql-client.ts";
import type { DemoDocument, Session } from "./session.ts";
import { approvedTasks, eventsOf, type Story, storyOf } from "./story.ts";

const { employee, manager, head, admin } = DEMO_PEOPLE;

const KIND = "PurchaseRequisition";
const WORKFLOW = "Urgent requisitions";
const STAGE = "Approval";
const REMARK = "Milan is out; go ahead";

/** Seconds after which the approver is reminded, and his manager is asked beside him. */
const REMIND_AFTER = 1;
const ESCALATE_AFTER = 6;
const hoursOf = (seconds: number) => ({ hours: seconds / 3_600 });

/** Longer than the ladder takes. */
const ESCALATED_WITHIN_MS = 30_000;

/**
 * Submits a requisition to a stage with a ladder: its approver does not answer while the other documents go on.
 *
 * @throws Error when the engine refuses it or does not answer
 */
export async function submitLate({ engineAs, say }: Session): Promise<DemoDocument> {
  const workflowId = await publishLadder(engineAs(admin));
  const request = await submit(engineAs(employee), workflowId);
  say(
    `${employee.name} submits ${request.ref}; ${manager.name} does not answer, and other documents go on meanwhile`,
  );
  return request;
}

/**
 * Ends the run of a requisition that waits since {@link submitLate}: its approver is reminded after a second, and after six
 * his manager stands in for him.
 *
 * @throws Error when a service refuses a step or does not answer
 */
export async function runLate(
  { engineAs, decide, readStory, say }: Session,
  request: DemoDocument,
): Promise<Story> {
  const engine = engineAs(employee);
  await until(
    "the stage is escalated",
    async () => ((await eventNames(engine, request.id)).includes("ESCALATED") ? true : undefined),
    ESCALATED_WITHIN_MS,
  );
  say(
    `${manager.name} was reminded of ${request.ref} after ${REMIND_AFTER} s; since ${ESCALATE_AFTER} s after its submission ${head.name} may decide too`,
  );
  await decide(head, request, "APPROVED", REMARK);
  return { ...(await readStory(request)), facts: {} };
}

/** The outcome by the ladder. */
export function expectedLate(ref: string): Story {
  const { created, approved, completed } = eventsOf(ref);
  return storyOf({
    ref,
    document: `Crane hire, 2400.00 ${DEMO_COMPANY.currency}`,
    timeline: [
      created(STAGE, manager),
      {
        event: "REMINDED",
        who: "",
        stage: STAGE,
        notified: [manager.name],
        message: `${ref} still awaits your approval — ${STAGE}`,
        remark: "",
      },
      {
        event: "ESCALATED",
        who: "",
        stage: STAGE,
        notified: [manager.name, head.name],
        message: `${ref} was escalated to ${head.name} — ${STAGE} / ${ref} was escalated to ${head.name} — ${STAGE} — awaiting your approval`,
        remark: "",
      },
      approved(head, STAGE, REMARK),
      completed(head, STAGE),
    ],
    tasks: approvedTasks([STAGE]),
    facts: {},
  });
}

/** Publishes the workflow, again where the company has it already. @returns its id */
async function publishLadder(engine: GraphqlClient): Promise<string> {
  const { workflowPage } = await engine.request<{ workflowPage: { data: { _id: string; name: string }[] } }>(
    "query ($keyword: String) { workflowPage(input: { keyword: $keyword }) { data { _id name } } }",
    { keyword: WORKFLOW },
  );
  const knownWorkflow = workflowPage.data.find(({ name }) => name === WORKFLOW);
  if (knownWorkflow) return knownWorkflow._id;
  const stage = {
    name: STAGE,
    approverIds: [manager.userId],
    remind: [hoursOf(REMIND_AFTER)],
    escalate: { after: hoursOf(ESCALATE_AFTER), to: { manager: true }, mode: "STAND_IN" },
  };
  const { publishWorkflow } = await engine.request<{ publishWorkflow: { workflowId: string } }>(
    "mutation ($input: PublishWorkflowInput!) { publishWorkflow(input: $input) { workflowId } }",
    { input: { name: WORKFLOW, stages: [stage] } },
  );
  return publishWorkflow.workflowId;
}

async function submit(engine: GraphqlClient, workflowId: string): Promise<DemoDocument> {
  const id = randomBytes(12).toString("hex");
  const ref = `PR-${id.slice(-6).toUpperCase()}`;
  const document = { title: "Crane hire", amount: "2400", currency: DEMO_COMPANY.currency };
  await engine.request("mutation ($input: NewWorkflowTaskInput!) { newWorkflowTask(input: $input) }", {
    input: { workflowId, refId: id, kind: KIND, ref, document },
  });
  return { id, ref };
}

async function eventNames(engine: GraphqlClient, refId: string): Promise<string[]> {
  const { workflowEvents } = await engine.request<{ workflowEvents: { event: string }[] }>(
    "query ($refId: ID!) { workflowEvents(refId: $refId) { event } }",
    { refId },
  );
  return workflowEvents.map(({ event }) => event);
}
