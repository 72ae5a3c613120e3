import { dateFormat } from "../design/formats.ts";
import { Row } from "../design/layout.tsx";
import type { CalendarFieldsFragment } from "../graphql/generated/documents.ts";
import { type Translate, useFormats, useTranslate } from "../messages/i18n.ts";
import styles from "./calendars.module.css";
import { type DayState, type YearDay, type YearMonth, yearOf } from "./year-of.ts";

const LEGEND: readonly DayState[] = ["work", "own", "holiday", "free"];
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

interface YearGlanceProps {
  calendar: CalendarFieldsFragment;
  year: number;
}

/** The twelve months of a year; what a dated day is stands in its title, and for screen readers behind its number. */
export function YearGlance({ calendar, year }: YearGlanceProps) {
  const t = useTranslate();
  return (
    <>
      <div className={styles["months"]}>
        {yearOf(calendar, year).map((weeks, month) => (
          <Month key={month} weeks={weeks} start={Date.UTC(year, month)} />
        ))}
      </div>
      <Row as="ul" className={styles["legend"]}>
        {LEGEND.map((state) => (
          <li key={state}>
            <span aria-hidden="true" className={styles["swatch"]} data-state={state} />
            {t(`calendars.state.${state}`)}
          </li>
        ))}
      </Row>
    </>
  );
}

function Month({ weeks, start }: { weeks: YearMonth; start: number }) {
  const locale = useFormats();
  const utc = (options: Intl.DateTimeFormatOptions) => dateFormat(locale, { ...options, timeZone: "UTC" });
  return (
    <table className={styles["month"]}>
      <caption>{utc({ month: "long" }).format(start)}</caption>
      <thead>
        <tr>
          {Array.from({ length: 7 }, (_, weekday) => MONDAY + weekday * DAY_MS).map((day) => (
            <th key={day} scope="col">
              <span aria-hidden="true">{utc({ weekday: "narrow" }).format(day)}</span>
              <span className="visuallyHidden">{utc({ weekday: "long" }).format(day)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, at) => (
          <tr key={at}>
            {week.map((day, place) =>
              day === undefined ? <td key={place} /> : <Day key={place} day={day} />,
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Day({ day }: { day: YearDay }) {
  const t = useTranslate();
  const text = textOf(t, day);
  return (
    <td data-state={day.state} {...(text !== undefined && { title: text })}>
      {Number(day.date.slice(8))}
      {text === undefined ? null : <span className="visuallyHidden"> {text}</span>}
    </td>
  );
}

/** The words for a dated day; undefined for a day as every week has it. */
export function textOf(t: Translate, { state, name, hours }: YearDay): string | undefined {
  if (state === "work" || state === "free") return undefined;
  const dayText = state === "holiday" ? t("calendars.state.holiday") : hours.join(", ");
  return name === undefined ? dayText : `${name} – ${dayText}`;
}
