import type { EventOf, Kind, Owner } from "@countersign/contracts";
import type { Id } from "@countersign/domain/approval";
import { DomainError, isPassing } from "@countersign/domain/errors";
import { createInbox } from "@countersign/mongo";
import type { OutboxEntry } from "@countersign/outbox";
import { ERROR_TABLE } from "@countersign/service-kit";

import { serviceCaller } from "../shared/caller.ts";
import { ownerOf } from "../shared/owner-of.ts";
import { parseInput } from "../shared/parse-input.ts";
import { recordFacts } from "../shared/record-facts.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { amendRun, loadOpenRun } from "./amend-document.ts";
import { amendInput, peopleNamed, submitInputOf } from "./inputs.ts";
import { cancelRun } from "./open-run.ts";
import { acceptedEntry, refusedEntry } from "./outbox-entries.ts";
import { startRun } from "./start-run.ts";
import type { SubmitAnswer } from "./submission.ts";
import {
  type OneRunDependencies,
  type SubmitDependencies,
  answerOnce,
  refuseStageLadders,
} from "./submit-document.ts";

/** Name of the engine's commands consumer in the inbox. */
const CONSUMER = "approval-commands";
/** The consumer for unauthorised senders, so that their messages cannot use up ids of the owner (contract-3, SAFE-18). */
const UNAUTHORISED = "approval-commands-unauthorised";

/**
 * Handles a durable submission once: its run, the inbox record and the `.accepted` answer are one transaction. A
 * refusal is answered with `.refused` and its exact text.
 *
 * @param authorize - throws `DomainError` where the sender may not ask for this
 * @throws Error when the store fails, `DomainError` when it is busy: the message is then delivered again
 */
export function createHandleSubmitCommand({ kinds, runs, rules }: SubmitDependencies) {
  const submitInput = submitInputOf(kinds);
  return async (
    { id, data }: EventOf<"submitCommand">,
    authorize: () => void = () => undefined,
  ): Promise<void> => {
    const { companyId, branchId, refId, kind, submitterId } = data;
    const command = { owner: ownerOf(kinds, kind), companyId, branchId, refId, kind, requestId: id };
    const caller = serviceCaller(data, submitterId, data.submittedBy);
    await answerCommand(
      runs.together,
      { id, companyId },
      {
        authorize,
        accepted: async (scope) => {
          const submission = parseInput(submitInput, data);
          const acceptedOf = (answer: SubmitAnswer) =>
            acceptedEntry(scope.newId(), command, answer, scope.now);
          let isStarted = false;
          const answer = await answerOnce(scope, caller, submission, async () => {
            await refuseStageLadders(scope, companyId, submission.dynamicStages);
            isStarted = true;
            const owned = {
              ...submission,
              named: peopleNamed(submission, data),
              requestId: id,
              byOwner: true,
            };
            return startRun(scope, caller, owned, { ...rules, acceptedOf });
          });
          if (!isStarted) await recordFacts(scope, { messages: [acceptedOf(answer)] });
        },
        refused: async (scope, refusal) => refusedEntry(scope.newId(), command, refusal, scope.now),
      },
    );
  };
}

/** A submission of which no more can be read than this. */
interface UnreadableSubmission {
  /** Event id. */
  id: string;
  companyId: Id;
  branchId?: Id | undefined;
  refId: Id;
  kind: Kind;
}

/**
 * Answers a durable submission that breaks the contract with `.refused`, once (contract-3, OPS-6). The answer uses its id
 * up: the same message again changes nothing.
 *
 * @param fault - the fields at fault, as in the dead letter
 * @param authorize - throws `DomainError` where the sender may not ask for this
 * @throws Error when the store fails, `DomainError` when it is busy: the message is then delivered again
 */
export function createRefuseSubmitCommand({ kinds, runs }: SubmitDependencies) {
  return async (
    { id, companyId, branchId, refId, kind }: UnreadableSubmission,
    fault: string,
    authorize: () => void,
  ): Promise<void> => {
    const command = { owner: ownerOf(kinds, kind), companyId, branchId, refId, kind, requestId: id };
    await answerCommand(
      runs.together,
      { id, companyId },
      {
        authorize,
        accepted: () => Promise.reject(new DomainError("INVALID_INPUT", fault)),
        refused: async (scope, refusal) => refusedEntry(scope.newId(), command, refusal, scope.now),
      },
    );
  };
}

/**
 * Handles a durable amend once, likewise; an owner may change its own documents only.
 *
 * @throws DomainError `NOT_FOUND` without an approval in progress: nobody knows then of which kind the answer would be
 * @throws Error when the store fails, `DomainError` when it is busy: the message is then delivered again
 */
export function createHandleAmendCommand({ runs }: OneRunDependencies) {
  return async ({ id, data }: EventOf<"amendCommand">, owner?: Owner): Promise<void> => {
    const { companyId, branchId, refId, actorId } = data;
    const caller = serviceCaller(data, actorId);
    const commandOf = ({ kinds }: TransactionScope, kind: Kind) => {
      return { owner: ownerOf(kinds, kind), companyId, branchId, refId, kind, requestId: id };
    };
    await answerCommand(
      runs.together,
      { id, companyId },
      {
        accepted: async (scope) => {
          const amendment = parseInput(amendInput, data);
          await amendRun(scope, caller, amendment, {
            owner,
            acceptedOf: ({ kind, ...answer }) =>
              acceptedEntry(scope.newId(), commandOf(scope, kind), answer, scope.now),
          });
        },
        refused: async (scope, refusal) => {
          const { task } = await loadOpenRun(scope, caller, refId, owner);
          return refusedEntry(scope.newId(), commandOf(scope, task.kind), refusal, scope.now);
        },
      },
    );
  };
}

interface Answers {
  /** Throws `DomainError` where the sender may not ask. */
  authorize?: () => void;
  /** Executes the command and publishes its answer. */
  accepted: (scope: TransactionScope) => Promise<void>;
  /** Returns the answer to publish. */
  refused: (scope: TransactionScope, refusal: { code: number; error: string }) => Promise<OutboxEntry>;
}

/**
 * Handles a command once: the inbox record, the effect and the answer are one transaction. Only a refusal that stands is
 * answered: after a passing one, such as `BUSY`, the message is delivered again.
 */
async function answerCommand(
  transact: Transact,
  { id, companyId }: { id: string; companyId: string },
  { authorize = () => undefined, accepted, refused }: Answers,
): Promise<void> {
  let consumer = UNAUTHORISED;
  const once = async (work: (scope: TransactionScope) => Promise<void>) =>
    transact(async (scope) => {
      if (await createInbox(scope).record(consumer, id, companyId)) await work(scope);
    });
  try {
    authorize();
    consumer = CONSUMER;
    await once(accepted);
  } catch (error) {
    if (!(error instanceof DomainError) || isPassing(error)) throw error;
    const { status: code } = ERROR_TABLE[error.code];
    await once(async (scope) =>
      recordFacts(scope, { messages: [await refused(scope, { code, error: error.message })] }),
    );
  }
}

/** Handles a durable cancel once; an owner may cancel its own documents only. */
export function createHandleCancelCommand({ runs }: OneRunDependencies) {
  return async ({ id, data }: EventOf<"cancelCommand">, owner?: Owner): Promise<void> => {
    const { refId, actorId } = data;
    await runs.together(async (scope) => {
      if (!(await createInbox(scope).record(CONSUMER, id, data.companyId))) return;
      await cancelRun(scope, serviceCaller(data, actorId), refId, owner);
    }, refId);
  };
}
