import { HOLIDAY_PLACES, nationalHolidays } from "@countersign/domain/national-holidays";
import { useState } from "react";

import { Button } from "../design/button.tsx";
import { Combobox } from "../design/combobox.tsx";
import { FileButton } from "../design/file-button.tsx";
import { Icon } from "../design/icon.tsx";
import { Muted } from "../design/layout.tsx";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { type ImportedDay, readIcs } from "./read-ics.ts";

interface DaySourcesProps {
  /** They stay as they are. */
  knownDates: readonly string[];
  onAdd: (days: readonly ImportedDay[]) => void;
}

/** Adds the holidays of a country, or those of an iCalendar file, for this year and the next. */
export function DaySources({ knownDates, onAdd }: DaySourcesProps) {
  const t = useTranslate();
  const [isChoosing, setIsChoosing] = useState(false);
  const [outcome, setOutcome] = useState<{ text: string; isBad?: boolean }>();
  const from = new Date().getFullYear();
  const years = [from, from + 1] as const;
  const add = (days: readonly ImportedDay[], passedCount: number) => {
    const dates = new Set(knownDates);
    const addedDays = days.filter(({ date }) => !dates.has(date));
    const [first, last] = years.map(String);
    setOutcome({
      text: t("calendars.import.done", {
        count: addedDays.length,
        from: first,
        to: last,
        passed: passedCount,
      }),
    });
    onAdd(addedDays);
  };
  const take = async (file: File) => {
    const read = readIcs(await file.text(), years);
    if (read) add(read.days, read.passedOverCount);
    else setOutcome({ text: t("calendars.import.none", { file: file.name }), isBad: true });
  };
  const choose = (code: string) => {
    const place = HOLIDAY_PLACES.find((candidate) => candidate.code === code);
    if (place === undefined) return;
    setIsChoosing(false);
    add(nationalHolidays(place.code, years), 0);
  };
  return (
    <>
      <Button aria-expanded={isChoosing} onPress={() => setIsChoosing(!isChoosing)}>
        <Icon name="calendar" size={16} />
        {t("calendars.holidays")}
      </Button>
      <FileButton accept={[".ics", "text/calendar"]} onChoose={(file) => void take(file)}>
        {t("calendars.import")}
      </FileButton>
      {isChoosing ? <PlaceField onChoose={choose} /> : null}
      <Muted as="span" role="status" tone={outcome?.isBad ? "bad" : "muted"}>
        {outcome?.text}
      </Muted>
    </>
  );
}

function PlaceField({ onChoose }: { onChoose: (code: string) => void }) {
  const t = useTranslate();
  const locale = useFormats();
  const names = new Intl.DisplayNames(locale, { type: "region" });
  const options = HOLIDAY_PLACES.map(({ code, country, part }) => ({
    value: code,
    label: [names.of(country), part].filter(Boolean).join(": "),
  }));
  return (
    <Combobox
      label={t("calendars.country")}
      description={t("calendars.country.about")}
      options={options.toSorted((left, right) => left.label.localeCompare(right.label, locale))}
      value={null}
      onChange={onChoose}
    />
  );
}
