import type { Id } from "@countersign/domain/approval";

import { submittedRevisions } from "../documents/index.ts";
import { recordsOfUsers } from "../hr/index.ts";
import { isOrderKind, judgedDocuments } from "../rules/index.ts";
import {
  type RuledRun,
  type RunContext,
  contentOf,
  submissionsContext,
  toRunDocument,
} from "../runs/index.ts";
import type { TransactionScope } from "../shared/transact.ts";
import type { Sides } from "./replayed-rules.ts";
import type { PolicyVersions, ReplayedDocument, ReplayedOrder } from "./replayed-way.ts";

/** A document as examples show it. */
export interface ShownDocument {
  refId: Id;
  ref?: string | undefined;
  title?: string | undefined;
  amount?: string | undefined;
  currency?: string | undefined;
}

/** Documents with the people of their ways. */
export interface ReplayedBatch {
  documents: readonly (ReplayedDocument & ShownDocument)[];
  /** Before and after the change. */
  contexts: readonly [RunContext, RunContext];
}

/** Reads documents as they were submitted, and everybody whom either side may ask. */
export async function readBatch(
  scope: TransactionScope,
  companyId: Id,
  { kind, batch, sides }: { kind: string; batch: readonly RuledRun[]; sides: Sides },
): Promise<ReplayedBatch> {
  const revisions = await submittedRevisions(
    scope,
    companyId,
    batch.map(({ refId }) => refId),
  );
  const starting = batch.map(({ _id, submitterId }) => {
    const { title, amount, currency, facts } = revisions.get(_id) ?? {};
    const document = { title, amount, currency, facts };
    return { kind, submitterId, byOwner: true, document };
  });
  const judgedList = await judgedDocuments(scope, companyId, starting, [
    ...sides.before.rules,
    ...sides.after.rules,
  ]);
  const policyVersions = await askedByPolicies(scope, companyId, batch, sides);
  const documents = batch.map((run, place) => {
    const { _id, refId, ref, submitterId, beneficiaryId, origin } = run;
    const revision = revisions.get(_id);
    const content = contentOf(revision ?? {}, "OWNER");
    const { agentPrincipalIds } = origin;
    return {
      refId,
      ref,
      title: revision?.title,
      amount: revision?.amount,
      currency: revision?.currency,
      judged: judgedList[place]!,
      order: origin.submittedOrder ?? describedOrder(kind, revision),
      policyVersions: policyVersions.get(beneficiaryId ?? ""),
      routed: {
        kind,
        submitterId,
        beneficiaryId,
        content,
        agentPrincipalIds,
        document: revision && toRunDocument(revision),
      },
    };
  });
  const routedContents = documents.map(({ routed: { submitterId, content } }) => ({ submitterId, content }));
  const policyStages = [...policyVersions.values()].flatMap(({ before, after }) =>
    [before, after].flatMap((version) => version?.stages ?? []),
  );
  const stages = [...sides.stages, ...policyStages];
  const askedStages = { kind, stages, documents: routedContents };
  const before = await submissionsContext(scope, companyId, askedStages);
  const { organisation: asIf } = sides;
  const after = asIf ? await submissionsContext({ ...scope, asIf }, companyId, askedStages) : before;
  return { documents, contexts: [before, after] };
}

/** The terms of an order that its owner keeps elsewhere, as the owner describes it; whether it has a discount is not said. */
function describedOrder(
  kind: string,
  { amount, currency }: { amount?: string | undefined; currency?: string | undefined } = {},
): ReplayedOrder | undefined {
  if (!isOrderKind(kind) || amount === undefined) return undefined;
  return { totalAmount: Number(amount), currency, isDiscountUnknown: true };
}

/** The stages that the policies of a kind of human resources ask for, by the beneficiary; none of another kind. */
async function askedByPolicies(
  scope: TransactionScope,
  companyId: Id,
  batch: readonly RuledRun[],
  { policiesFor }: Pick<Sides, "policiesFor">,
): Promise<Map<Id, PolicyVersions>> {
  if (policiesFor === undefined) return new Map();
  const beneficiaryIds = new Set(batch.flatMap(({ beneficiaryId }) => beneficiaryId ?? []));
  const records = await recordsOfUsers(scope, companyId, [...beneficiaryIds]);
  return new Map([...records].map(([userId, ofUser]) => [userId, policiesFor(ofUser)]));
}
