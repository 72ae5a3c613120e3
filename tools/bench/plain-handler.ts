import { fileURLToPath } from "node:url";
import { newId, type Store, toObjectId } from "@countersign/mongo";
import { startServiceReplica, testEnvironment } from "@countersign/testing";
import { profileOptions } from "./engine-process.ts";
import { approverOf, STAGES, submitter } from "./approval-runs.ts";

const MAIN = fileURLToPath(new URL("plain-handler-process.ts", import.meta.url));

/** Starts the handwritten handler on a database. */
export const startPlainHandler = (uri: string, { db }: Store) =>
  startServiceReplica(MAIN, { ...testEnvironment({ uri, dbName: db.databaseName }), ...profileOptions() });

/** Writes runs for the handwritten handler, each of an approver in turn. @returns the tasks of each, in their order */
export async function writePlainRuns({ db }: Store, count: number): Promise<string[][]> {
  const runs = Array.from({ length: count }, (_run, at) => {
    const approverId = toObjectId(approverOf(at).userId);
    const refId = toObjectId(newId());
    return Array.from({ length: STAGES }, (_, index) => ({
      _id: toObjectId(newId()),
      approverId,
      refId,
      orderNo: index + 1,
      stageName: `Stage ${index + 1}`,
      submitterId: toObjectId(submitter.userId),
      status: index === 0 ? "AWAITING_APPROVAL" : "PENDING",
    }));
  });
  const tasks = runs.flat();
  await db.collection("plain_tasks").insertMany(tasks.map(({ approverId: _ofApproval, ...task }) => task));
  await db
    .collection("plain_approvals")
    .insertMany(tasks.map(({ _id: taskId, approverId, status }) => ({ taskId, approverId, status })));
  return runs.map((run) => run.map(({ _id }) => _id.toHexString()));
}
