import { quorumToSend } from "./stage-rule.ts";
import { decimalText } from "../design/values.tsx";
import type { ApproverSourceInput, RulesQuery, SaveRuleInput } from "../graphql/generated/documents.ts";
import type { RuleGroup } from "./directory.ts";
import { type Approver, type Asked, type Origin, type Rule, type RuleStage, fieldsOf } from "./rule.ts";
import type { RuleDraft } from "./rule-draft.ts";
import { storedStageName } from "./sentence.ts";
import { type NameOf, timeOf, timeToSend } from "./stage-time.ts";

/** A rule as the engine has it. */
export type StoredRule = RulesQuery["approvalRules"][number];
type StoredDraft = NonNullable<StoredRule["draft"]>;
/** A stage of a rule, or of a version: only those of policies have a role. */
type StoredStage = Omit<StoredRule["stages"][number], "role"> &
  Partial<Pick<StoredRule["stages"][number], "role">>;

/** An approver of a stage as versions list it: a user, or a source. */
interface StoredApprover {
  approverId?: string;
  source?: StoredSource;
  groups?: readonly string[];
}

interface StoredSource {
  groupId?: string;
  submitterManager?: { levels?: number; untilLimit?: boolean };
  departmentHead?: { of: string };
  fact?: string;
  previousApproverManager?: boolean;
}

/** The groups of the company, by their ids. */
export type Groups = ReadonlyMap<string, RuleGroup>;

/** The people whom approvers name. */
type People = StoredRule["people"];

/** The content of a rule: the one in force, or its draft. */
export function ruleOf(
  { kind, origin, people }: Pick<StoredRule, "kind" | "origin" | "people">,
  content: StoredRule | StoredDraft,
  groups: Groups,
): Rule {
  return {
    kind,
    origin,
    name: content.name ?? undefined,
    fields: content.facts,
    ...conditionsOf(content),
    stages: stagesOf(content.stages, groups, people),
  };
}

function conditionsOf({ amountAbove, currency, discountAbove, when }: StoredRule | StoredDraft) {
  return {
    ...(amountAbove != null && { amount: { above: Number(amountAbove), currency: currency ?? null } }),
    ...(discountAbove != null && { discount: { above: discountAbove } }),
    ...(when != null && { when }),
  };
}

/** Whether a stage has the name that it gets where nobody names it, in our words; groups and people have words of their own. */
function isOurName(name: string, approvers: RuleStage["approvers"]): boolean {
  const by = approvers[0]?.asked.by;
  return by !== "group" && by !== "person" && name === storedStageName({ name: "", approvers });
}

/** Stages as they are stored, in their order. */
export function stagesOf(stages: readonly StoredStage[], groups: Groups, people: People): RuleStage[] {
  return stages
    .toSorted((stage, otherStage) => stage.order - otherStage.order)
    .map(
      ({ key, name, approveBy, quorum, rejectBy, bulk, when, approvers: storedApprovers, role, ...time }) => {
        // The role of a policy's level first, then those who are asked beside it.
        const approvers = [
          ...(role == null ? [] : [{ asked: { by: "role" as const, role }, labels: [] }]),
          ...(storedApprovers as StoredApprover[]).map(
            ({ approverId = "", source, groups: labels = [] }) => ({
              asked: source === undefined ? personOf(approverId, people) : askedOf(source, groups),
              labels,
            }),
          ),
        ];
        return {
          key,
          name: isOurName(name, approvers) ? "" : name,
          approveBy,
          quorum: quorum ?? null,
          rejectBy,
          bulk,
          when: when ?? "",
          time: timeOf(time, namesIn(groups, people)),
          approvers,
        };
      },
    );
}

/** The names of groups and of people whom a rule names. */
const namesIn =
  (groups: Groups, people: People): NameOf =>
  (kind, id) => {
    const namedApprover = kind === "group" ? groups.get(id) : people.find(({ _id }) => _id === id);
    return namedApprover?.name ?? "–";
  };

function personOf(id: string, people: People): Asked {
  return { by: "person", id, name: people.find(({ _id }) => _id === id)?.name ?? "–" };
}

