import { type Delivery, parseMessage } from "@countersign/bus";
import { contractOf } from "@countersign/contracts";
import { toObjectId } from "@countersign/mongo";
import type { Db } from "mongodb";

import type { ReadParts } from "../shared/feature.ts";
import type { WorkflowNotificationRecord } from "../shared/records.ts";
import { activationOf, askedTask } from "./asked-stage.ts";
import { queueAt } from "./queue-event.ts";
import { chatOf } from "./records.ts";

/**
 * Queues the stage that a notification says is asked for the chat of its owner: once, however many people are asked.
 *
 * @returns whether it did: other notifications are not for chats, nor those of stages that are decided already
 * @throws MalformedMessage for what is no notification
 */
export async function queueStage(
  db: Pick<Db, "collection">,
  {
    owner,
    kinds,
    delivery,
    now,
  }: { owner: string; delivery: Delivery; now: Date } & Pick<ReadParts, "kinds">,
): Promise<boolean> {
  const { type, data } = parseMessage(contractOf(kinds).messages.notification.event, delivery);
  const { _id, companyId, refId, taskId } = data;
  if (taskId === undefined) return false;
  const askingRow = await db
    .collection<WorkflowNotificationRecord>("workflow_notifications")
    .findOne({ _id: toObjectId(_id), part: "ASKED" }, { projection: { _id: 1 } });
  const task = askingRow && (await askedTask(db, taskId));
  if (!task) return false;
  const activation = activationOf(task);
  const { subject } = delivery;
  const stage = { taskId, activation };
  const event = { eventId: `${taskId} ${activation}`, type, subject, body: "", position: 0, stage };
  await queueAt(db, { receiver: chatOf(owner), refId, companyId, now }, async (queuedTo) => ({
    events: [event],
    lastPosition: queuedTo,
  }));
  return true;
}
