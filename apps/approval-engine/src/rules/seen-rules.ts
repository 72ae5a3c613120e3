import type { Id } from "@countersign/domain/approval";
import { type Scope, digestOf } from "@countersign/mongo";

import { contentsOf } from "../definitions/index.ts";
import { groupsAmong } from "../groups/index.ts";
import { limitById } from "../limits/index.ts";
import type { OrganisationChange } from "../shared/organisation-change.ts";
import { type RuleList, findRuleList, newestLists } from "../shared/rule-lists.ts";
import { versionedBy } from "./rule-kinds.ts";
import { defaultOf, defaultKinds } from "./stored-rules.ts";

/** The rules from which a sheet is made, as it was read. */
interface SeenRules {
  kind: string;
  list: RuleList | undefined;
  defaultWorkflowId: Id | undefined;
  /** Version of the draft that would be published, 0 without one. */
  draftVersion: number;
}

/** Digest of the rules of a kind: its list, the newest versions of their workflows, the default and a draft (contract-4, HIST-2). */
export async function seenOf(
  scope: Scope,
  companyId: Id,
  { kind, list, defaultWorkflowId, draftVersion }: SeenRules,
): Promise<string> {
  const workflowIds = new Set((list?.rules ?? []).map(({ workflowId }) => workflowId));
  if (defaultWorkflowId !== undefined) workflowIds.add(defaultWorkflowId);
  const contents = await contentsOf(scope, companyId, [...workflowIds], versionedBy(kind));
  const versions = [...contents].map(([id, { version }]) => `${id} ${version}`).toSorted();
  return digestOf([kind, list?.version ?? 0, versions, defaultWorkflowId ?? null, draftVersion]);
}

/** The same of the rules as they are. */
export async function seenNow(
  scope: Scope,
  companyId: Id,
  { kind, draftVersion }: Pick<SeenRules, "kind" | "draftVersion">,
): Promise<string> {
  const list = await findRuleList(scope, companyId, kind);
  const defaultWorkflowId = await defaultOf(scope, companyId, kind);
  return seenOf(scope, companyId, { kind, list, defaultWorkflowId, draftVersion });
}

/** The same of the rules of all kinds, with the group or limit as it is that a change is about. */
export async function seenOfAll(
  scope: Scope,
  companyId: Id,
  { group, limit }: OrganisationChange = {},
): Promise<string> {
  const lists = await newestLists(scope, companyId);
  const kinds = new Set([...lists.map(({ kind }) => kind), ...(await defaultKinds(scope, companyId))]);
  const presentGroup = group && (await groupsAmong(scope, companyId, [group._id])).get(group._id);
  const presentLimit = limit?._id === undefined ? undefined : await limitById(scope, companyId, limit._id);
  const seenHashes: string[] = [];
  for (const kind of [...kinds].toSorted()) {
    seenHashes.push(await seenNow(scope, companyId, { kind, draftVersion: 0 }));
  }
  return digestOf([presentGroup?.memberIds ?? null, presentLimit ?? null, seenHashes]);
}
