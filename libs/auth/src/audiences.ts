/** Audiences of development tokens: each service has its own (contract-3, AGT-2). */
const AUDIENCES: Readonly<Record<string, string>> = {
  "mcp-journal": "countersign-journal",
  "approval-engine": "countersign-approvals",
  "version-gate": "countersign-gate",
};

/** Of a person's token: every service takes it. */
export const PERSON_AUDIENCES: readonly string[] = Object.values(AUDIENCES);

/** Of an agent's token: of no use at the engine's GraphQL, the owners and the gate. */
export const AGENT_AUDIENCES: readonly string[] = ["countersign-journal", "countersign-ask"];

/** The audience of a service by default; the owners' REST APIs take the engine's. */
export function audienceOf(service: string): string {
  return AUDIENCES[service] ?? "countersign-approvals";
}

/** The other service whose default this audience is: tokens for that one are taken here too. */
export function serviceOfForeignAudience(service: string, audience: string): string | undefined {
  if (audience === audienceOf(service)) return undefined;
  return Object.entries(AUDIENCES).find(([, serviceAudience]) => serviceAudience === audience)?.[0];
}
