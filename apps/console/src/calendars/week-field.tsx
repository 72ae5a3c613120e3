import { useId } from "react";

import { Button } from "../design/button.tsx";
import { dateFormat } from "../design/formats.ts";
import { Icon } from "../design/icon.tsx";
import { Muted, Stack } from "../design/layout.tsx";
import { RemoveButton } from "../frame/remove-button.tsx";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { type DraftHours, withItem } from "./calendar-draft.ts";
import styles from "./calendars.module.css";
import { HoursFields } from "./hours-fields.tsx";
import { WEEKDAYS } from "./year-of.ts";

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

interface WeekFieldProps {
  value: readonly DraftHours[];
  onChange: (value: DraftHours[]) => void;
  /** The fault of the hours at a place, or of the week as a whole. */
  errorAt: (place: number) => string | undefined;
  error: string | undefined;
}

/** The working hours of every week, day by day. */
export function WeekField({ value, onChange, errorAt, error }: WeekFieldProps) {
  const t = useTranslate();
  const locale = useFormats();
  const id = useId();
  const isAtHours = value.some((_, place) => errorAt(place) !== undefined);
  return (
    <Stack as="section" gap="small" aria-labelledby={id}>
      <h3 id={id}>{t("calendars.week")}</h3>
      <Muted>{t("calendars.week.about")}</Muted>
      {error === undefined || isAtHours ? null : (
        <Muted tone="bad" role="alert">
          {error}
        </Muted>
      )}
      <div className={styles["week"]}>
        {WEEKDAYS.map((day, number) => {
          const name = dateFormat(locale, { weekday: "long", timeZone: "UTC" }).format(
            MONDAY + number * DAY_MS,
          );
          const spans = value.flatMap((hours, place) => (hours.day === day ? [{ hours, place }] : []));
          return (
            <div key={day} className={styles["weekday"]}>
              <h4>{name}</h4>
              {spans.length === 0 ? <Muted>{t("calendars.free")}</Muted> : null}
              {spans.length === 0 ? null : (
                <Stack gap="small">
                  {spans.map(({ hours, place }) => (
                    <HoursFields
                      key={place}
                      of={name}
                      value={hours}
                      onChange={(span) => onChange(withItem(value, place, { day, ...span }))}
                      error={errorAt(place)}
                    >
                      <RemoveButton
                        label={t("calendars.removeHours", {
                          day: name,
                          hours: `${hours.from}–${hours.to}`,
                        })}
                        onPress={() => onChange(withItem(value, place, undefined))}
                      />
                    </HoursFields>
                  ))}
                </Stack>
              )}
              <Button
                look="quiet"
                aria-label={t("calendars.addHours", { day: name })}
                onPress={() => onChange([...value, { day, ...nextHours(spans.at(-1)?.hours.to) }])}
              >
                <Icon name="plus" size={16} />
              </Button>
            </div>
          );
        })}
      </div>
    </Stack>
  );
}

/** A proposal for hours that do not overlap those before. */
const nextHours = (end: string | undefined) =>
  end === undefined ? { from: "09:00", to: "17:00" } : { from: end, to: "" };
