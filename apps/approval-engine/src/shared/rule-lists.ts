import type { Id } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import { inOrder } from "@countersign/domain/inventory";
import type { FactDeclaration } from "@countersign/domain/routing";
import { type IndexPlan, type Scope, toObjectId } from "@countersign/mongo";
import type { ObjectId } from "mongodb";

import type { Actor } from "./caller.ts";
import type { ChangeNote } from "./change-note.ts";
import { type RecordOf, toRecord } from "./record-of.ts";
import { type RecordedAction, storedAction } from "./recorded-action.ts";
import type { TransactionScope } from "./transact.ts";

const RULE_LISTS = "approval_rule_lists";

/** When a rule applies, and its place among the others of its kind; null where something does not matter. */
export interface RuleTerms {
  order: number | null;
  /** Decimal text. */
  amountAbove: string | null;
  /** ISO 4217 code. */
  currency: string | null;
  /** In percent. */
  discountAbove: number | null;
  /** A condition in CEL. */
  when: string | null;
}

export const NO_TERMS: RuleTerms = {
  order: null,
  amountAbove: null,
  currency: null,
  discountAbove: null,
  when: null,
};

interface ListedRuleRecord extends RuleTerms {
  id: ObjectId;
  workflowId: ObjectId;
  /** Whether it is asked. */
  enabled: boolean;
  /** The facts that `when` reads; absent without any. */
  facts?: FactDeclaration[];
  /** Whether only the specification's operations on thresholds have made it, and it was never published as a rule. */
  byRow?: true;
  publishedAt: Date;
  /** Absent of a policy that the platform made. */
  publishedBy?: ObjectId;
}

/**
 * `approval_rule_lists`: the truth about when the rules of a kind are asked (contract-4, ONE-6), a record for each version of
 * the whole list, which never changes. Defaults stand in the settings.
 */
interface RuleListRecord {
  _id: ObjectId;
  companyId: ObjectId;
  kind: string;
  /** 1 for the first, without gaps. */
  version: number;
  createdAt: Date;
  /** Absent where the platform made it. */
  createdBy?: ObjectId;
  /** When the next one took its place; null: it is the newest. */
  until: Date | null;
  /** The figures that were reckoned before the change. */
  changeNote?: ChangeNote;
  /** The action that made it; absent of those on HR policies. */
  did?: RecordedAction;
  /** Of an HR kind its policy alone, whose versions have its id. */
  rules: ListedRuleRecord[];
}

export type RuleList = RecordOf<RuleListRecord>;
/** A rule as its kind's list has it; thresholds are rules of orders and invoices. */
export type ListedRule = RecordOf<ListedRuleRecord>;

export const RULE_LIST_INDEXES: readonly IndexPlan[] = [
  {
    collection: RULE_LISTS,
    // Of two changes at once the indexes let one be the next version.
    indexes: [
      { key: { companyId: 1, kind: 1, version: 1 }, name: "one_list_version", unique: true },
      { key: { companyId: 1, kind: 1, createdAt: 1, version: 1 }, name: "lists_by_time" },
      {
        key: { companyId: 1, kind: 1 },
        name: "newest_list",
        unique: true,
        partialFilterExpression: { until: null },
      },
      {
        key: { companyId: 1, "rules.workflowId": 1 },
        name: "lists_naming_workflow",
        partialFilterExpression: { until: null },
      },
    ],
  },
];

/** The drafts of rules. */
export const RULE_DRAFTS = "approval_rule_drafts";

/** Deletes the draft of a rule, if there is one. */
export async function dropRuleDraft({ db, session }: Scope, companyId: Id, ruleId: Id): Promise<void> {
  const draft = { _id: toObjectId(ruleId), companyId: toObjectId(companyId) };
  await db.collection(RULE_DRAFTS).deleteOne(draft, { session });
}

const listsIn = ({ db }: Pick<Scope, "db">) => db.collection<RuleListRecord>(RULE_LISTS);

/** The rules of a kind as they are now, the oldest first. */
export async function findRuleList(scope: Scope, companyId: Id, kind: string): Promise<RuleList | undefined> {
  const newest = { companyId: toObjectId(companyId), kind, until: null };
  const list = await listsIn(scope).findOne(newest, { session: scope.session });
  return list === null ? undefined : toRecord(list);
}

/** The list of a kind as it was before a time; null: as it is now. */
export async function findListBefore(
  scope: Scope,
  companyId: Id,
  kind: string,
  until: Date | null,
): Promise<RuleList | undefined> {
  const before = until === null ? { until } : { createdAt: { $lt: until } };
  const [list] = await listsIn(scope)
    .find({ companyId: toObjectId(companyId), kind, ...before }, { session: scope.session })
    .sort({ createdAt: -1, version: -1 })
    .limit(1)
    .toArray();
  return list && toRecord(list);
}

