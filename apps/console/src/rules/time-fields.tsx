import { useState } from "react";

import { Button } from "../design/button.tsx";
import { Select } from "../design/field.tsx";
import { Icon } from "../design/icon.tsx";
import { Muted, Stack } from "../design/layout.tsx";
import { RemoveButton } from "../frame/remove-button.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { useDirectory } from "./directory.ts";
import { EscalationFields } from "./escalation-fields.tsx";
import styles from "./rules.module.css";
import { SpanField } from "./span-field.tsx";
import { AT_ENDS, NO_TIME, type StageTime, emptySpan, newEscalation } from "./stage-time.ts";

interface TimeFieldsProps {
  time: StageTime;
  onChange: (time: StageTime) => void;
  /** The fault or refusal of a field of the stage. */
  errorOf: (field: string) => string | undefined;
}

/** Most reminders of a stage. */
const REMINDERS_MAX = 10;
/** Stands for the calendar of the kind or the company. */
const USUAL = "usual";

/** The fields of a stage's time, as refusals name them. */
const TIME = [
  "calendarId",
  "dueIn",
  ...Array.from({ length: REMINDERS_MAX }, (_, place) => `remind.${place}`),
  "escalate.after",
  "escalate.to",
  "escalate.levels",
  "atEnd",
  "endAfter",
];

interface TimeSectionProps extends Omit<TimeFieldsProps, "time"> {
  /** Absent: time has no effect on the stage. */
  time: StageTime | undefined;
}

/** The times of a stage behind a summary, which is open where something about them is wrong. */
export function TimeSection({ time = NO_TIME, onChange, errorOf }: TimeSectionProps) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const hasError = TIME.some((field) => errorOf(field) !== undefined);
  return (
    <details
      className={styles["more"]}
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t("rules.time")}</summary>
      <TimeFields time={time} onChange={onChange} errorOf={errorOf} />
    </details>
  );
}

/** The fields of a stage on which time acts: when it is due, reminders, escalation and end. */
function TimeFields({ time, onChange, errorOf }: TimeFieldsProps) {
  const t = useTranslate();
  const { calendars } = useDirectory();
  const { calendarId, due, reminders, escalation, atEnd, end } = time;
  const [addedIndex, setAddedIndex] = useState<number>();
  const change = (fields: Partial<StageTime>) => onChange({ ...time, ...fields });
  return (
    <Stack>
      <Muted as="p">{t("rules.time.about")}</Muted>
      <SpanField
        label={t("rules.time.due")}
        span={due}
        onChange={(next) => change({ due: next })}
        error={errorOf("dueIn")}
        description={t("rules.time.due.about")}
      />
      {reminders.map((reminder, place) => (
        // Their places are all that tells them apart.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={place} className={styles["asked"]}>
          <SpanField
            label={t("rules.time.reminder", { number: place + 1 })}
            span={reminder}
            onChange={(next) => change({ reminders: reminders.with(place, next) })}
            error={errorOf(`remind.${place}`)}
            autoFocus={place === addedIndex}
          />
          <RemoveButton
            label={t("company.remove", { name: t("rules.time.reminder", { number: place + 1 }) })}
            onPress={() => change({ reminders: reminders.toSpliced(place, 1) })}
            icon="cross"
          />
        </div>
      ))}
      {reminders.length >= REMINDERS_MAX ? null : (
        <div>
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
        </div>
      )}
      {escalation === undefined ? (
        <div>
          <Button size="small" onPress={() => change({ escalation: newEscalation() })}>
            <Icon name="plus" size={14} />
            {t("rules.time.addEscalation")}
          </Button>
        </div>
      ) : (
        <EscalationFields
          escalation={escalation}
          onChange={(next) => change({ escalation: next })}
          onRemove={() => change({ escalation: undefined })}
          errorOf={errorOf}
        />
      )}
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
      {calendars.length === 0 && calendarId === null ? (
        <Muted>{t("rules.time.noCalendar")}</Muted>
      ) : (
        <Select
          label={t("rules.time.calendar")}
          options={[
            { value: USUAL, label: t("rules.time.calendar.usual") },
            ...calendars.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={calendarId ?? USUAL}
          onChange={(id) => change({ calendarId: id === USUAL ? null : id })}
          error={errorOf("calendarId")}
        />
      )}
    </Stack>
  );
}
