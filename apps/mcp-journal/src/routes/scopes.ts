import { jsonRpcError, REFUSED_BY_TRANSPORT, withRequestId } from "@countersign/mcp";
import type { Principal } from "@countersign/auth";
import type { preHandlerAsyncHookHandler } from "fastify";

/** The scopes of the tools (contract-3, MCP-4). They do not imply each other; everything else needs none. */
export const TOOL_SCOPES: Readonly<Record<string, string>> = {
  list_accounts: "journal:read",
  get_journal_entry: "journal:read",
  create_journal_entry: "journal:draft",
  post_journal_entry: "journal:post",
};

/** Each of them once. */
export const SCOPES: readonly string[] = [...new Set(Object.values(TOOL_SCOPES))];

/** `optional`: a token that names no scopes has all. `required`: it has none. */
export type ScopePolicy = "optional" | "required";

/**
 * Refuses tool calls that the token's scopes do not cover, by 403 with the scopes that are missing (RFC 6750,
 * `insufficient_scope`).
 */
export function refuseMissingScopes(
  policy: ScopePolicy,
  resourceMetadataUrl: () => string,
): preHandlerAsyncHookHandler {
  return async ({ body, principal }, reply) => {
    const scopesMissing = missingScopes(body, principal, policy);
    if (scopesMissing.length === 0) return;
    const scope = scopesMissing.join(" ");
    const challenge = [
      'error="insufficient_scope"',
      `scope="${scope}"`,
      `resource_metadata="${resourceMetadataUrl()}"`,
    ];
    const refusal = jsonRpcError(403, REFUSED_BY_TRANSPORT, `The token lacks the scope ${scope}`);
    const { status, headers, body: text } = withRequestId(refusal, body);
    await reply
      .code(status)
      .headers({ ...headers, "www-authenticate": `Bearer ${challenge.join(", ")}` })
      .send(text);
  };
}

/** The scopes that the calls of a message, or of a batch of them, need and the token lacks, each once. */
function missingScopes(body: unknown, { scopes }: Principal, policy: ScopePolicy): string[] {
  if (scopes === undefined && policy === "optional") return [];
  const neededScopes = [body].flat().flatMap((message) => scopeOf(message) ?? []);
  return [...new Set(neededScopes)].filter((scope) => scopes?.includes(scope) !== true);
}

function scopeOf(message: unknown): string | undefined {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  const name = method === "tools/call" ? params?.name : undefined;
  return typeof name === "string" && Object.hasOwn(TOOL_SCOPES, name) ? TOOL_SCOPES[name] : undefined;
}
