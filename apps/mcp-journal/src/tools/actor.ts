import type { FinanceActor } from "@countersign/finance";
import type { ToolContext } from "./tool.ts";

/** The actor for the audit: the authenticated caller, the session, and the arguments as they were given. */
export function actorOf(
  { principal, sessionId }: ToolContext,
  input: Readonly<Record<string, unknown>>,
): FinanceActor {
  const { issuer, companyId, userId } = principal;
  return { issuer, companyId, userId, sessionId, arguments: input };
}
