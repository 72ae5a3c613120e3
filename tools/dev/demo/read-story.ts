import { moneyText } from "@countersign/domain/money";
import { DEMO_PEOPLE, type DemoPerson } from "../start/demo-company.ts";
import type { GraphqlClient } from "./graphql-client.ts";
import type { Story, TimelineEntry } from "./story.ts";

/** The demo people's clients of the approval engine. */
export type Clients = Record<DemoPerson["key"], GraphqlClient>;

/** The stored events of the document, each with its recipients' notifications. */
export async function readTimeline(clients: Clients, refId: string): Promise<TimelineEntry[]> {
  const { workflowEvents } = await clients.employee.request<{
    workflowEvents: {
      _id: string;
      event: string;
      actorId: string | null;
      targetIds: string[];
      metadata: { stageName: string; remark: string | null };
    }[];
  }>(
    "query ($refId: ID!) { workflowEvents(refId: $refId) { _id event actorId targetIds metadata { stageName remark } } }",
    { refId },
  );
  const people = Object.values(DEMO_PEOPLE);
  const nameOf = (userId: string): string =>
    people.find((person) => person.userId === userId)?.name ?? userId;
  const inboxes = await Promise.all(
    people.map(async ({ key, userId }) => {
      const { findMyNotifications } = await clients[key].request<{
        findMyNotifications: { eventId: string; message: string }[];
      }>("{ findMyNotifications { eventId message } }");
      return { userId, messages: new Map(findMyNotifications.map((row) => [row.eventId, row.message])) };
    }),
  );
  return workflowEvents.map(({ _id, event, actorId, targetIds, metadata }) => {
    const notifiedInboxes = inboxes.filter(({ messages }) => messages.has(_id));
    const messages = new Set(notifiedInboxes.map((inbox) => inbox.messages.get(_id)!));
    const missingIds = targetIds.filter((id) => !notifiedInboxes.some(({ userId }) => userId === id));
    return {
      event,
      // Nobody, where time acts.
      who: actorId === null ? "" : nameOf(actorId),
      stage: metadata.stageName,
      notified: notifiedInboxes.map(({ userId }) => nameOf(userId)),
      message: [...messages, ...missingIds.map((id) => `(no notification for ${nameOf(id)})`)].join(" / "),
      remark: metadata.remark ?? "",
    };
  });
}

interface ReadDocument {
  title: string | null;
  amount: string | null;
  currency: string | null;
}

/** The document as approvers read it, and its tasks, archived ones included, in the order of their stages. */
export async function readTasks(
  client: GraphqlClient,
  refId: string,
  ref: string,
): Promise<Pick<Story, "document" | "tasks">> {
  const { findMySubmissions } = await client.request<{
    findMySubmissions: {
      data: {
        refId: string;
        orderNo: number;
        createdAt: string;
        stageName: string;
        status: string;
        archived: boolean;
        document: ReadDocument | null;
      }[];
    };
  }>(
    `query ($keyword: String) { findMySubmissions(input: { keyword: $keyword, take: 100 }) {
      data { refId orderNo createdAt stageName status archived document { title amount currency } } } }`,
    { keyword: ref },
  );
  const tasks = findMySubmissions.data
    .filter((task) => task.refId === refId)
    .toSorted((a, b) => a.orderNo - b.orderNo || a.createdAt.localeCompare(b.createdAt));
  return {
    document: describe(tasks[0]?.document),
    tasks: tasks.map(({ stageName, status, archived }) => ({ stage: stageName, status, archived })),
  };
}

function describe(document: ReadDocument | null | undefined): string {
  const { title, amount, currency } = document ?? {};
  return amount ? `${title}, ${moneyText(amount, currency)}` : String(title);
}
