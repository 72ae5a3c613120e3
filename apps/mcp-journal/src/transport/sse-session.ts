import type { ServerResponse } from "node:http";
import { onExpiry, type Principal } from "@countersign/auth";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { authInfoOf } from "./auth-info.ts";
import { guardMessages } from "./message-guard.ts";
import type { Session } from "./session.ts";

/** Where clients post their messages (mcp-journal, Transport). */
export const MESSAGES_PATH = "/api/mcp/messages";

/**
 * Opens the SSE stream of a new session on a response that nothing was written to yet (mcp-journal, Transport).
 *
 * @param options.maxUnreadBytes a client that leaves more than this unread is cut off
 * @param options.keepAliveMs how often a comment is sent, so that proxies keep the stream open
 * @param options.onOpen the session can take messages; called before the client learns its id
 * @param options.onClose the stream has ended, for whatever reason
 * @throws whatever connecting throws; the response is then ended and `onClose` was called
 */
export async function openSseSession(
  server: Server,
  response: ServerResponse,
  owner: Principal,
  options: {
    maxUnreadBytes: number;
    keepAliveMs: number;
    onOpen: (session: Session) => Promise<void>;
    onClose: () => void;
  },
): Promise<void> {
  const transport = new SSEServerTransport(MESSAGES_PATH, response);
  const guard = guardMessages(transport, () => server.getClientVersion() !== undefined);
  dropUnread(transport, response, options.maxUnreadBytes);

  const session: Session = {
    id: transport.sessionId,
    kind: "sse",
    owner,
    async handle({ body, principal }) {
      const refused = guard.admit(body);
      if (refused) return Response.json(refused, { status: 400 });
      try {
        await transport.handleMessage(body, { authInfo: authInfoOf(principal) });
      } catch {
        guard.withdraw(body);
        return Response.json({ error: "The body is not a JSON-RPC 2.0 message" }, { status: 400 });
      }
      return new Response("Accepted", { status: 202 });
    },
    close: async () => {
      await server.close();
      response.end();
    },
  };

  const keepAlive = setInterval(() => response.write(": keepalive\n\n"), options.keepAliveMs);
  const forgetExpiry = onExpiry(owner, () => response.end());
  response.once("close", () => {
    clearInterval(keepAlive);
    forgetExpiry();
    options.onClose();
  });
  try {
    await options.onOpen(session);
    await server.connect(transport);
  } catch (error) {
    response.destroy();
    throw error;
  }
}

/** Cuts a client off that does not read, before its output fills the memory. */
function dropUnread(transport: SSEServerTransport, response: ServerResponse, maxUnreadBytes: number): void {
  const send = transport.send.bind(transport);
  transport.send = async (message) => {
    await send(message);
    if (response.writableLength > maxUnreadBytes) response.destroy();
  };
}
