import type { Id } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import type { z } from "zod";

import { type WorkflowContent, contentsOf, publishIn, readPublication } from "../definitions/index.ts";
import { byPeople } from "../shared/by-people.ts";
import { type Caller, assertPrivileged } from "../shared/caller.ts";
import type { ChangeNoteInput } from "../shared/change-note.ts";
import type { EngineParts } from "../shared/feature.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import { auditWrite } from "../shared/record-use-cases.ts";
import { dropRuleDraft } from "../shared/rule-lists.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { assertDraftSeen } from "./assert-draft.ts";
import { changeList } from "./change-list.ts";
import { publishRuleInput } from "./inputs.ts";
import { ruleSeenAfter } from "./list-rules.ts";
import { assertWhole, listedAfter } from "./listed-after.ts";
import { draftPublished } from "./noted-changes.ts";
import { putRule } from "./place-rules.ts";
import { type KeepNote, reckonNote } from "./reckon-note.ts";
import { RULES } from "./records.ts";
import type { ApprovalRule } from "./rule-view.ts";
import { type StoredRule, findRule, recordOf } from "./stored-rules.ts";

/** `publishRule`: which rule, and the version of it that the caller has seen. */
export interface PublishRuleInput {
  id: string;
  expectedVersion?: number | null | undefined;
  expectedDraft?: number | null | undefined;
  note?: string | null | undefined;
  changeNote?: ChangeNoteInput | null | undefined;
}

/**
 * `publishRule`: its draft becomes the next version of its workflow, and of an order kind its threshold, in one
 * transaction (contract-3, CON-17). Of place and state it carries what the draft changed: a move and a switch since the
 * draft was saved stand (contract-4, HIST-2).
 *
 * @throws DomainError `FORBIDDEN`, `INVALID_INPUT`, `NOT_FOUND`, and `CONFLICT` at another version, without a draft, or where
 *   other rules were shown
 */
export function createPublishRule({ transact, reckon }: Pick<EngineParts, "transact" | "reckon">) {
  return byPeople(async (caller: Caller, input: PublishRuleInput): Promise<ApprovalRule> => {
    assertPrivileged(caller);
    const { id, changeNote, ...publication } = parseInput(publishRuleInput, input);
    const keepNote = await reckonNote(reckon, caller, changeNote, (scope) =>
      draftPublished(scope, caller, id),
    );
    return transact(async (scope) => {
      await refuseLeaver(scope, caller);
      const rule = await findRule(scope, caller.companyId, id);
      if (rule === undefined) throw new DomainError("NOT_FOUND", text("missing.rule"), { field: "id" });
      await publishDraft(scope, caller, rule, { ...publication, keepNote });
      return ruleSeenAfter(scope, caller, rule);
    }, id);
  });
}

async function publishDraft(
  scope: TransactionScope,
  caller: Caller,
  rule: StoredRule,
  {
    expectedVersion,
    expectedDraft,
    note,
    keepNote,
  }: Omit<z.output<typeof publishRuleInput>, "id" | "changeNote"> & { keepNote: KeepNote },
): Promise<void> {
  const { kind, draft } = rule;
  const content = await workflowOf(scope, caller.companyId, rule);
  if (draft === undefined) throw nothingToPublish(content?.version ?? 0, expectedVersion);
  assertDraftSeen(rule, expectedDraft, "expectedDraft");
  assertWhole(rule, draft);
  const changeNote = await keepNote(scope, { kind, draftVersion: draft.version });
  const { name, facts, stages } = draft;
  // A rule whose workflow was deleted gets a new one.
  const isNew = content === undefined && !rule.isDefault;
  const targetFields = isNew ? { status: "IN_PROGRESS" } : { workflowId: rule.workflowId };
  const publication = readPublication({ ...targetFields, name, facts, stages, note });
  const publishedVersion = await publishIn(
    scope,
    caller,
    { ...publication, kind, keepsDescription: true, changeNote },
    expectedVersion,
  );
  const { version } = publishedVersion;
  const listChange = rule.isDefault ? undefined : listedAfter(scope, caller, rule, { draft, version });
  const did = { code: "published", ruleId: rule.id, params: { rule: version.name } } as const;
  if (listChange !== undefined) {
    await changeList(scope, caller, rule, (rules) => putRule(rules, listChange), { did });
  }
  await dropRuleDraft(scope, caller.companyId, rule.id);
  // One action is one record, with what the rule and its workflow were and are (contract-4, HIST-3).
  const ruleAfter = (await findRule(scope, caller.companyId, rule.id, kind)) ?? rule;
  const before = { ...publishedVersion.before, ...recordOf(rule, content?.name) };
  const after = { ...publishedVersion.after, ...recordOf(ruleAfter, version.name) };
  await auditWrite(scope, caller, { entity: RULES, action: "publish", before, after, changeNote, did });
}

async function workflowOf(
  scope: TransactionScope,
  companyId: Id,
  { workflowId }: StoredRule,
): Promise<WorkflowContent | undefined> {
  if (workflowId === undefined) return undefined;
  return (await contentsOf(scope, companyId, [workflowId])).get(workflowId);
}

/** Of two who publish at once, the second has seen another version, or finds no draft. */
function nothingToPublish(version: number, expectedVersion = version): DomainError {
  return expectedVersion === version
    ? new DomainError("CONFLICT", text("rule.noDraft"), { field: "id" })
    : new DomainError("CONFLICT", text("workflow.changed"), { field: "expectedVersion" });
}
