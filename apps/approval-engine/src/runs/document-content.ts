import type { ApprovalDocument, StatedBy } from "@countersign/contracts";
import type { ApproverSource, DocumentContent, Id } from "@countersign/domain/approval";

import { findRevision } from "../documents/index.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { factKeysOf } from "./find-organisation.ts";
import type { RunRecords } from "./run-records.ts";
import { statedByOf } from "./stated-by.ts";

/** The part of a document that rules read. */
export function contentOf(
  { title, amount, currency, facts = [] }: Pick<ApprovalDocument, "title" | "amount" | "currency" | "facts">,
  statedBy: StatedBy | undefined,
): DocumentContent {
  return { byOwner: statedBy === "OWNER", title, amount, currency, facts };
}

/** The document of a stored run, with its facts where sources read some; at most one command. */
export async function storedContent(
  scope: TransactionScope,
  companyId: Id,
  { tasks: [task], origin: { document } }: RunRecords,
  sources: readonly ApproverSource[],
): Promise<DocumentContent | undefined> {
  if (document === undefined || task === undefined || sources.length === 0) return undefined;
  const readsFacts = factKeysOf(sources).length > 0;
  const revision = readsFacts ? await findRevision(scope, companyId, document.id) : undefined;
  return contentOf({ ...document, facts: revision?.facts }, statedByOf(task));
}
