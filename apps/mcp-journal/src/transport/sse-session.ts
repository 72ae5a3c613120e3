import { authInfoOf, jsonAnswer, type McpAnswer } from "@countersign/mcp";
import type { ServerResponse } from "node:http";
import { onExpiry, type Principal } from "@countersign/auth";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { guardMessages } from "./message-guard.ts";
import type { Session } from "./session.ts";
import type { SessionHooks } from "./sessions.ts";

/** The route that clients post their messages to (mcp-journal, Transport). */
export const MESSAGES_PATH = "/api/mcp/messages";

/** How long a client may take to read the end of its stream before the connection is cut. */
const END_WITHIN_MS = 1_000;

const NO_MESSAGE = {
  jsonrpc: "2.0",
  error: { code: ErrorCode.InvalidRequest, message: "The body is not a JSON-RPC 2.0 message" },
  id: null,
};
const ACCEPTED: McpAnswer = { status: 202, headers: { "content-type": "text/plain" }, body: "Accepted" };

export interface StreamLimits {
  /** A client that leaves more than this unread is cut off. */
  maxUnreadBytes: number;
  /** How often a comment is sent, so that proxies keep the stream open. */
  keepAliveMs: number;
}

/**
 * Opens the SSE stream of a new session on a response that nothing was written to yet (mcp-journal, Transport).
 *
 * @param options.messagesPath - {@link MESSAGES_PATH} as clients reach it
 * @throws whatever connecting throws; a stream that had begun is cut off then
 */
export async function openSseSession(
  server: Server,
  response: ServerResponse,
  owner: Principal,
  {
    maxUnreadBytes,
    keepAliveMs,
    messagesPath,
    onOpen,
    onClose,
  }: StreamLimits & SessionHooks & { messagesPath: string },
): Promise<void> {
  // A destroyed response emits no further `close`.
  if (response.destroyed) return onClose();
  const transport = new SSEServerTransport(messagesPath, response);
  const guard = guardMessages(transport, () => server.getClientVersion() !== undefined);
  const cutUnread = () => {
    if (response.writableLength > maxUnreadBytes) response.destroy();
  };
  cutAfterSend(transport, cutUnread);
  const end = () => {
    response.end();
    const cut = setTimeout(() => response.destroy(), END_WITHIN_MS);
    response.once("close", () => clearTimeout(cut));
  };

  const session: Session = {
    id: transport.sessionId,
    kind: "sse",
    owner,
    settled: () => guard.settled(),
    async handle({ body, principal }) {
      const refusal = guard.admit(body);
      if (refusal) return jsonAnswer(400, refusal);
      try {
        await transport.handleMessage(body, { authInfo: authInfoOf(principal) });
      } catch {
        guard.withdraw(body);
        return jsonAnswer(400, NO_MESSAGE);
      }
      return ACCEPTED;
    },
    close: async () => {
      await server.close();
      end();
    },
  };

  const keepAlive = setInterval(() => {
    response.write(": keepalive\n\n");
    cutUnread();
  }, keepAliveMs);
  const forgetExpiry = onExpiry(owner, end);
  response.once("close", () => {
    clearInterval(keepAlive);
    forgetExpiry();
    onClose();
  });
  try {
    await onOpen(session);
    await server.connect(transport);
  } catch (error) {
    if (response.headersSent) response.destroy();
    clearInterval(keepAlive);
    forgetExpiry();
    throw error;
  }
}

/** Cuts a client off that does not read, before its output fills the memory. */
function cutAfterSend(transport: SSEServerTransport, cutUnread: () => void): void {
  const send = transport.send.bind(transport);
  transport.send = async (message) => {
    await send(message);
    cutUnread();
  };
}
