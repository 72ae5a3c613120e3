import type { Kind, KindRegistry, Owner } from "@countersign/contracts";
import { builtInOwnerOf } from "@countersign/domain/approval";
import type { OpenScope } from "@countersign/mongo";
import { ConfigError } from "@countersign/service-kit";

import { ownerOf } from "../shared/owner-of.ts";
import type { TransactionScope } from "../shared/transact.ts";

/** `approval_kinds`: the kinds that deployments have added, over all companies (contract-2, DOC-1). */
interface KindRecord {
  _id: Kind;
  owner: Owner;
  /** Whether a document of the kind was ever submitted. */
  used?: true;
}

const kindsIn = ({ db }: Pick<OpenScope, "db">) => db.collection<KindRecord>("approval_kinds");

/**
 * Notes the added kinds, and forgets those that left the configuration before a document had them.
 *
 * @throws ConfigError in one line when documents have a kind that the configuration lacks, or gives to another owner
 */
export async function recordKinds(scope: Pick<OpenScope, "db">, kinds: KindRegistry): Promise<void> {
  const records = kindsIn(scope);
  const isMissing = ({ _id, owner }: KindRecord) => kinds.ownerOf(_id) !== owner;
  const goneKinds = (await records.find().toArray()).filter(isMissing).map(({ _id }) => _id);
  if (goneKinds.length > 0) await records.deleteMany({ _id: { $in: goneKinds }, used: { $ne: true } });
  // Read again: meanwhile another replica may have taken in a first document.
  const missingKinds = (await records.find().toArray()).filter(isMissing);
  if (missingKinds.length > 0) {
    const names = missingKinds.map(({ _id, owner }) => `${owner}:${_id}`).join(", ");
    throw new ConfigError([`DOCUMENT_KINDS lacks ${names}, which documents have`]);
  }
  for (const kind of kinds.kinds) {
    const owner = kinds.ownerOf(kind);
    if (owner === undefined || !isAdded(kind)) continue;
    await records.updateOne({ _id: kind }, { $setOnInsert: { owner } }, { upsert: true });
  }
}

/**
 * Notes in the transaction that a document of the kind is submitted, if the kind is an added one. Only the first such note
 * writes, so later submissions do not conflict. A replica of another configuration may have removed the record.
 */
export async function recordUse(scope: TransactionScope, kind: Kind): Promise<void> {
  if (!isAdded(kind)) return;
  const { session, kinds } = scope;
  const useNote = { $set: { used: true }, $setOnInsert: { owner: ownerOf(kinds, kind) } } as const;
  await kindsIn(scope).updateOne({ _id: kind }, useNote, { session, upsert: true });
}

/** Whether a deployment has added the kind. */
export const isAdded = (kind: Kind) => builtInOwnerOf(kind) === undefined;
