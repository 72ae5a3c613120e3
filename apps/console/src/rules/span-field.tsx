import { Select } from "../design/field.tsx";
import { NumberField } from "../design/number-field.tsx";
import { useTranslate } from "../messages/i18n.ts";
import styles from "./rules.module.css";
import { type Span, UNITS } from "./stage-time.ts";

interface SpanFieldProps {
  /** Says what happens after the time. */
  label: string;
  span: Span;
  onChange: (span: Span) => void;
  error: string | undefined;
  description?: string;
  autoFocus?: boolean;
}

/** A time span: an amount and its unit. */
export function SpanField({ label, span, onChange, error, description, autoFocus = false }: SpanFieldProps) {
  const t = useTranslate();
  return (
    <div className={styles["span"]}>
      <NumberField
        label={label}
        value={span.amount}
        onChange={(amount) => onChange({ ...span, amount })}
        error={error}
        {...(description === undefined ? {} : { description })}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={autoFocus}
      />
      <Select
        label={t("rules.time.unitOf", { name: label })}
        labelHidden
        options={UNITS.map((value) => ({ value, label: t(`rules.unit.${value}`) }))}
        value={span.unit}
        onChange={(unit) => onChange({ ...span, unit })}
      />
    </div>
  );
}
