import type { KindRegistry, Owner } from "@countersign/contracts";
import type { Id } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import type { OnceAnswer } from "@countersign/mongo";
import { text } from "@countersign/texts";

import {
  type SubmitDependencies,
  acceptedEntry,
  amendRun,
  cancelRun,
  createRunsRepository,
  peopleNamed,
  refuseStageLadders,
  startRun,
  submitInputOf,
} from "../runs/index.ts";
import { type Caller, serviceCaller } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import { type OwnerCommand, transactOnceForOwner } from "../shared/retry-safe.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import type { AcceptedAnswer, AmendmentBody, CancellationBody, SubmissionBody } from "./request-bodies.ts";

/** The service that asks, and for which company. */
export interface OwnerRequest {
  owner: Owner;
  companyId: Id;
  /** The service's key for repetitions, where it sent one. */
  key: string | undefined;
}

type Accepted = Promise<OnceAnswer<AcceptedAnswer>>;

/** The refusal of a document that is not the owner's, and of one that nobody has submitted. */
export const missingDocument = (): DomainError =>
  new DomainError("NOT_FOUND", text("missing.document"), { field: "refId" });

/**
 * The commands of `approval.command.*` for a service that waits for the answer (contract-3, WEB-1): the same rules and
 * texts, and the refusal is the answer. What is accepted also goes out as `approval.request.*`.
 */
export function createOwnerCommands({ kinds, runs, rules }: SubmitDependencies) {
  const submitInput = submitInputOf(kinds);

  /** Does a command on a run once; a repetition is answered once what followed from the first time is there. */
  async function onRun(
    writeRun: Transact,
    command: OwnerCommand,
    refId: Id,
    work: (scope: TransactionScope) => Promise<AcceptedAnswer>,
  ): Accepted {
    const answer = await transactOnceForOwner(writeRun, command, work);
    if (answer.repeated) await runs.settled(command.companyId, refId);
    return answer;
  }

  return {
    /**
     * @throws DomainError `FORBIDDEN` for a kind of another owner; `IDEMPOTENCY_KEY_REUSED`; and as `decide` does for a
     *   submission
     */
    submitForOwner: async ({ owner, companyId, key }: OwnerRequest, body: SubmissionBody): Accepted => {
      assertKind(kinds, owner, body.kind);
      const { companyId: _company, ...content } = body;
      const command = { companyId, owner, operation: "submit", key, content };
      return onRun(runs.together, command, body.refId, async (scope) => {
        const { editorIds, ...sentFields } = content;
        const sentSubmission = { ...sentFields, document: withEditors(sentFields.document, editorIds) };
        const submission = parseInput(submitInput, sentSubmission);
        const caller = serviceCaller({ companyId }, submission.submitterId);
        await refuseStageLadders(scope, companyId, submission.dynamicStages);
        const requestId = scope.newId();
        const namedPeople = peopleNamed(submission, sentSubmission);
        const { refId, kind } = submission;
        const about = { owner, companyId, refId, kind, requestId };
        await startRun(
          scope,
          caller,
          { ...submission, named: namedPeople, requestId, byOwner: true },
          { ...rules, acceptedOf: (answer) => acceptedEntry(scope.newId(), about, answer, scope.now) },
        );
        return { requestId, refId };
      });
    },

    /** @throws DomainError `NOT_FOUND` for a document that the owner never submitted; `IDEMPOTENCY_KEY_REUSED` */
    cancelForOwner: async (
      { owner, companyId, key }: OwnerRequest,
      refId: Id,
      { actorId }: CancellationBody,
    ): Accepted => {
      const command = { companyId, owner, operation: "cancel", key, content: { refId, actorId } };
      const writeRun = key === undefined ? runs.alone : runs.together;
      return onRun(writeRun, command, refId, async (scope) => {
        await assertOwn(scope, { owner, companyId }, refId);
        await cancelRun(scope, serviceCaller({ companyId }, actorId), refId, owner);
        return { requestId: scope.newId(), refId };
      });
    },

    /**
     * @throws DomainError `NOT_FOUND` without an approval in progress; `CONFLICT` where the company's setting `onAmend`
     *   refuses; `IDEMPOTENCY_KEY_REUSED`
     */
    amendForOwner: async (
      { owner, companyId, key }: OwnerRequest,
      refId: Id,
      { actorId, document, note }: AmendmentBody,
    ): Accepted => {
      const content = { refId, actorId, document, note };
      const command = { companyId, owner, operation: "amend", key, content };
      return onRun(runs.together, command, refId, async (scope) => {
        await assertOwn(scope, { owner, companyId }, refId);
        const requestId = scope.newId();
        const caller: Caller = serviceCaller({ companyId }, actorId);
        await amendRun(
          scope,
          caller,
          { refId, document, note },
          {
            owner,
            acceptedOf: ({ kind, ...answer }) => {
              const about = { owner, companyId, refId, kind, requestId };
              return acceptedEntry(scope.newId(), about, answer, scope.now);
            },
          },
        );
        return { requestId, refId };
      });
    },
  };
}

export type OwnerCommands = ReturnType<typeof createOwnerCommands>;

/** @throws DomainError `FORBIDDEN` */
function assertKind(kinds: KindRegistry, owner: Owner, kind: string): void {
  if (kinds.ownerOf(kind) === owner) return;
  throw new DomainError("FORBIDDEN", text("person.serviceKind", { field: "kind", kind, owner }), {
    field: "kind",
  });
}

/** @throws DomainError `NOT_FOUND` */
async function assertOwn(
  scope: TransactionScope,
  { owner, companyId }: Pick<OwnerRequest, "owner" | "companyId">,
  refId: Id,
): Promise<void> {
  const ofOwner = { kind: { $in: [...scope.kinds.kindsOf(owner)] } };
  if (!(await createRunsRepository(scope).newestOf(companyId, refId, ofOwner))) throw missingDocument();
}

/** The document with the editors whom the request names beside it. */
function withEditors(
  document: SubmissionBody["document"],
  editorIds: readonly Id[] = [],
): SubmissionBody["document"] {
  if (editorIds.length === 0) return document;
  return { ...document, editorIds: [...new Set([...(document?.editorIds ?? []), ...editorIds])] };
}
