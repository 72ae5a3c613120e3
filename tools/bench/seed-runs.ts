import { newId, type Store } from "@countersign/mongo";
import { type Document, ObjectId } from "mongodb";
import { approver, benchEngine, submitRun } from "./approval-runs.ts";
import { shortDocument } from "./bench-document.ts";

const COLLECTIONS = ["workflow_runs", "workflow_tasks", "workflow_approvals", "workflow_documents"];
/** Few enough for the store to answer the heartbeats of its clients between two commands. */
const BATCH = 500;

/**
 * Fills the store with copies of one submitted run of one stage and its document, each under ids of its own: the records
 * that the engine would write, in a minute instead of ten.
 *
 * @param approverIds approvers of each run; default the bench's approver
 * @param inTurn users of whom each run asks the next one in the place of its first approver
 */
export async function seedOpenRuns(
  store: Store,
  count: number,
  approverIds: readonly string[] = [approver.userId],
  inTurn: readonly string[] = [],
): Promise<void> {
  const document = shortDocument();
  const [first] = await submitRun(benchEngine(store), { stages: 1, document, approverIds });
  await copyRun(store, first!.taskId, count, approverIds[0] ?? "", inTurn);
}

async function copyRun(
  store: Pick<Store, "db">,
  taskId: string,
  count: number,
  approverId = "",
  inTurn: readonly string[] = [],
): Promise<void> {
  const task = await store.db.collection("workflow_tasks").findOne({ _id: new ObjectId(taskId) });
  const samples = await Promise.all(
    COLLECTIONS.map(async (name) => ({
      collection: store.db.collection(name),
      documents: await store.db
        .collection(name)
        .find(name === "workflow_runs" ? { _id: task?.["runId"] } : { runId: task?.["runId"] })
        .toArray(),
    })),
  );
  for (let madeCount = 0; madeCount < count; madeCount += BATCH) {
    const copies = Array.from({ length: Math.min(BATCH, count - madeCount) }, (_, at) =>
      copyOf(
        samples.map(({ documents }) => documents),
        approverId,
        inTurn[(madeCount + at) % inTurn.length],
      ),
    );
    for (const [index, { collection }] of samples.entries()) {
      await collection.insertMany(
        copies.flatMap((copy) => copy[index]!),
        { ordered: false },
      );
    }
  }
}

const OWN_IDS = new Set(["_id", "runId", "refId", "taskId"]);
/** Records within the run. */
const NESTED = new Set(["tasks", "approvals"]);

/** A run's records with each id of the run replaced consistently, and its approver by another one. */
function copyOf(
  lists: readonly Document[][],
  approverId: string,
  askedId: string = approverId,
): Document[][] {
  const newIds = new Map<string, ObjectId>();
  const rename = (id: ObjectId) => {
    const newObjectId = newIds.get(id.toHexString()) ?? new ObjectId(newId());
    newIds.set(id.toHexString(), newObjectId);
    return newObjectId;
  };
  const withAskedUser = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withAskedUser);
    if (typeof value === "string") return value.replace(approverId, askedId);
    return value instanceof ObjectId && value.toHexString() === approverId ? new ObjectId(askedId) : value;
  };
  const copyDocument = (document: Document): Document =>
    Object.fromEntries(
      Object.entries(document).map(([name, value]) => {
        // A task names its document's revision.
        if (name === "document") return [name, { ...value, id: rename(value.id) }];
        if (NESTED.has(name)) return [name, (value as Document[]).map(copyDocument)];
        return [name, OWN_IDS.has(name) && value instanceof ObjectId ? rename(value) : withAskedUser(value)];
      }),
    );
  return lists.map((documents) => documents.map(copyDocument));
}
