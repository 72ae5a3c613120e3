import { type OpenScope, toHex, toObjectId } from "@countersign/mongo";
import type { ObjectId } from "mongodb";

/** The verbs of the audit trail that make a user an author of an entry. */
const WRITING = ["create", "update"];

/** The users whose tokens drafted a journal entry and changed it, as its audit trail has them (contract-3, SAFE-17). */
export async function entryAuthors(
  { db }: Pick<OpenScope, "db">,
  { id, companyId }: { id: string; companyId: string },
): Promise<string[]> {
  const authors: ObjectId[] = await db.collection("audit_logs").distinct("actorId", {
    companyId: toObjectId(companyId),
    entity: "journal_entry",
    entityId: toObjectId(id),
    action: { $in: WRITING },
    actorId: { $exists: true },
  });
  return authors.map(toHex);
}
