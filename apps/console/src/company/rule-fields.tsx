import { Select } from "../design/field.tsx";
import { Columns } from "../design/layout.tsx";
import { NumberField } from "../design/number-field.tsx";
import type { Typed } from "../design/number-text.ts";
import { Switch } from "../design/switch.tsx";
import type { ApproveBy, RejectBy } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import styles from "./company.module.css";

/** The rule that decides a stage. */
export interface StageRule {
  approveBy: ApproveBy;
  /** The number of COUNT, PERCENT and PER_GROUP; null with the others. */
  quorum: Typed;
  rejectBy: RejectBy;
  /** Whether it may be decided with others in one request. */
  bulk: boolean;
}

/** A stage with a rule of these kinds has a number, which begins with this one. */
const FIRST_QUORUM = { COUNT: 1, PERCENT: 50, PER_GROUP: 1 };

const hasQuorum = (rule: ApproveBy): rule is keyof typeof FIRST_QUORUM => rule in FIRST_QUORUM;

/** The greatest whole number that the engine reads; how great a rule's number may be it says itself. */
const INT_MAX = 2 ** 31 - 1;

/** A rule's number as the engine reads it; undefined for what is no whole number. */
export function quorumToSend(quorum: Typed): number | null | undefined {
  if (typeof quorum !== "number") return quorum === null ? null : undefined;
  return Number.isInteger(quorum) ? Math.min(quorum, INT_MAX) : undefined;
}

interface RuleFieldsProps {
  rule: StageRule;
  /** The rules to choose from. */
  rules: readonly ApproveBy[];
  onChange: (change: Partial<StageRule>) => void;
  errorOf: (field: keyof StageRule) => string | undefined;
}

/** How many have to approve, when a rejection rejects, and whether it may be decided in bulk. */
export function RuleFields({ rule, rules, onChange, errorOf }: RuleFieldsProps) {
  const t = useTranslate();
  const { approveBy, quorum, rejectBy, bulk } = rule;
  const choose = (next: ApproveBy) =>
    onChange({ approveBy: next, quorum: hasQuorum(next) ? FIRST_QUORUM[next] : null });
  return (
    <Columns>
      <Select
        label={t("rule.approveBy")}
        options={rules.map((value) => ({ value, label: t(`rule.${value}`) }))}
        value={approveBy}
        onChange={choose}
        description={t(`rule.${approveBy}.about`)}
        error={errorOf("approveBy")}
      />
      {hasQuorum(approveBy) ? (
        <NumberField
          label={t(`rule.${approveBy}.quorum`)}
          value={quorum}
          onChange={(value) => onChange({ quorum: value })}
          error={errorOf("quorum")}
        />
      ) : null}
      <Select
        label={t("rule.rejectBy")}
        options={(["VETO", "UNREACHABLE"] as const).map((value) => ({ value, label: t(`rule.${value}`) }))}
        value={rejectBy}
        onChange={(value) => onChange({ rejectBy: value })}
        description={t(`rule.${rejectBy}.about`)}
        error={errorOf("rejectBy")}
      />
      <div className={styles["wide"]}>
        <Switch
          label={t("rule.bulk")}
          description={t("rule.bulk.about")}
          isSelected={bulk}
          onChange={(value) => onChange({ bulk: value })}
        />
      </div>
    </Columns>
  );
}
