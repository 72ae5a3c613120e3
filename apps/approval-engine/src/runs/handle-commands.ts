import type { EventOf, Kind, Owner } from "@countersign/contracts";
import type { Id } from "@countersign/domain/approval";
import { DomainError, isPassing } from "@countersign/domain/errors";
import { createInbox } from "@countersign/mongo";
import { ERROR_TABLE } from "@countersign/service-kit";

import { serviceCaller } from "../shared/caller.ts";
import { ownerOf } from "../shared/owner-of.ts";
import { parseInput } from "../shared/parse-input.ts";
import { recordFacts } from "../shared/record-facts.ts";
import type { RunCommands } from "../shared/run-commands.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { amendRun, loadOpenRun } from "./amend-document.ts";
import { amendInput, peopleNamed, submitInputOf } from "./inputs.ts";
import { cancelRun } from "./open-run.ts";
import { type CommandReference, acceptedEntry, refusedEntry } from "./outbox-entries.ts";
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
    const accept = async (scope: TransactionScope): Promise<void> => {
      const submission = parseInput(submitInput, data);
      const acceptedOf = (answer: SubmitAnswer) => acceptedEntry(scope.newId(), command, answer, scope.now);
      let isStarted = false;
      const answer = await answerOnce(scope, caller, submission, async () => {
        await refuseStageLadders(scope, companyId, submission.dynamicStages);
        isStarted = true;
        const namedPeople = peopleNamed(submission, data);
        const ofOwner = { ...submission, named: namedPeople, requestId: id, byOwner: true };
        return startRun(scope, caller, ofOwner, { ...rules, acceptedOf });
      });
      if (!isStarted) await recordFacts(scope, { messages: [acceptedOf(answer)] });
    };
    await answerCommand(runs, { id, companyId }, { authorize, accept, commandIn: async () => command });
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
    const accept = () => Promise.reject(new DomainError("INVALID_INPUT", fault));
    await answerCommand(runs, { id, companyId }, { authorize, accept, commandIn: async () => command });
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
    const accept = async (scope: TransactionScope): Promise<void> => {
      const acceptedOf = ({ kind, ...answer }: SubmitAnswer & { kind: Kind }) =>
        acceptedEntry(scope.newId(), commandOf(scope, kind), answer, scope.now);
      await amendRun(scope, caller, parseInput(amendInput, data), { owner, acceptedOf });
    };
    const commandIn = async (scope: TransactionScope) => {
      const { task } = await loadOpenRun(scope, caller, refId, owner);
      return commandOf(scope, task.kind);
    };
    await answerCommand(runs, { id, companyId }, { accept, commandIn });
  };
}

interface CommandHandling {
  /** Throws `DomainError` where the sender may not ask. */
  authorize?: () => void;
  /** Executes the command and publishes its answer. */
  accept: (scope: TransactionScope) => Promise<void>;
  /** The command, as the answer to a refused one names it. */
  commandIn: (scope: TransactionScope) => Promise<CommandReference>;
}

/**
 * Handles a command once: the inbox record, the effect and the answer are one transaction. Only a refusal that stands is
 * answered: after a passing one, such as `BUSY`, the message is delivered again.
 */
async function answerCommand(
  { together }: RunCommands,
  { id, companyId }: { id: string; companyId: string },
  { authorize = () => undefined, accept, commandIn }: CommandHandling,
): Promise<void> {
  let consumer = UNAUTHORISED;
  const once = async (work: (scope: TransactionScope) => Promise<void>) =>
    together(async (scope) => {
      if (await createInbox(scope).record(consumer, id, companyId)) await work(scope);
    });
  try {
    authorize();
    consumer = CONSUMER;
    await once(accept);
  } catch (error) {
    if (!(error instanceof DomainError) || isPassing(error)) throw error;
    const refusal = { code: ERROR_TABLE[error.code].status, error: error.message };
    await once(async (scope) => {
      const message = refusedEntry(scope.newId(), await commandIn(scope), refusal, scope.now);
      await recordFacts(scope, { messages: [message] });
    });
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