function askedOf(source: StoredSource, groups: Groups): Asked {
  const { groupId, submitterManager, departmentHead, fact } = source;
  if (groupId !== undefined) {
    const group = groups.get(groupId);
    return { by: "group", id: groupId, name: group?.name ?? "–", members: group?.members.length };
  }
  if (submitterManager !== undefined) {
    return {
      by: "manager",
      levels: submitterManager.untilLimit === true ? "limit" : (submitterManager.levels ?? 1),
    };
  }
  if (departmentHead !== undefined) return { by: "head", of: departmentHead.of };
  return fact === undefined ? { by: "previous" } : { by: "field", key: fact };
}

/** A rule as a draft to edit. */
export function draftOf(rule: Rule): RuleDraft {
  const { name, fields = [], amount, discount, when, stages } = rule;
  return {
    name,
    fields,
    amount,
    discount,
    when,
    stages: stages.map((stage, index) => Object.assign({ id: stage.key ?? `new${index + 1}` }, stage)),
  };
}

/** The draft of a rule as it is said. */
export const ruleIn = (kind: string, origin: Origin, draft: RuleDraft): Rule => ({ kind, origin, ...draft });

/** Stages as the engine takes them. */
export function stagesToSend(stages: readonly RuleStage[]): SaveRuleInput["stages"] {
  return stages.map((stage) => ({
    ...(stage.key !== undefined && { key: stage.key }),
    name: storedStageName(stage),
    approveBy: stage.approveBy,
    quorum: quorumToSend(stage.quorum) ?? null,
    rejectBy: stage.rejectBy,
    bulk: stage.bulk,
    ...(stage.when.trim() !== "" && { when: stage.when.trim() }),
    approvers: stage.approvers.map(approverToSend),
    ...(stage.time && timeToSend(stage.time)),
  }));
}

/** Somebody as the engine takes them; those of a role are the level of their policy. */
export const approverToSend = ({ asked, labels }: Approver) => ({ ...whoToSend(asked), groups: [...labels] });

function whoToSend(approver: Asked): { approverId?: string; source?: ApproverSourceInput } {
  switch (approver.by) {
    case "person":
      return { approverId: approver.id };
    case "group":
      return { source: { groupId: approver.id } };
    case "manager":
      return {
        source: {
          submitterManager: approver.levels === "limit" ? { untilLimit: true } : { levels: approver.levels },
        },
      };
    case "head":
      return { source: { departmentHead: { of: approver.of.trim() } } };
    case "field":
      return { source: { fact: approver.key.trim() } };
    case "previous":
      return { source: { previousApproverManager: true } };
    default:
      throw new Error(`${approver.by} is only asked by policies of human resources`);
  }
}

/** Whether the draft of a rule switches it. */
export const isSwitched = ({ draft, state }: Pick<StoredRule, "draft" | "state">): boolean =>
  draft != null && draft.enabled !== (state !== "OFF");

/** A draft as the engine saves it: without a place, which follows the rule, and switched as the stored one switches it. @param rule - the present one; absent: a new one */
export function inputOf(kind: string, rule: StoredRule | undefined, draft: RuleDraft): SaveRuleInput {
  const { name = "", amount, discount, when, stages } = draft;
  return {
    ...(rule && { id: rule.id }),
    kind,
    ...(name.trim() !== "" && { name: name.trim() }),
    ...(rule && isSwitched(rule) && { enabled: rule.draft?.enabled ?? null }),
    ...(amount !== undefined &&
      typeof amount.above === "number" && {
        amountAbove: decimalText(amount.above),
        currency: amount.currency,
      }),
    ...(discount !== undefined && typeof discount.above === "number" && { discountAbove: discount.above }),
    ...(when !== undefined && { when: when.trim() }),
    facts: fieldsOf(draft),
    stages: stagesToSend(stages),
  };
}

/** A stage as it is stored, in the form in which the engine saves it. */
function storedStage({ role: _role, approvers, ...stage }: StoredRule["stages"][number]) {
  return { ...stage, approvers } as SaveRuleInput["stages"][number];
}

/** A rule as it is stored, in the form in which the engine saves it: its draft, or what is in force. */
export function storedInput(rule: StoredRule): SaveRuleInput {
  const { id, kind, draft, state } = rule;
  const { order, amountAbove, currency, discountAbove, when, facts, stages } = draft ?? rule;
  return {
    id,
    kind,
    enabled: draft?.enabled ?? state !== "OFF",
    order,
    amountAbove,
    currency,
    discountAbove,
    when,
    facts: facts.map(({ key, type, required }) => ({ key, type, required })),
    stages: stages.map(storedStage),
  };
}
