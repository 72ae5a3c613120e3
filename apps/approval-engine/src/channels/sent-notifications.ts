import type { Grant } from "@countersign/domain/approval";
import { type Db, ObjectId } from "mongodb";

import type { RevisionRecord } from "../documents/index.ts";
import { type WorkflowTask, runOf, runsIn, waitsFor } from "../runs/index.ts";
import type { WorkflowNotificationRecord } from "../shared/records.ts";
import type { SentNotification, ShownFacts } from "../shared/channel.ts";
import { factWords, type Reader } from "./fact-words.ts";
import { submittersOf } from "./submitters.ts";

/** A stored notification that is to be sent, with its document as it is now; nothing where it asks in vain. */
export type DueNotification = SentNotification & { runId: string | undefined };

/**
 * The notifications as channels have them, without those that ask for a decision that is not waited for any more, or not from
 * this user. A bounded number of reads, each by ids.
 *
 * @param rows - of one user
 * @param reader.grants - whom the user may represent
 */
export async function dueNotifications(
  db: Pick<Db, "collection">,
  rows: readonly (WorkflowNotificationRecord & { _id: ObjectId })[],
  shownFacts: ShownFacts,
  { grants, ...reader }: Reader & { grants: readonly Grant[] },
): Promise<DueNotification[]> {
  const tasks = await tasksByIds(
    db,
    rows.flatMap(({ taskId }) => taskId ?? []),
  );
  const revisionIds = [...tasks.values()].flatMap(({ document }) => document?.id ?? []);
  const revisions =
    shownFacts === "ALL" ? await revisionsByIds(db, revisionIds) : new Map<string, RevisionRecord>();
  const askedTasks = rows.flatMap(({ part, taskId }) =>
    part === "ASKED" ? (tasks.get(taskId?.toHexString() ?? "") ?? []) : [],
  );
  const submitters = await submittersOf(db, askedTasks, reader.language);
  return rows.flatMap((row): DueNotification[] => {
    const task = row.taskId && tasks.get(row.taskId.toHexString());
    const isAsked = row.part === "ASKED";
    const isVain = !task || !waitsFor(row.userId.toHexString(), task, grants);
    if (isAsked && isVain) return [];
    const { title, amount, currency, id } = task?.document ?? {};
    const facts = (id && revisions.get(id)?.facts) || [];
    return [
      {
        runId: task?.runId,
        refId: row.refId.toHexString(),
        message: row.message,
        text: row.text,
        isAsked,
        ...(isAsked && task && { submitter: submitters.get(task._id) }),
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

/** The stages with these ids, of the runs that have them. */
export async function tasksByIds(
  db: Pick<Db, "collection">,
  ids: readonly ObjectId[],
): Promise<ReadonlyMap<string, WorkflowTask>> {
  if (ids.length === 0) return new Map();
  const records = await runsIn({ db })
    .find({ "tasks._id": { $in: [...ids] } }, { hint: "of_task" })
    .toArray();
  return new Map(records.flatMap((record) => runOf(record).tasks.map((task) => [task._id, task] as const)));
}

async function revisionsByIds(
  db: Pick<Db, "collection">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RevisionRecord>> {
  if (ids.length === 0) return new Map();
  const records = await db
    .collection<RevisionRecord>("workflow_documents")
    .find({ _id: { $in: ids.map((id) => new ObjectId(id)) } })
    .toArray();
  return new Map(records.map((record) => [record._id.toHexString(), record]));
}