/** The newest lists of a kind, or those before a time, newest first. */
export async function listsBefore(
  scope: Scope,
  companyId: Id,
  kind: string,
  { before, most }: { before?: Date | undefined; most: number },
): Promise<RuleList[]> {
  const older = before === undefined ? {} : { createdAt: { $lt: before } };
  const lists = await listsIn(scope)
    .find({ companyId: toObjectId(companyId), kind, ...older }, { session: scope.session })
    .sort({ createdAt: -1, version: -1 })
    .limit(most)
    .toArray();
  return lists.map((list) => toRecord(list));
}

/** The lists of all kinds as they are now. */
export async function newestLists(scope: Scope, companyId: Id): Promise<RuleList[]> {
  const newest = { companyId: toObjectId(companyId), until: null };
  const lists = await listsIn(scope).find(newest, { session: scope.session }).sort({ kind: 1 }).toArray();
  return lists.map((list) => toRecord(list));
}

/** The list, as it is now, that has a rule. */
export async function findListWith(scope: Scope, companyId: Id, ruleId: Id): Promise<RuleList | undefined> {
  const having = { companyId: toObjectId(companyId), "rules.id": toObjectId(ruleId), until: null };
  const list = await listsIn(scope).findOne(having, { session: scope.session });
  return list === null ? undefined : toRecord(list);
}

/** The lists of all kinds as they are now that have a rule with one of the workflows. */
export async function listsNaming(
  scope: Scope,
  companyId: Id,
  workflowIds: readonly Id[],
): Promise<RuleList[]> {
  const ids = workflowIds.map((id) => toObjectId(id));
  const naming = { companyId: toObjectId(companyId), "rules.workflowId": { $in: ids }, until: null };
  const lists = await listsIn(scope).find(naming, { session: scope.session }).toArray();
  return lists.map((list) => toRecord(list));
}

/** Their rules with one of the workflows. */
export async function rulesNaming(
  scope: Scope,
  companyId: Id,
  workflowIds: readonly Id[],
): Promise<ListedRule[]> {
  const namedIds = new Set(workflowIds);
  const lists = await listsNaming(scope, companyId, workflowIds);
  return lists.flatMap(({ rules }) => rules).filter(({ workflowId }) => namedIds.has(workflowId));
}

/** The rules that are asked, in their order. */
export function rulesInForce(list: RuleList | undefined): ListedRule[] {
  return inAskingOrder((list?.rules ?? []).filter(({ enabled }) => enabled));
}

/** Rules in the order in which they are asked: by their places, then those without one, the newest first. */
export function inAskingOrder<R extends { id: Id; order: number | null }>(rules: readonly R[]): R[] {
  return inOrder(rules.toSorted((left, right) => (left.id < right.id ? 1 : -1)));
}

/** A change of a kind's list. */
export interface RuleListChange {
  kind: string;
  /** Absent of the first list. */
  before: RuleList | undefined;
  rules: readonly ListedRule[];
  changeNote?: ChangeNote | undefined;
  did?: RecordedAction | undefined;
}

/** Stores the next version of a kind's list in place of the newest. */
export async function insertNextList(
  scope: TransactionScope,
  { companyId, userId }: Pick<Actor, "companyId" | "userId">,
  { kind, before, rules, changeNote, did }: RuleListChange,
): Promise<void> {
  if (before !== undefined) {
    const until = { q: { _id: toObjectId(before._id) }, u: { $set: { until: scope.now } } };
    await scope.write({ update: RULE_LISTS, updates: [until] });
  }
  const oldestFirst = rules.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const next: RuleListRecord = {
    _id: toObjectId(scope.newId()),
    companyId: toObjectId(companyId),
    kind,
    version: (before?.version ?? 0) + 1,
    createdAt: scope.now,
    ...(userId !== undefined && { createdBy: toObjectId(userId) }),
    until: null,
    ...(changeNote && { changeNote }),
    ...(did && { did: storedAction(did) }),
    rules: oldestFirst.map(storedRule),
  };
  await scope.write({ insert: RULE_LISTS, documents: [next] });
}

const storedRule = ({ id, workflowId, publishedBy, ...rule }: ListedRule): ListedRuleRecord => ({
  ...defined<typeof rule>(rule),
  id: toObjectId(id),
  workflowId: toObjectId(workflowId),
  ...(publishedBy !== undefined && { publishedBy: toObjectId(publishedBy) }),
});
