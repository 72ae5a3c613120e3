import type { ToolContext } from "./tool-context.ts";
import type { FinanceActor } from "@countersign/finance";

/** The actor for the audit: the authenticated caller, the session, and the arguments as they were given. */
export function actorOf(
  { principal, sessionId }: ToolContext,
  input: Readonly<Record<string, unknown>>,
): FinanceActor {
  const { issuer, companyId, userId } = principal;
  return { issuer, companyId, userId, sessionId, arguments: input };
}
