import type { Id } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import { DomainError } from "@countersign/domain/errors";
import { hrKindOf, isHrTaskKind } from "@countersign/domain/hr";
import { type VersionDifference, versionDifferences } from "@countersign/domain/routing";
import { listLimitOf } from "@countersign/graphql";
import { type Text, text } from "@countersign/texts";
import type { z } from "zod";

import { type WorkflowContent, contentsBefore } from "../definitions/index.ts";
import { type Caller, assertSeesEverything } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import { type ListedRule, type RuleList, listsBefore } from "../shared/rule-lists.ts";
import type { Transact } from "../shared/transact.ts";
import { type RuleChange, withStageNames } from "./history-words.ts";
import { ruleHistoryInput } from "./inputs.ts";
import { assertRuleKind, versionedBy } from "./rule-kinds.ts";
import { termsIn } from "./rule-view.ts";
import { LISTS } from "./sdl.ts";
import { storedRules } from "./stored-rules.ts";

/** A version of a rule's workflow, or of its kind's list, with the one before it. */
interface Step<T> {
  present: T;
  before: T | undefined;
}

const DIFFERENCES_MAX = listLimitOf(LISTS, "RuleChange", "differences");
/** Lists of a kind that are read at once. */
const LISTS_MAX = 200;

/**
 * `ruleHistory`: the changes of a rule, newest first, as its workflow's versions and its kind's lists have them (contract-4,
 * HIST-3). A version and a list of one moment are one change.
 *
 * @throws DomainError `FORBIDDEN`, `INVALID_INPUT`, `NOT_FOUND` for a rule that the kind does not have
 */
export function createRuleHistory({ transact }: { transact: Transact }) {
  return async (caller: Caller, input: z.input<typeof ruleHistoryInput>): Promise<RuleChange[]> => {
    assertSeesEverything(caller);
    const { kind, ruleId, before, take } = parseInput(ruleHistoryInput, input);
    return transact(async (scope) => {
      assertRuleKind(scope.kinds, kind);
      const { companyId } = caller;
      const rule = (await storedRules(scope, companyId, kind)).find(({ id }) => id === ruleId);
      if (rule === undefined) throw new DomainError("NOT_FOUND", text("missing.rule"), { field: "ruleId" });
      const { workflowId } = rule;
      const lists = await listsBefore(scope, companyId, kind, { before, most: LISTS_MAX });
      const versions =
        workflowId === undefined
          ? []
          : await contentsBefore(scope, companyId, { workflowId, before, most: take + 1 }, versionedBy(kind));
      const ofLists = stepsIn(lists).flatMap((step) => listChange(ruleId, versions, step) ?? []);
      const policyName = isHrTaskKind(kind) ? text(`audit.value.${hrKindOf(kind)}`) : undefined;
      const ofVersions = stepsIn(versions).map((step) => versionChange(step, policyName));
      const changes = together([...ofVersions, ...ofLists]).slice(0, take);
      return changes.map((change) =>
        Object.assign({}, change, { differences: change.differences.slice(0, DIFFERENCES_MAX) }),
      );
    });
  };
}

/** @param records - newest first */
const stepsIn = <T>(records: readonly T[]): Step<T>[] =>
  records.map((present, place) => ({ present, before: records[place + 1] }));

function versionChange({ present, before }: Step<WorkflowContent>, policyName: Text | undefined): RuleChange {
  const { version, createdAt: at, createdBy: by, name, stages, changeNote } = present;
  const foundDifferences = before === undefined ? [] : versionDifferences(before, present);
  const differences = withStageNames(foundDifferences, before?.stages ?? [], stages);
  return {
    at,
    by,
    version,
    name: policyName ?? name,
    action: { code: "published" },
    differences,
    changeNote,
  };
}

/** The change of a rule that a list makes; nothing where it leaves the rule as it was. */
function listChange(
  ruleId: Id,
  versions: readonly WorkflowContent[],
  { present, before }: Step<RuleList>,
): RuleChange | undefined {
  const [rule, earlier] = [present, before].map((list) => list?.rules.find(({ id }) => id === ruleId));
  const differences = termDifferences(earlier, rule);
  const isOfRule = present.did?.ruleId === ruleId;
  if (rule === undefined || (!isOfRule && (earlier === undefined || differences.length === 0))) {
    return undefined;
  }
  const { createdAt: at, createdBy: by, did, changeNote } = present;
  const name = versions.find(({ createdAt }) => createdAt <= at)?.name ?? "–";
  const ownDifferences = earlier === undefined ? [] : differences;
  return { at, by, name, action: did ?? { code: "terms" }, differences: ownDifferences, changeNote };
}

const termsOf = (rule: ListedRule | undefined): Record<string, unknown> =>
  rule === undefined ? {} : { ...termsIn(rule), enabled: rule.enabled };

function termDifferences(before: ListedRule | undefined, after: ListedRule | undefined): VersionDifference[] {
  const [termsBefore, termsAfter] = [termsOf(before), termsOf(after)];
  return Object.keys({ ...termsBefore, ...termsAfter }).flatMap((path) => {
    const [earlier = null, later = null] = [termsBefore[path], termsAfter[path]];
    return earlier === later ? [] : [{ path, before: earlier, after: later }];
  });
}

/** The changes newest first, those of one moment as one. */
function together(changes: readonly RuleChange[]): RuleChange[] {
  const byMoment = Map.groupBy(changes, ({ at }) => at.getTime());
  return [...byMoment]
    .toSorted(([left], [right]) => right - left)
    .map(([, [first, second]]) => {
      if (first === undefined || second === undefined) return first as RuleChange;
      return defined<RuleChange>({
        ...first,
        differences: [...second.differences, ...first.differences],
        changeNote: first.changeNote ?? second.changeNote,
      });
    });
}
