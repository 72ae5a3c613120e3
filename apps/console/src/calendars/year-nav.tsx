import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { Row } from "../design/layout.tsx";
import { useTranslate } from "../messages/i18n.ts";
import styles from "./calendars.module.css";

interface YearNavProps {
  year: number;
  /** The thing that is shown of the year. */
  name: string;
  onChange: (year: number) => void;
}

/** A year, and the way to the one before and the one after. */
export function YearNav({ year, name, onChange }: YearNavProps) {
  const t = useTranslate();
  const to = (next: number) => (
    <Button
      look="quiet"
      aria-label={t(next < year ? "calendars.yearBefore" : "calendars.yearAfter", {
        name,
        year: String(next),
      })}
      onPress={() => onChange(next)}
    >
      <span className={next < year ? styles["before"] : styles["after"]}>
        <Icon name="back" size={16} />
      </span>
    </Button>
  );
  return (
    <Row className={styles["yearNav"]}>
      {to(year - 1)}
      <span aria-live="polite" className={styles["year"]}>
        {year}
      </span>
      {to(year + 1)}
    </Row>
  );
}
