import { useId, useState } from "react";

import { Button } from "../design/button.tsx";
import { DateField } from "../design/date-field.tsx";
import { Select, TextField } from "../design/field.tsx";
import { Icon } from "../design/icon.tsx";
import { Muted, Row, Stack } from "../design/layout.tsx";
import { RemoveButton } from "../frame/remove-button.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { type DraftDay, withItem } from "./calendar-draft.ts";
import styles from "./calendars.module.css";
import { DaySources } from "./day-sources.tsx";
import { HoursFields } from "./hours-fields.tsx";
import { YearNav } from "./year-nav.tsx";

const KINDS = ["holiday", "own"] as const;

interface DaysFieldProps {
  value: readonly DraftDay[];
  onChange: (value: DraftDay[]) => void;
  /** The year that is shown first. */
  year: number;
  /** The fault of the day at a place, or of any of them. */
  errorAt: (place: number) => string | undefined;
  error: string | undefined;
}

/** The dates that differ from the week: those of one year at a time, those without a date yet, and those just typed. */
export function DaysField({ value, onChange, year: first, errorAt, error }: DaysFieldProps) {
  const t = useTranslate();
  const id = useId();
  const [year, setYear] = useState(first);
  // A date that is typed passes through other years, and must not leave the list under the reader's hands.
  const [typedPlaces, setTypedPlaces] = useState<ReadonlySet<number>>(new Set());
  const shownDays = value.flatMap((day, place) =>
    isUndated(day) || day.date.startsWith(`${year}-`) || typedPlaces.has(place) ? [{ day, place }] : [],
  );
  const change = (place: number, next: DraftDay | undefined) => {
    if (next === undefined) {
      const otherPlaces = [...typedPlaces].filter((typedPlace) => typedPlace !== place);
      setTypedPlaces(
        new Set(otherPlaces.map((otherPlace) => (otherPlace > place ? otherPlace - 1 : otherPlace))),
      );
    } else if (next.date !== value[place]?.date) {
      setTypedPlaces(new Set([...typedPlaces, place]));
    }
    onChange(withItem(value, place, next));
  };
  const showYear = (next: number) => {
    setYear(next);
    setTypedPlaces(new Set());
  };
  const isShown = shownDays.some(({ place }) => errorAt(place) !== undefined);
  return (
    <Stack as="section" gap="small" aria-labelledby={id}>
      <Row isSpread>
        <h3 id={id}>{t("calendars.days")}</h3>
        <YearNav year={year} name={t("calendars.days")} onChange={showYear} />
      </Row>
      <Muted>{t("calendars.days.about")}</Muted>
      {error === undefined || isShown ? null : (
        <Muted tone="bad" role="alert">
          {error}
        </Muted>
      )}
      {shownDays.length === 0 ? <Muted>{t("calendars.days.none", { year: String(year) })}</Muted> : null}
      {shownDays.map(({ day, place }) => (
        <Day key={place} value={day} onChange={(next) => change(place, next)} error={errorAt(place)} />
      ))}
      <Row>
        <Button onPress={() => onChange([...value, newDay("", "")])}>
          <Icon name="plus" size={16} />
          {t("calendars.addDay")}
        </Button>
        <DaySources
          knownDates={value.map(({ date }) => date)}
          onAdd={(days) => onChange([...value, ...days.map(({ date, name }) => newDay(date, name))])}
        />
      </Row>
    </Stack>
  );
}

const newDay = (date: string, name: string): DraftDay => ({
  date,
  name,
  closed: true,
  from: "09:00",
  to: "12:00",
});

/** Whether the date is missing, or its year has not been typed in full. */
const isUndated = ({ date }: DraftDay): boolean => date < "1000";

interface DayProps {
  value: DraftDay;
  onChange: (value: DraftDay | undefined) => void;
  error: string | undefined;
}

function Day({ value, onChange, error }: DayProps) {
  const t = useTranslate();
  const { date, closed, name } = value;
  const of = [date, name].filter(Boolean).join(" ") || t("calendars.newDay");
  return (
    <div role="group" aria-label={of} className={styles["day"]}>
      <div className={styles["date"]}>
        <DateField
          label={t("calendars.date")}
          labelHidden
          value={date}
          onChange={(next) => onChange({ ...value, date: next })}
          error={error}
        />
      </div>
      <div className={styles["kind"]}>
        <Select
          label={t("calendars.kindOfDay")}
          labelHidden
          options={KINDS.map((kind) => ({ value: kind, label: t(`calendars.state.${kind}`) }))}
          value={closed ? "holiday" : "own"}
          onChange={(kind) => onChange({ ...value, closed: kind === "holiday" })}
        />
      </div>
      <div className={styles["dayName"]}>
        <TextField
          label={t("calendars.dayName")}
          labelHidden
          placeholder={t("calendars.dayName")}
          value={name}
          maxLength={200}
          onChange={(next) => onChange({ ...value, name: next })}
        />
      </div>
      <RemoveButton label={t("company.remove", { name: of })} onPress={() => onChange(undefined)} />
      {closed ? null : (
        <HoursFields
          of={of}
          value={value}
          onChange={({ from, to }) => onChange({ ...value, from, to })}
          error={undefined}
        />
      )}
    </div>
  );
}
