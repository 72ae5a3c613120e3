import type { Principal } from "@countersign/auth";
import type { SubmittedBy } from "@countersign/contracts";
import { shownOnOneLine } from "@countersign/domain/text";

/** Most characters of an agent's name, which it chooses itself. */
const CLIENT_MAX = 100;

/** The agent whose request a submission comes from, for the engine: whoever's token it has never decides (contract-3, AGT-3). */
export function submittedByOf({ isAgent, client = "" }: Pick<Principal, "isAgent" | "client">): {
  submittedBy?: SubmittedBy;
} {
  if (!isAgent) return {};
  const name = shownOnOneLine(client, CLIENT_MAX);
  return { submittedBy: { agent: true, ...(name !== "" && { client: name }) } };
}
