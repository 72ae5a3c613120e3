import { ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import { jsonAnswer, type McpAnswer } from "./answer.ts";

/** JSON-RPC code of what the packages' transports refuse by a status of HTTP. */
export const REFUSED_BY_TRANSPORT = -32_000;

/** A JSON-RPC error as the answer to a request; its id is `null` where it is not known. */
export function jsonRpcError(status: number, code: number, message: string): McpAnswer {
  return jsonAnswer(status, { jsonrpc: "2.0", error: { code, message }, id: null });
}

/** Gives a JSON-RPC error the id of the request, where the body has one (`contract-3.md`, FIX-8). */
export function withRequestId(answer: McpAnswer, body: unknown): McpAnswer {
  const id = idOf(body);
  if (id === undefined || answer.status < 400 || typeof answer.body !== "string") return answer;
  const error = parsedMessage(answer.body);
  if (error?.jsonrpc === undefined || (error.id ?? null) !== null) return answer;
  return { ...answer, body: JSON.stringify({ ...error, id }) };
}

/** Answers a body above the limit by a JSON-RPC error, and leaves other errors to the app. */
export async function answerTooLarge(
  error: Error & { code?: string },
  _request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (error.code !== "FST_ERR_CTP_BODY_TOO_LARGE") throw error;
  const { status, headers, body } = jsonRpcError(
    413,
    ProtocolErrorCode.InvalidRequest,
    "The request is too large",
  );
  await reply.code(status).headers(headers).send(body);
}

function idOf(body: unknown): string | number | undefined {
  if (typeof body !== "object" || body === null || !("id" in body)) return undefined;
  return typeof body.id === "string" || typeof body.id === "number" ? body.id : undefined;
}

function parsedMessage(text: string): { jsonrpc?: unknown; id?: unknown } | undefined {
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}
