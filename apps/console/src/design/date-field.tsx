import { type CalendarDate, parseDate } from "@internationalized/date";
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  FieldError,
  Group,
  Heading,
  I18nProvider,
  Label,
  Popover,
} from "react-aria-components";

import { useFormats } from "../messages/i18n.ts";
import styles from "./date-field.module.css";
import fieldStyles from "./field.module.css";
import { Icon } from "./icon.tsx";

interface DateFieldProps {
  label: string;
  /** Also hides the label from sight, where the place says what it is. */
  labelHidden?: boolean;
  /** Such as 2026-12-25; empty: no day. */
  value: string;
  onChange: (day: string) => void;
  error?: string | undefined;
}

/**
 * A day, typed part by part in the order of the console's language, or chosen in a calendar. The browser's own field would
 * follow the browser's language.
 */
export function DateField({ label, labelHidden = false, value, onChange, error }: DateFieldProps) {
  return (
    <I18nProvider locale={useFormats()}>
      <DatePicker
        value={dayOf(value)}
        onChange={(day) => onChange(day?.toString() ?? "")}
        shouldForceLeadingZeros
        validationBehavior="aria"
        isInvalid={error !== undefined}
        className={fieldStyles["field"]!}
      >
        <Label className={labelHidden ? "visuallyHidden" : fieldStyles["label"]!}>{label}</Label>
        <Group className={`${fieldStyles["input"]} ${styles["group"]}`}>
          <DateInput className={styles["input"]!}>
            {(segment) => <DateSegment segment={segment} className={styles["segment"]!} />}
          </DateInput>
          <Button className={styles["open"]!}>
            <Icon name="calendar" />
          </Button>
        </Group>
        <FieldError className={fieldStyles["error"]!}>{error}</FieldError>
        <Popover className={styles["popover"]!}>
          <Dialog className={styles["dialog"]!}>
            <Calendar>
              <header className={styles["header"]}>
                <Button slot="previous" className={styles["open"]!}>
                  <Icon name="back" />
                </Button>
                <Heading className={styles["month"]!} />
                <Button slot="next" className={`${styles["open"]} ${styles["next"]}`}>
                  <Icon name="back" />
                </Button>
              </header>
              <CalendarGrid className={styles["grid"]!}>
                {(day) => <CalendarCell date={day} className={styles["cell"]!} />}
              </CalendarGrid>
            </Calendar>
          </Dialog>
        </Popover>
      </DatePicker>
    </I18nProvider>
  );
}

/** @returns null for a text that is no day, such as one of an address that somebody typed */
function dayOf(text: string): CalendarDate | null {
  try {
    return parseDate(text);
  } catch {
    return null;
  }
}
