import type { ReactNode } from "react";

import { TextField } from "../design/field.tsx";
import { useTranslate } from "../messages/i18n.ts";
import styles from "./calendars.module.css";

interface Span {
  from: string;
  to: string;
}

interface HoursFieldsProps {
  /** The day, as the fields' names begin. */
  of: string;
  value: Span;
  onChange: (value: Span) => void;
  error: string | undefined;
  /** Behind the fields. */
  children?: ReactNode;
}

/** Working hours to type: from when to when. */
export function HoursFields({ of, value, onChange, error, children }: HoursFieldsProps) {
  const t = useTranslate();
  return (
    <div className={styles["span"]}>
      <TextField
        label={t("calendars.from", { day: of })}
        labelHidden
        placeholder="09:00"
        value={value.from}
        onChange={(from) => onChange({ ...value, from })}
        error={error}
      />
      <span aria-hidden="true" className={styles["until"]}>
        –
      </span>
      <TextField
        label={t("calendars.to", { day: of })}
        labelHidden
        placeholder="17:00"
        value={value.to}
        onChange={(to) => onChange({ ...value, to })}
      />
      {children}
    </div>
  );
}
