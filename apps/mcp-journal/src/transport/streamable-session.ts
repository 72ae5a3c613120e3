import { authInfoOf, jsonAnswer, type McpAnswer, toAnswer } from "@countersign/mcp";
import { randomUUID } from "node:crypto";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { createEventLog, type LogRoom } from "./event-log.ts";
import { guardMessages } from "./message-guard.ts";
import type { SessionRequest } from "./session.ts";
import type { SessionHooks } from "./sessions.ts";
import type { StreamLimits } from "./sse-session.ts";

/** Only the path matters to the transport; the host of the request was checked at the edge. */
const URL_OF_TRANSPORT = "http://localhost/api/mcp";

/** How soon clients come back to a stream that was closed on them. */
const RETRY_MS = 1_000;

/**
 * Opens a Streamable HTTP session with its first request, which must be `initialize`.
 *
 * @returns the answer to the first request; a session was opened only if `onOpen` was called
 */
export async function openStreamableSession(
  server: Server,
  first: SessionRequest,
  {
    keepAliveMs,
    logRoom,
    onOpen,
    onClose,
  }: Pick<StreamLimits, "keepAliveMs"> & SessionHooks & { logRoom: LogRoom },
): Promise<McpAnswer> {
  const eventLog = createEventLog(logRoom);
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    eventStore: eventLog,
    keepAliveMs,
    retryInterval: RETRY_MS,
    onsessioninitialized: (id) =>
      onOpen({
        id,
        kind: "streamable-http",
        owner: first.principal,
        handle,
        settled: () => guard.settled(),
        close: () => server.close(),
      }),
  });
  const guard = guardMessages(transport, () => server.getClientVersion() !== undefined);

  const handle = async (request: SessionRequest): Promise<McpAnswer> => {
    const { method, headers, body, principal } = request;
    const refusal = method === "POST" ? guard.admit(body) : undefined;
    if (refusal) return jsonAnswer(400, refusal);
    const response = await transport.handleRequest(new Request(URL_OF_TRANSPORT, { method, headers }), {
      ...(method === "POST" ? { parsedBody: body } : {}),
      authInfo: authInfoOf(principal),
    });
    if (response.status >= 400) guard.withdraw(body);
    return await toAnswer(response);
  };

  await server.connect(transport);
  server.onclose = () => {
    eventLog.clear();
    onClose();
  };
  return await handle(first);
}
