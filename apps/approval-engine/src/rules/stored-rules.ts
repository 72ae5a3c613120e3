import type { Id } from "@countersign/domain/approval";
import { inOrder, taskKindOfOrder } from "@countersign/domain/inventory";
import { defaultWorkflowOf } from "@countersign/domain/settings";
import type { Scope } from "@countersign/mongo";
import { createSettingsReader } from "@countersign/settings";

import { type ApprovalThreshold, createThresholds } from "../thresholds/index.ts";
import type { RuleRow } from "./records.ts";
import { isOrderKind } from "./rule-kinds.ts";
import { createRules } from "./rules-repository.ts";

/** A rule as its records have it. Its row, its threshold and a default workflow's draft have the rule's id. */
export interface StoredRule {
  id: Id;
  kind: string;
  row?: RuleRow | undefined;
  /** Of an order kind, once it is published. */
  threshold?: ApprovalThreshold | undefined;
  /** Whether it is the company's default workflow of the kind. */
  isDefault: boolean;
  /** Absent while it was never published. */
  workflowId?: Id | undefined;
}

const ofThreshold = (threshold: ApprovalThreshold, row: RuleRow | undefined): StoredRule => {
  const { _id: id, kind, workflowId } = threshold;
  return { id, kind, row, threshold, isDefault: false, workflowId };
};

const ofRow = (row: RuleRow): StoredRule => {
  const { _id: id, kind, workflowId } = row;
  return { id, kind, row, isDefault: false, workflowId };
};

async function defaultOf(scope: Scope, companyId: Id, kind: string): Promise<Id | undefined> {
  // Invoices are submitted by nobody: the run of their order counts.
  if (isOrderKind(kind) && taskKindOfOrder(kind) === undefined) return undefined;
  const config = await createSettingsReader(scope).find(companyId);
  return config && defaultWorkflowOf(config.values, kind);
}

/** The rules of a kind in the order in which they are asked, with those that are only drafts; the default is the last. */
export async function storedRules(scope: Scope, companyId: Id, kind: string): Promise<StoredRule[]> {
  const rows = new Map((await createRules(scope).list(companyId, { kind })).map((row) => [row._id, row]));
  const thresholds = isOrderKind(kind) ? await createThresholds(scope).list(companyId, { kind }) : [];
  const defaultId = await defaultOf(scope, companyId, kind);
  const own = [...rows.values()].filter((row) => row.thresholdId === undefined && row.workflowId !== row._id);
  const rules = [
    ...thresholds.map((threshold) => ofThreshold(threshold, rows.get(threshold._id))),
    ...own.map(ofRow),
  ];
  const newestFirst = rules.toSorted((left, right) => (left.id < right.id ? 1 : -1));
  const placed = newestFirst.map((rule) => ({ rule, order: orderOf(rule) }));
  const ordered = inOrder(placed).map(({ rule }) => rule);
  return defaultId === undefined ? ordered : [...ordered, defaultRule(kind, defaultId, rows.get(defaultId))];
}

const defaultRule = (kind: string, id: Id, row?: RuleRow): StoredRule => ({
  id,
  kind,
  row,
  isDefault: true,
  workflowId: id,
});

function orderOf({ row, threshold }: StoredRule): number | null {
  if (threshold !== undefined) return threshold.order ?? null;
  return (row?.state === "DRAFT" ? row.draft?.order : row?.order) ?? null;
}

/**
 * One rule. What it was kept as may be gone: a threshold that was deleted takes its rule along.
 *
 * @param kind - of the default workflow, which has the id, if it has no row yet
 */
export async function findRule(
  scope: Scope,
  companyId: Id,
  id: Id,
  kind?: string,
): Promise<StoredRule | undefined> {
  const row = await createRules(scope).find(companyId, id);
  const isDefault = row === undefined ? kind !== undefined : row.workflowId === row._id;
  const threshold = await createThresholds(scope).find(companyId, id);
  if (threshold !== undefined) return ofThreshold(threshold, row);
  if (isDefault) {
    const of = row?.kind ?? kind ?? "";
    return (await defaultOf(scope, companyId, of)) === id ? defaultRule(of, id, row) : undefined;
  }
  return row === undefined || row.thresholdId !== undefined ? undefined : ofRow(row);
}
