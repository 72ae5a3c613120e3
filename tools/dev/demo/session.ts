import { DEMO_PEOPLE, type DemoPerson } from "../start/demo-company.ts";
import { until } from "../until.ts";
import type { DemoAddresses } from "./demo-flags.ts";
import { createGraphqlClient, type GraphqlClient } from "./graphql-client.ts";
import { type JournalReader, openJournalReader } from "./journal-reader.ts";
import { type LiveNotifications, listenToNotifications } from "./live-notifications.ts";
import { type Clients, readTasks, readTimeline } from "./read-story.ts";
import { createRestClient, type RestAnswer, type RestClient } from "./rest-client.ts";
import type { Story } from "./story.ts";

export interface SessionOptions {
  addresses: DemoAddresses;
  /** Signs a development token for one of the demo company's people. */
  tokenOf: (person: DemoPerson) => Promise<string>;
  /** Prints what happens, one line each. */
  say: (line: string) => void;
}

/** A document that runs through its approval. */
export interface DemoDocument {
  id: string;
  ref: string;
}

/** The demo's people at work. */
export interface Session {
  /** The services that own the documents, as the employee. */
  hr: RestClient;
  inventory: RestClient;
  /** The approval engine, as the employee. */
  engine: GraphqlClient;
  /** The approval engine, as somebody else. */
  engineAs: (person: DemoPerson) => GraphqlClient;
  /** The ledger, as the employee's agent reads it. */
  journal: Pick<JournalReader, "describe">;
  say: (line: string) => void;
  /**
   * Decides the waiting approval of the document, the person's own or the principal's.
   *
   * @throws Error when none waits, or the engine refuses
   */
  decide: (
    decider: DemoPerson,
    document: DemoDocument,
    status: "APPROVED" | "REJECTED",
    remark: string,
    principal?: DemoPerson,
  ) => Promise<void>;
  /** Does the work while a person is away, and another one decides for them. */
  whileAway: <T>(principal: DemoPerson, substitute: DemoPerson, work: () => Promise<T>) => Promise<T>;
  /** Reads the document's story from the approval engine, once the employee has all notifications. */
  readStory: (document: DemoDocument) => Promise<Omit<Story, "facts">>;
  close: () => Promise<void>;
}

/** The HR record once it has heard the outcome. @throws Error after ten seconds */
export function untilDecided(hr: RestClient, path: string): Promise<RestAnswer["body"]> {
  return until("the HR record hears the outcome", async () => {
    const current = await hr.expect("GET", path);
    return current["status"] === "PENDING" ? undefined : current;
  });
}

/** The document's task in the person's inbox. */
async function findTaskId(clients: Clients, { key }: DemoPerson, { id, ref }: DemoDocument): Promise<string> {
  const { workflowTaskPage } = await clients[key].request<{
    workflowTaskPage: { data: { _id: string; refId: string; canUpdateStatus: boolean }[] };
  }>(
    `query ($keyword: String) { workflowTaskPage(input: { keyword: $keyword, status: AWAITING_APPROVAL, take: 100 }) {
      data { _id refId canUpdateStatus } } }`,
    { keyword: ref },
  );
  const waitingTasks = workflowTaskPage.data.filter((task) => task.refId === id && task.canUpdateStatus);
  if (waitingTasks.length !== 1)
    throw new Error(`expected one waiting task of ${ref}, found ${waitingTasks.length}`);
  return waitingTasks[0]!._id;
}

/** Connects the demo's people to the services. @throws Error when the engine refuses their tokens */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { addresses, tokenOf, say } = options;
  const entries = await Promise.all(
    Object.values(DEMO_PEOPLE).map(
      async (person) => [person.key, createGraphqlClient(addresses.engine, await tokenOf(person))] as const,
    ),
  );
  const clients = Object.fromEntries(entries) as Clients;
  const { employee } = DEMO_PEOPLE;
  const token = await tokenOf(employee);
  await using openedParts = new AsyncDisposableStack();
  const live: LiveNotifications = await listenToNotifications(addresses.engine, token);
  openedParts.defer(() => live.close());
  const journal = await openJournalReader(addresses.journal, token);
  openedParts.defer(() => journal.close());

  const session = openedParts.move();
  return {
    journal,
    hr: createRestClient("hr-service", addresses.hr, token),
    inventory: createRestClient("inventory-service", addresses.inventory, token),
    engine: clients.employee,
    engineAs: ({ key }) => clients[key],
    say,
    decide: async (decider, document, status, remark, principal) => {
      const taskId = await findTaskId(clients, decider, document);
      await clients[decider.key].request(
        `mutation ($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }`,
        { input: { taskId, status, remark } },
      );
      const verb = status === "APPROVED" ? "approves" : "rejects";
      const place = principal ? ` for ${principal.name}` : "";
      say(`${decider.name} ${verb} ${document.ref}${place}: "${remark}"`);
    },
    whileAway: async (principal, { name, userId: substituteId }, work) => {
      const today = Temporal.Now.plainDateISO("UTC");
      const days = { fromDate: String(today), untilDate: String(today.add({ days: 1 })), timeZone: "UTC" };
      const client = clients[principal.key];
      const { createSubstitution } = await client.request<{ createSubstitution: { _id: string } }>(
        `mutation ($input: CreateSubstitutionInput!) { createSubstitution(input: $input) { _id } }`,
        { input: { substituteId, kinds: ["Claim"], reason: "On leave", ...days } },
      );
      say(`${principal.name} is away until ${days.untilDate}, and ${name} decides claims in his place`);
      try {
        return await work();
      } finally {
        await client.request("mutation ($id: ID!) { revokeSubstitution(id: $id) { _id } }", {
          id: createSubstitution._id,
        });
        say(`${principal.name} is back, and decides again himself`);
      }
    },
    readStory: async ({ id, ref }) => {
      const timeline = await readTimeline(clients, id);
      const expectedLive = timeline.filter(({ notified }) => notified.includes(employee.name)).length;
      await until("every live notification", async () =>
        live.messagesOf(id).length >= expectedLive ? true : undefined,
      );
      return {
        ref,
        timeline,
        ...(await readTasks(clients.employee, id, ref)),
        live: live.messagesOf(id),
      };
    },
    close: () => session.disposeAsync(),
  };
}
