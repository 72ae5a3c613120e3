import type { Grant } from "@countersign/domain/approval";
import type { Db, ObjectId } from "mongodb";

import type { RevisionRecord } from "../documents/index.ts";
import { type WorkflowTaskRecord, waitsFor } from "../runs/index.ts";
import { toRecord } from "../shared/record-of.ts";
import type { WorkflowNotificationRecord } from "../shared/records.ts";
import type { MailFacts } from "../approval-settings/index.ts";
import type { MailedNotification } from "./compose-mail.ts";
import { factWords, type Reader } from "./fact-words.ts";

/** A stored notification that is to be mailed, with its document as it is now; nothing where it asks in vain. */
export type Mailable = MailedNotification & { id: string; runId: string | undefined };

/**
 * The notifications as mails have them, without those that ask for a decision that is not waited for any more, or not from
 * this user. A bounded number of reads, each by ids.
 *
 * @param rows - of one user
 * @param reader.grants - whom the user may represent
 */
export async function mailableOf(
  db: Pick<Db, "collection">,
  rows: readonly (WorkflowNotificationRecord & { _id: ObjectId })[],
  mailFacts: MailFacts,
  { grants, ...reader }: Reader & { grants: readonly Grant[] },
): Promise<Mailable[]> {
  const tasks = await byId<WorkflowTaskRecord>(
    db,
    "workflow_tasks",
    rows.flatMap(({ taskId }) => taskId ?? []),
  );
  const revisionIds = [...tasks.values()].flatMap(({ document }) => document?.id ?? []);
  const revisions =
    mailFacts === "ALL"
      ? await byId<RevisionRecord>(db, "workflow_documents", revisionIds)
      : new Map<string, RevisionRecord>();
  return rows.flatMap((row): Mailable[] => {
    const task = row.taskId && tasks.get(row.taskId.toHexString());
    const isAsked = row.part === "ASKED";
    const isVain = !task || !waitsFor(row.userId.toHexString(), toRecord(task), grants);
    if (isAsked && isVain) return [];
    const { title, amount, currency, id } = task?.document ?? {};
    const facts = (id && revisions.get(id.toHexString())?.facts) || [];
    return [
      {
        id: row._id.toHexString(),
        runId: task?.runId.toHexString(),
        refId: row.refId.toHexString(),
        message: row.message,
        text: row.text,
        isAsked,
        title,
        amount,
        currency,
        facts: facts.flatMap((fact) => {
          const value = factWords(fact, reader);
          return value === undefined ? [] : [{ label: fact.label, value }];
        }),
      },
    ];
  });
}

async function byId<R extends { _id: ObjectId }>(
  db: Pick<Db, "collection">,
  collection: string,
  ids: readonly ObjectId[],
): Promise<ReadonlyMap<string, R>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .collection(collection)
    .find<R>({ _id: { $in: [...ids] } })
    .toArray();
  return new Map(found.map((record) => [record._id.toHexString(), record]));
}
