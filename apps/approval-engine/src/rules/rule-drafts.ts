import type { Id } from "@countersign/domain/approval";
import { type IndexPlan, type Scope, createNumbers, toObjectId } from "@countersign/mongo";

import { toRecord } from "../shared/record-of.ts";
import { RULE_DRAFTS } from "../shared/rule-lists.ts";
import type { TransactionScope } from "../shared/transact.ts";
import type { RuleDraft, RuleDraftRecord } from "./records.ts";

export const DRAFT_INDEXES: readonly IndexPlan[] = [
  { collection: RULE_DRAFTS, indexes: [{ key: { companyId: 1, kind: 1 } }] },
];

const draftsIn = ({ db }: Pick<Scope, "db">) => db.collection<RuleDraftRecord>(RULE_DRAFTS);

/** The drafts of a kind's rules. */
export async function draftsOfKind(scope: Scope, companyId: Id, kind: string): Promise<RuleDraft[]> {
  const ofKind = { companyId: toObjectId(companyId), kind };
  const drafts = await draftsIn(scope).find(ofKind, { session: scope.session }).sort({ _id: 1 }).toArray();
  return drafts.map((draft) => toRecord(draft));
}

export async function findDraft(scope: Scope, companyId: Id, ruleId: Id): Promise<RuleDraft | undefined> {
  const ofRule = { _id: toObjectId(ruleId), companyId: toObjectId(companyId) };
  const draft = await draftsIn(scope).findOne(ofRule, { session: scope.session });
  return draft === null ? undefined : toRecord(draft);
}

/** Keeps a draft in place of the rule's present one. */
export async function keepDraft(
  scope: TransactionScope,
  draftFields: Omit<RuleDraft, "version" | "savedAt">,
): Promise<RuleDraft> {
  const [version = 1] = await createNumbers(scope).next(draftFields.companyId, RULE_DRAFTS, 1);
  const draft = { ...draftFields, version, savedAt: scope.now };
  const { _id, companyId, savedBy, ...fields } = draft;
  const ids = { companyId: toObjectId(companyId), savedBy: toObjectId(savedBy) };
  await draftsIn(scope).replaceOne(
    { _id: toObjectId(_id) },
    { ...fields, ...ids },
    { session: scope.session, upsert: true },
  );
  return draft;
}
