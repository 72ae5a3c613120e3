import type { Id } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { type VersionDifference, versionDifferences } from "@countersign/domain/routing";
import { listLimitOf } from "@countersign/graphql";
import { text } from "@countersign/texts";
import type { z } from "zod";

import { contentAt } from "../definitions/index.ts";
import type { Caller } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import { NO_TERMS, findListBefore } from "../shared/rule-lists.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { ruleDiffInput } from "./inputs.ts";
import { type RuleDifference, withStageNames } from "./history-words.ts";
import { assertRuleKind, versionedBy } from "./rule-kinds.ts";
import { type ApprovalRuleTerms, termsIn } from "./rule-view.ts";
import { LISTS } from "./sdl.ts";
import { storedRules } from "./stored-rules.ts";

const MOST = listLimitOf(LISTS, "Query", "ruleDiff");

/**
 * `ruleDiff`: the differences between two versions of a rule, those of its terms first; of each version the terms that it had
 * last (contract-4, HIST-3). None for the same version.
 *
 * @throws DomainError `INVALID_INPUT`, and `NOT_FOUND` for a rule that the kind does not have, and for a version
 */
export function createRuleDiff({ transact }: { transact: Transact }) {
  return async (caller: Caller, input: z.input<typeof ruleDiffInput>): Promise<RuleDifference[]> => {
    const { kind, ruleId, a, b } = parseInput(ruleDiffInput, input);
    const { companyId } = caller;
    return transact(async (scope) => {
      assertRuleKind(scope.kinds, kind);
      const rule = (await storedRules(scope, companyId, kind)).find(({ id }) => id === ruleId);
      if (rule?.workflowId === undefined) {
        throw new DomainError("NOT_FOUND", text("missing.rule"), { field: "ruleId" });
      }
      const { workflowId } = rule;
      const sideOf = async (field: "a" | "b", version: number) => {
        const content = await contentAt(scope, companyId, { workflowId, version }, versionedBy(kind));
        if (content === undefined) throw new DomainError("NOT_FOUND", text("missing.version"), { field });
        return { content, terms: await termsUntil(scope, companyId, { kind, ruleId }, content.until) };
      };
      const [before, after] = [await sideOf("a", a), await sideOf("b", b)];
      const ofTerms = Object.entries(after.terms).flatMap(([path, value]): VersionDifference[] => {
        const earlier = before.terms[path as keyof ApprovalRuleTerms];
        return earlier === value ? [] : [{ path, before: earlier, after: value }];
      });
      const ofContent = versionDifferences(before.content, after.content);
      const { stages: stagesBefore } = before.content;
      return withStageNames([...ofTerms, ...ofContent], stagesBefore, after.content.stages).slice(0, MOST);
    });
  };
}

/** The last terms of a rule before a time; null: those of now. A rule that no list had has none. */
async function termsUntil(
  scope: TransactionScope,
  companyId: Id,
  { kind, ruleId }: { kind: string; ruleId: Id },
  until: Date | null,
): Promise<ApprovalRuleTerms> {
  const list = await findListBefore(scope, companyId, kind, until);
  const rule = list?.rules.find(({ id }) => id === ruleId);
  return { ...termsIn(rule ?? NO_TERMS), enabled: rule?.enabled ?? null };
}
