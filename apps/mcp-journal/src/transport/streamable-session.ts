import { randomUUID } from "node:crypto";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { authInfoOf } from "./auth-info.ts";
import { createEventLog } from "./event-log.ts";
import { guardMessages } from "./message-guard.ts";
import type { Session, SessionRequest } from "./session.ts";

/** Only the path matters to the transport; the host of the request was checked at the edge. */
const URL_OF_TRANSPORT = "http://localhost/api/mcp";

/**
 * Opens a Streamable HTTP session with its first request, which must be `initialize`.
 *
 * @param options.keepAliveMs how often a comment is sent on open streams
 * @param options.onOpen the session can take requests; called before the client learns its id
 * @param options.onClose the session has ended: deleted by the client or closed here
 * @returns the answer to the first request; a session was opened only if `onOpen` was called
 */
export async function openStreamableSession(
  server: Server,
  first: SessionRequest,
  options: { keepAliveMs: number; onOpen: (session: Session) => Promise<void>; onClose: () => void },
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    eventStore: createEventLog(),
    keepAliveMs: options.keepAliveMs,
    onsessioninitialized: (id) =>
      options.onOpen({ id, kind: "streamable-http", owner: first.principal, handle, close }),
  });
  const guard = guardMessages(transport, () => server.getClientVersion() !== undefined);

  const handle = async (request: SessionRequest): Promise<Response> => {
    const { method, headers, body, principal } = request;
    const refused = method === "POST" ? guard.admit(body) : undefined;
    if (refused) return Response.json(refused, { status: 400 });
    const response = await transport.handleRequest(new Request(URL_OF_TRANSPORT, { method, headers }), {
      ...(method === "POST" ? { parsedBody: body } : {}),
      authInfo: authInfoOf(principal),
    });
    if (response.status >= 400) guard.withdraw(body);
    return response;
  };
  const close = () => server.close();

  await server.connect(transport);
  server.onclose = options.onClose;
  return await handle(first);
}
