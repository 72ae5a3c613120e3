import type { Translate } from "../messages/i18n.ts";

/** The fields of a task that name its submitter. */
interface SubmittedTask {
  submitter?: { name?: string | null } | null;
  submittedBy?: { client?: string | null } | null;
}

/** The name of a document's submitter: a person, or the agent that acted with their token (contract-3, AGT-4). */
export function submitterName(
  t: Translate,
  { submitter, submittedBy }: SubmittedTask,
): string | null | undefined {
  if (!submittedBy) return submitter?.name;
  return agentText(t, submitter?.name ?? "–", submittedBy.client);
}

/** The name of an agent that acted with somebody's token. */
export function agentText(t: Translate, name: string, client: string | null | undefined): string {
  return t("document.agentOf", { name, hasClient: client ? "yes" : "no", client: client ?? "" });
}
