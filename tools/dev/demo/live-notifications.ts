import { createClient } from "graphql-ws";
import { WebSocket } from "ws";

/** The live notifications of one person while the demo runs. */
export interface LiveNotifications {
  /** The messages about a document, oldest first. */
  messagesOf: (refId: string) => string[];
  close: () => Promise<void>;
}

interface Added {
  workflowNotificationAdded: { refId: string; message: string };
}

/** Subscribes to `workflowNotificationAdded` over graphql-transport-ws; resolves once the server has accepted. */
export async function listenToNotifications(engineUrl: string, token: string): Promise<LiveNotifications> {
  const url = new URL("/graphql", engineUrl);
  url.protocol = "ws:";
  const client = createClient({
    url: url.href,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${token}` },
    lazy: false,
    retryAttempts: 0,
    onNonLazyError: () => {},
  });
  const receivedNotifications: Added["workflowNotificationAdded"][] = [];
  await new Promise<void>((resolve, reject) => {
    client.on("connected", () => resolve());
    client.on("closed", (event) => reject(new Error(`the subscription was refused: ${closeReason(event)}`)));
    client.subscribe<Added>(
      { query: "subscription { workflowNotificationAdded { refId message } }" },
      {
        next: ({ data }) => {
          if (data) receivedNotifications.push(data.workflowNotificationAdded);
        },
        error: reject,
        complete: () => {},
      },
    );
  });
  return {
    messagesOf: (refId) =>
      receivedNotifications.filter((row) => row.refId === refId).map(({ message }) => message),
    close: async () => client.dispose(),
  };
}

function closeReason(event: unknown): string {
  const { code, reason } = event as { code?: number; reason?: string };
  return `${code ?? "no code"} ${reason ?? ""}`.trim();
}
