import { useState } from "react";

import { dateFormat } from "../design/formats.ts";
import { Muted, Row } from "../design/layout.tsx";
import { Written } from "../design/values.tsx";
import { RecordCard } from "../frame/record-card.tsx";
import type { CalendarFieldsFragment } from "../graphql/generated/documents.ts";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { useConsole } from "../shell/console-context.ts";
import { CalendarForm } from "./calendar-form.tsx";
import styles from "./calendars.module.css";
import { YearGlance, textOf } from "./year-glance.tsx";
import { YearNav } from "./year-nav.tsx";
import { yearOf } from "./year-of.ts";

interface CalendarCardProps {
  calendar: CalendarFieldsFragment;
  /** For what it counts, in words; none for one that nothing names. */
  uses: readonly string[];
  onSaved: () => void;
}

/** A calendar: for what it counts, what is missing, and a year at a glance; or the form that changes it. */
export function CalendarCard({ calendar, uses, onSaved }: CalendarCardProps) {
  const t = useTranslate();
  const { viewer } = useConsole();
  const [year, setYear] = useState(() => new Date().getFullYear());
  const { _id, name, timeZone, lacksHolidays } = calendar;
  return (
    <RecordCard
      kept={`calendar.${_id}`}
      title={name}
      about={
        <>
          <Muted>{t("calendars.about", { timeZone, uses: uses.join(", "), count: uses.length })}</Muted>
          {lacksHolidays ? <Muted tone="warn">{t("calendars.lacksHolidays")}</Muted> : null}
        </>
      }
      {...(viewer.privileged && {
        edit: { text: t("company.edit"), name: t("calendars.editThis", { name }) },
      })}
      summary={
        <>
          <Row>
            <YearNav year={year} name={name} onChange={setYear} />
          </Row>
          <YearGlance calendar={calendar} year={year} />
          <DatedDays calendar={calendar} year={year} />
        </>
      }
      form={(close) => <CalendarForm calendar={calendar} year={year} onClose={close} onSaved={onSaved} />}
    />
  );
}

/** The dated days of a year by name: a phone shows no titles. */
function DatedDays({ calendar, year }: { calendar: CalendarFieldsFragment; year: number }) {
  const t = useTranslate();
  const locale = useFormats();
  const format = dateFormat(locale, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });
  const datedDays = yearOf(calendar, year)
    .flat(2)
    .filter((day) => day !== undefined)
    .map((day) => ({ date: day.date, text: textOf(t, day) }))
    .filter(({ text }) => text !== undefined);
  if (datedDays.length === 0) return <Muted>{t("calendars.days.none", { year: String(year) })}</Muted>;
  return (
    <ul className={styles["dated"]} aria-label={t("calendars.days")}>
      {datedDays.map(({ date, text }) => (
        <li key={date}>
          {format.format(new Date(date))}: <Written>{text}</Written>
        </li>
      ))}
    </ul>
  );
}
