import { useState } from "react";

import { Button } from "../design/button.tsx";
import { Select } from "../design/field.tsx";
import { Icon } from "../design/icon.tsx";
import { Muted, Row, Stack } from "../design/layout.tsx";
import { RemoveButton } from "../frame/remove-button.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { useDirectory } from "./directory.ts";
import { EscalationFields } from "./escalation-fields.tsx";
import styles from "./rules.module.css";
import { SpanField } from "./span-field.tsx";
import {
  AT_ENDS,
  NO_TIME,
  type Span,
  type StageTime,
  emptySpan,
  isGiven,
  newEscalation,
} from "./stage-time.ts";

interface TimeFieldsProps {
  /** Absent: time has no effect on the stage. */
  time: StageTime | undefined;
  /** The place of the stage, to whose times the sentence leads. */
  place: string;
  onChange: (time: StageTime) => void;
  /** The fault or refusal of a field of the stage. */
  errorOf: (field: string) => string | undefined;
}

/** Most reminders of a stage. */
const REMINDERS_MAX = 10;
/** Stands for the calendar of the kind or the company. */
const USUAL = "usual";

/** The fields of a stage on which time acts: when it is due, reminders, escalation and end. */
export function TimeFields({ time = NO_TIME, place, onChange, errorOf }: TimeFieldsProps) {
  const t = useTranslate();
  const { calendars, usualCalendar } = useDirectory();
  const { calendarId, due, reminders, escalation, atEnd, end } = time;
  const [addedIndex, setAddedIndex] = useState<number>();
  const change = (fields: Partial<StageTime>) => onChange({ ...time, ...fields });
  const isTimed = spansOf(time).length > 0 || escalation !== undefined || reminders.length > 0;
  return (
    <Stack gap="small">
      <div className={styles["times"]}>
        <div data-place={`${place}.dueIn`}>
          <SpanField
            label={t("rules.time.due")}
            span={due}
            onChange={(next) => change({ due: next })}
            error={errorOf("dueIn")}
            description={t("rules.time.due.about")}
          />
        </div>
        {reminders.map((reminder, index) => (
          // Their places are all that tells them apart.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className={styles["asked"]}>
            <SpanField
              label={t("rules.time.reminder", { number: index + 1 })}
              span={reminder}
              onChange={(next) => change({ reminders: reminders.with(index, next) })}
              error={errorOf(`remind.${index}`)}
              autoFocus={index === addedIndex}
            />
            <RemoveButton
              label={t("company.remove", { name: t("rules.time.reminder", { number: index + 1 }) })}
              onPress={() => change({ reminders: reminders.toSpliced(index, 1) })}
              icon="cross"
            />
          </div>
        ))}
      </div>
      {escalation === undefined ? null : (
        <EscalationFields
          escalation={escalation}
          onChange={(next) => change({ escalation: next })}
          onRemove={() => change({ escalation: undefined })}
          errorOf={errorOf}
        />
      )}
      <Row>
        {reminders.length >= REMINDERS_MAX ? null : (
          <Button
            size="small"
            onPress={() => {
              setAddedIndex(reminders.length);
              change({ reminders: [...reminders, emptySpan()] });
            }}
          >
            <Icon name="plus" size={14} />
            {t("rules.time.addReminder")}
          </Button>
        )}
        {escalation === undefined ? (
          <Button size="small" onPress={() => change({ escalation: newEscalation() })}>
            <Icon name="plus" size={14} />
            {t("rules.time.addEscalation")}
          </Button>
        ) : null}
      </Row>
      {isTimed || atEnd !== "NOTHING" ? (
        <div className={styles["times"]}>
          <Select
            label={t("rules.time.atEnd")}
            options={AT_ENDS.map((value) => ({ value, label: t(`rules.time.atEnd.${value}`) }))}
            value={atEnd}
            onChange={(next) => change({ atEnd: next })}
            description={t(`rules.time.atEnd.${atEnd}.about`)}
            error={errorOf("atEnd")}
          />
          {atEnd === "NOTHING" && end.amount === null ? null : (
            <SpanField
              label={t("rules.time.end")}
              span={end}
              onChange={(next) => change({ end: next })}
              error={errorOf("endAfter")}
              description={t("rules.time.end.about")}
            />
          )}
          {calendars.length === 0 && calendarId === null ? null : (
            <Select
              label={t("rules.time.calendar")}
              options={[
                {
                  value: USUAL,
                  label:
                    usualCalendar === undefined
                      ? t("rules.time.calendar.none")
                      : t("rules.time.calendar.usual", { name: usualCalendar.name }),
                },
                ...calendars.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={calendarId ?? USUAL}
              onChange={(id) => change({ calendarId: id === USUAL ? null : id })}
              error={errorOf("calendarId")}
            />
          )}
        </div>
      ) : null}
      {calendarId === null && usualCalendar === undefined && spansOf(time).some(isOfBusiness) ? (
        <Muted>{t("rules.time.noCalendar")}</Muted>
      ) : null}
    </Stack>
  );
}

/** The times of a stage that are given. */
const spansOf = ({ due, reminders, escalation, end }: StageTime): Span[] =>
  [due, ...reminders, ...(escalation ? [escalation.after] : []), end].filter(isGiven);

/** Whether a time is counted by a calendar. */
const isOfBusiness = ({ unit }: Span): boolean => unit !== "hours";
