import type { Principal } from "@countersign/auth";
import type { SubmittedBy } from "@countersign/contracts";
import { programName } from "@countersign/domain/text";

/** The agent whose request a submission comes from, for the engine: whoever's token it has never decides (contract-3, AGT-3). */
export function submittedByOf({ isAgent, client = "" }: Pick<Principal, "isAgent" | "client">): {
  submittedBy?: SubmittedBy;
} {
  if (!isAgent) return {};
  const name = programName(client);
  return { submittedBy: { agent: true, ...(name !== "" && { client: name }) } };
}
