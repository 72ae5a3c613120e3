import type { Kind, Owner } from "@countersign/contracts";
import { EMPTY_RUN, decide, stageInProgress, wantedNow } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import type { OutboxEntry } from "@countersign/outbox";
import { text } from "@countersign/texts";
import type { z } from "zod";

import { namedEditors, refuseUnknown } from "../approval-settings/index.ts";
import {
  type Described,
  changesBetween,
  describedOf,
  findRevision,
  nextRevision,
} from "../documents/index.ts";
import { type Caller, nameOf } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import { recordFacts } from "../shared/record-facts.ts";
import type { RunCommands } from "../shared/run-commands.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { decisionContext } from "./decision-context.ts";
import { contentOf, statedByOf } from "./document-content.ts";
import { type AmendInput, amendInput } from "./inputs.ts";
import { recordDecision } from "./record-decision.ts";
import { assertWithinBounds, toRun, toRunDocument } from "./run.ts";
import { createRunsRepository } from "./runs-repository.ts";
import { answerOf } from "./start-run.ts";
import { type SubmitAnswer, documentOfOrder, orderOf, termsOf } from "./submission.ts";

/** A changed document: its run as it stands, and its revision. */
interface AmendedDocument extends SubmitAnswer {
  kind: Kind;
  revision: number;
}

/**
 * `amend`: a document changes while its approval is in progress (contract-2, DOC-3). The same document again changes
 * nothing.
 *
 * @param owner - whose documents may be changed; another owner's count as documents without an approval in progress
 * @throws DomainError `INVALID_INPUT`; `NOT_FOUND` without an approval in progress; `CONFLICT` where the company's setting
 *   `onAmend` refuses and nobody wants changes (contract-4, TALK-2)
 */
export function createAmendDocument({ runs }: { runs: RunCommands }) {
  return async (caller: Caller, input: AmendInput, owner?: Owner): Promise<AmendedDocument> => {
    const amendment = parseInput(amendInput, input);
    return runs.together(async (scope) => amendRun(scope, caller, amendment, { owner }), amendment.refId);
  };
}

/** A service that amends. */
interface AmendingService {
  /** Whose documents may be changed; another owner's count as documents without an approval in progress. */
  owner?: Owner | undefined;
  /** The message that the amendment is accepted; it leaves behind those of the run. */
  acceptedOf?: (answer: AmendedDocument) => OutboxEntry;
}

/** The same in the scope's transaction. */
export async function amendRun(
  scope: TransactionScope,
  caller: Caller,
  { refId, document: sentDocument, note }: z.output<typeof amendInput>,
  { owner, acceptedOf }: AmendingService = {},
): Promise<AmendedDocument> {
  const { companyId, userId: actorId } = caller;
  const { before, run, task } = await loadOpenRun(scope, caller, refId, owner);
  const { route } = before;
  const order = await orderOf(scope, companyId, task);
  const document = order === undefined ? sentDocument : documentOfOrder(order, sentDocument);
  const statedBy = before.tasks[0] && statedByOf(before.tasks[0]);
  const content = contentOf(document, statedBy);
  const context = await decisionContext(scope, companyId, before, { actor: caller, content, route });
  const {
    document: reference,
    submittedOrder: _was,
    orderUnknown: _unknown,
    ...lastingOrigin
  } = before.origin;
  const current = reference && (await findRevision(scope, companyId, reference.id));
  if (current && isSame(current, describedOf(document))) {
    const unchangedAnswer = { ...answerOf(task, run), kind: task.kind, revision: current.revision };
    if (acceptedOf) await recordFacts(scope, { messages: [acceptedOf(unchangedAnswer)] });
    return unchangedAnswer;
  }
  const { onAmend } = context.settings;
  const policy = onAmend === "REFUSE" && wantedNow(run, context) ? "ASK_AGAIN" : onAmend;
  if (policy === "REFUSE") {
    throw new DomainError("CONFLICT", text("run.notAmendable"));
  }
  const knownEditorIds = new Set(current?.editorIds);
  const addedEditors = namedEditors(document).filter(({ userId }) => !knownEditorIds.has(userId));
  await refuseUnknown(scope, companyId, addedEditors, context);
  const { kind } = task;
  const last = reference?.revision;
  const changedDocument = {
    companyId,
    refId,
    actorId,
    amends: true,
    note,
    document,
    statedBy,
    last,
  } as const;
  const next = await nextRevision(scope, changedDocument);
  const { revision } = next;
  const decision = decide(
    {
      type: "amend",
      policy,
      ...toRunDocument(next),
      actorId,
      actorName: await nameOf(caller, scope, context.people),
      note,
      route,
    },
    run,
    context,
  );
  assertWithinBounds(decision.run, "document");
  // Approvers who are asked again decide on the order as it is now.
  const terms = policy === "ASK_AGAIN" ? termsOf(task, order) : undefined;
  const amendedAnswer = { ...answerOf(task, decision.run), kind, revision };
  await recordDecision(scope, caller, {
    before: terms ? { ...before, origin: { ...lastingOrigin, ...terms } } : before,
    decision,
    substitutions: context.substitutions,
    revision: next,
    audit: { action: "amend", entity: "document", entityId: refId },
    messages: acceptedOf ? [acceptedOf(amendedAnswer)] : [],
  });
  return amendedAnswer;
}

/** Whether the document says the same, and has the same editors, who never decide on it. */
function isSame(left: Described, right: Described): boolean {
  const [earlierEditors, laterEditors] = [new Set(left.editorIds), new Set(right.editorIds)];
  return (
    earlierEditors.symmetricDifference(laterEditors).size === 0 && changesBetween(left, right).length === 0
  );
}

/**
 * The document's run in progress. A service has none once the run
 * that it submitted has ended and a person has started another: its words would be shown to those whom the person asks
 * (contract-3, SAFE-11).
 *
 * @throws DomainError `NOT_FOUND` without one, and if it is of another owner
 */
export async function loadOpenRun(
  scope: TransactionScope,
  { companyId, isService }: Caller,
  refId: string,
  owner: Owner | undefined,
) {
  const runs = createRunsRepository(scope);
  const before = await runs.currentOf(companyId, refId);
  const isOwn = owner === undefined || before.tasks.every(({ kind }) => scope.kinds.ownerOf(kind) === owner);
  const isPersons =
    isService === true &&
    before.tasks.some((task) => statedByOf(task) === "PERSON") &&
    (await runs.newestOf(companyId, refId, { "origin.byOwner": true })) !== undefined;
  const run = isOwn && !isPersons ? toRun(before) : EMPTY_RUN;
  return { before, run, task: stageInProgress(run) };
}
