import { type TalkCommand, decide } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { toHex, toObjectId } from "@countersign/mongo";
import { text } from "@countersign/texts";
import type { WithId } from "mongodb";

import {
  type RunContext,
  type WorkflowRun,
  assertReadable,
  createRunsRepository,
  decisionContext,
  recordDecision,
  takesPart,
  toRun,
} from "../runs/index.ts";
import { type Caller, nameOf } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import { onRunOnce } from "../shared/retry-safe.ts";
import type { RunCommands } from "../shared/run-commands.ts";
import type { TransactionScope } from "../shared/transact.ts";
import {
  type AnswerQuestionInput,
  type RequestChangesInput,
  answerQuestionInput,
  requestChangesInput,
} from "./inputs.ts";
import { nextLook } from "./next-look.ts";
import { type MessageRecord, messagesIn } from "./records.ts";

export type LookAtChanges = (row: WithId<MessageRecord>) => Promise<void>;

/**
 * Questions that people have before they decide, and their answers (contract-4, TALK). Each gives the id of its message.
 *
 * @throws DomainError `INVALID_INPUT`, `NOT_FOUND`, `IDEMPOTENCY_KEY_REUSED`, and as `decide` does
 */
export function createConversationUseCases({ runs }: { runs: RunCommands }) {
  return {
    /** `requestChanges`: by who could decide now; the submitter is asked, and the stage waits. */
    requestChanges: async (caller: Caller, input: RequestChangesInput): Promise<string> => {
      const wish = parseInput(requestChangesInput, input);
      const { taskId, expectedRevision } = wish;
      const command = { caller, operation: "requestChanges", command: wish, inTurn: taskId };
      return onRunOnce(runs, command, async (scope) => {
        const taskInRun = await createRunsRepository(scope).ofTask(caller.companyId, taskId);
        if (taskInRun === undefined) throw missingTask();
        const { run: before } = taskInRun;
        const context = await decisionContext(scope, caller.companyId, before, { actor: caller });
        assertReadable(caller, before, context, missingTask);
        const wishCommand = { type: "requestChanges", taskId, expectedRevision, text: wish.text } as const;
        return talk(scope, caller, { before, context, entityId: taskId }, wishCommand);
      });
    },
    /** `answerQuestion`: by who is asked. */
    answerQuestion: async (caller: Caller, input: AnswerQuestionInput): Promise<string> => {
      const answer = parseInput(answerQuestionInput, input);
      const { questionId } = answer;
      const command = { caller, operation: "answerQuestion", command: answer, inTurn: questionId };
      return onRunOnce(runs, command, async (scope) => {
        const { before, context, taskId } = await questionFor(scope, caller, questionId);
        const answerCommand = { type: "answerChanges", messageId: questionId, text: answer.text } as const;
        return talk(scope, caller, { before, context, entityId: taskId }, answerCommand);
      });
    },
    /** Ends changes that are wanted once their time is over, or whoever wants them stands in for nobody any more. */
    lookAtChanges: async (row: WithId<MessageRecord>): Promise<void> =>
      runs.together(async (scope) => lookAt(scope, row), toHex(row.taskId)),
  };
}

export type ConversationUseCases = ReturnType<typeof createConversationUseCases>;

const missingTask = () =>
  new DomainError("APPROVAL_NOT_ACTIONABLE", text("run.notActionable"), { field: "taskId" });
const missingMessage = () => new DomainError("NOT_FOUND", text("talk.missing"), { field: "questionId" });

/** A message that waits for an answer, with its run. @throws DomainError `NOT_FOUND` where the caller takes no part in it */
async function questionFor(scope: TransactionScope, caller: Caller, questionId: string) {
  const { companyId } = caller;
  const ofCompany = { _id: toObjectId(questionId), companyId: toObjectId(companyId) };
  const question = await messagesIn(scope).findOne(ofCompany, { session: scope.session });
  if (question === null) throw missingMessage();
  const [before] = await createRunsRepository(scope).named(companyId, [toHex(question.runId)]);
  if (before === undefined) throw missingMessage();
  const context = await decisionContext(scope, companyId, before, { actor: caller });
  if (!takesPart(caller, before, context)) throw missingMessage();
  return { before, context, taskId: toHex(question.taskId) };
}

/** A command without who gives it. */
type Said<C = TalkCommand> = C extends { actorId: string }
  ? Omit<C, "actorId" | "actorName" | "isAgent">
  : never;

/** Decides what somebody says, and records it. @returns the id of its message */
async function talk(
  scope: TransactionScope,
  caller: Caller,
  { before, context, entityId }: { before: WorkflowRun; context: RunContext; entityId: string },
  talkCommand: Said,
): Promise<string> {
  const { userId: actorId, isAgent } = caller;
  const actorName = await nameOf(caller, scope, context.people);
  const decision = decide({ ...talkCommand, actorId, actorName, isAgent }, toRun(before), context);
  const { type } = talkCommand;
  const action = type === "requestChanges" ? type : "answerQuestion";
  await recordDecision(scope, caller, {
    before,
    decision,
    substitutions: context.substitutions,
    audit: { action, entity: "workflow_tasks", entityId },
  });
  return decision.events[0]!.metadata.messageId!;
}

/** Nothing happens if another replica has claimed the message since, or it waits for no answer any more. */
async function lookAt(scope: TransactionScope, row: WithId<MessageRecord>): Promise<void> {
  const [companyId, runId, messageId] = [toHex(row.companyId), toHex(row.runId), toHex(row._id)];
  const [before] = await createRunsRepository(scope).named(companyId, [runId]);
  const wantedChanges = before?.changesWanted;
  const isWanted = before !== undefined && wantedChanges?.id === messageId;
  const context = isWanted ? await decisionContext(scope, companyId, before) : undefined;
  const decision = context && decide({ type: "endChanges", messageId }, toRun(before!), context);
  const { session, now } = scope;
  const isClaim = { _id: row._id, ...(row.claimedUntil && { claimedUntil: row.claimedUntil }) };
  const isStillWanted = decision?.run.changesWanted !== undefined && wantedChanges !== undefined;
  const change = isStillWanted
    ? { $set: { claimedUntil: nextLook(wantedChanges, now) } }
    : { $unset: { claimedUntil: true } };
  const { matchedCount } = await messagesIn(scope).updateOne(isClaim, change, { session });
  if (matchedCount === 0 || decision === undefined || isStillWanted) return;
  const { branchId, refId } = before!.tasks[0]!;
  const system = { companyId, ...(branchId !== undefined && { branchId }) };
  await recordDecision(scope, system, {
    before: before!,
    decision,
    substitutions: context!.substitutions,
    audit: { action: "endChanges", entity: "document", entityId: refId },
  });
}
