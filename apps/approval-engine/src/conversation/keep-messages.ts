import type { RunEvent, WantedChanges } from "@countersign/domain/approval";
import { sessionOption, toObjectId } from "@countersign/mongo";
import type { ObjectId } from "mongodb";

import type { FollowedDecision, Follow } from "../shared/transact.ts";
import { nextLook } from "./next-look.ts";
import { type MessageKind, type MessageRecord, messagesIn } from "./records.ts";

/** Changes of a document's conversation. */
interface ConversationChange {
  added: MessageRecord[];
  closedIds: ObjectId[];
}

const KINDS: Partial<Record<RunEvent["event"], MessageKind>> = {
  CHANGES_WANTED: "CHANGES",
  QUESTION_ANSWERED: "ANSWER",
};

/** The messages of a decision, and those that wait for no answer any more (contract-4, TALK-1, TALK-2). */
export const keepMessages: Follow<ConversationChange> = {
  derive: async (_scope, decision) => {
    const addedMessages = decision.decision.events.flatMap((event) => messageOf(event, decision) ?? []);
    const { changesWanted: earlierChanges } = decision.before;
    const isClosed = earlierChanges && earlierChanges.id !== decision.decision.run.changesWanted?.id;
    const closedIds = isClosed ? [toObjectId(earlierChanges.id)] : [];
    return addedMessages.length + closedIds.length === 0 ? undefined : { added: addedMessages, closedIds };
  },
  write: async (scope, { added, closedIds }) => {
    const options = sessionOption(scope);
    const messages = messagesIn(scope);
    for (const { _id, ...fields } of added) {
      await messages.updateOne({ _id }, { $setOnInsert: fields }, { ...options, upsert: true });
    }
    if (closedIds.length > 0) {
      const closing = { $set: { closed: true as const }, $unset: { claimedUntil: true, failures: true } };
      await messages.updateMany({ _id: { $in: closedIds } }, closing, options);
    }
  },
};

function messageOf(
  { event, taskId, refId, runId, actorId, targetIds, metadata }: RunEvent,
  { caller: { companyId }, decision: { run }, at }: FollowedDecision,
): MessageRecord | undefined {
  const kind = KINDS[event];
  const { messageId, questionId, remark = "" } = metadata;
  if (kind === undefined || messageId === undefined || actorId === undefined) return undefined;
  const wantedChanges: WantedChanges | undefined = kind === "CHANGES" ? run.changesWanted : undefined;
  return {
    _id: toObjectId(messageId),
    companyId: toObjectId(companyId),
    kind,
    refId: toObjectId(refId),
    runId: toObjectId(runId),
    taskId: toObjectId(taskId),
    authorId: toObjectId(actorId),
    text: remark,
    ...(kind === "CHANGES" && { toUserId: toObjectId(targetIds[0]!) }),
    ...(questionId !== undefined && { questionId: toObjectId(questionId) }),
    createdAt: at,
    ...(wantedChanges && { claimedUntil: nextLook(wantedChanges, at) }),
  };
}
