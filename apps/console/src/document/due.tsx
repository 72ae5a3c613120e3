import { Moment, formatMoment, occasionOf } from "../design/values.tsx";
import { type Translate, useFormats, useTranslate } from "../messages/i18n.ts";
import { onDueDay } from "./due-day.ts";
import styles from "./due.module.css";

const DAY_MS = 24 * 3_600_000;
/** Due times that are nearer than this are more telling than how long a task has waited. */
const NEAR_MS = 7 * DAY_MS;

/** The times of a task. */
export interface Timed {
  askedAt?: string | null | undefined;
  dueAt?: string | null | undefined;
  overdue: boolean;
  snoozedUntil?: string | null | undefined;
}

const isSameDay = (date: Date, otherDate: Date): boolean => date.toDateString() === otherDate.toDateString();
const daysSince = (at: Date, now: Date): number => Math.floor((now.getTime() - at.getTime()) / DAY_MS);

interface Shown {
  at: string;
  text: string;
  look: "late" | "soon" | "plain";
}

/** The time of a task that tells most: until when it is snoozed, that it is late, when it is due, how long it has waited. */
function tellingTime(t: Translate, locale: string, task: Timed, now: Date): Shown | undefined {
  const { askedAt, dueAt, overdue, snoozedUntil } = task;
  if (snoozedUntil != null) {
    const { day } = occasionOf(locale, new Date(snoozedUntil), now);
    return { at: snoozedUntil, text: t("time.until", { day }), look: "plain" };
  }
  const due = dueAt == null ? undefined : new Date(dueAt);
  if (due && dueAt != null && (overdue || due.getTime() - now.getTime() < NEAR_MS)) {
    const days = daysSince(due, now);
    if (overdue) {
      return { at: dueAt, text: days < 1 ? t("time.lateToday") : t("time.late", { days }), look: "late" };
    }
    const { day, time } = occasionOf(locale, onDueDay(due), now);
    const isToday = isSameDay(onDueDay(due), now);
    return { at: dueAt, text: isToday ? t("time.dueToday", { time }) : t("time.due", { day }), look: "soon" };
  }
  if (askedAt == null) return undefined;
  const days = daysSince(new Date(askedAt), now);
  return { at: askedAt, text: t("inbox.waits", { days }), look: "plain" };
}

/** The most telling time of a task, in a few characters; day and time in the title. */
export function TellingTime({ task }: { task: Timed }) {
  const t = useTranslate();
  const locale = useFormats();
  const shownTime = tellingTime(t, locale, task, new Date());
  if (shownTime === undefined) return null;
  const at = new Date(shownTime.at);
  const full = formatMoment(locale, shownTime.at === task.dueAt ? onDueDay(at) : at);
  return (
    <time dateTime={shownTime.at} title={full} data-full={full} className={styles[shownTime.look]}>
      {shownTime.text}
    </time>
  );
}

/** A due time, day and time. */
export const DueMoment = ({ at }: { at: string }) => <Moment at={onDueDay(new Date(at)).toISOString()} />;

/** The due time of a task, or how late it is, in words for a sign of its own. */
export function dueText(t: Translate, locale: string, task: Timed): string | undefined {
  if (task.dueAt == null) return undefined;
  const [due, now] = [new Date(task.dueAt), new Date()];
  const { day, time } = occasionOf(locale, onDueDay(due), now);
  if (task.overdue) return t("time.isLate", { days: daysSince(due, now), time });
  return isSameDay(onDueDay(due), now) ? t("time.isDueToday", { time }) : t("time.isDue", { day, time });
}

/** Until when a task is snoozed. */
export function snoozedText(t: Translate, locale: string, { snoozedUntil }: Timed): string | undefined {
  return snoozedUntil == null
    ? undefined
    : t("time.isSnoozed", { ...occasionOf(locale, new Date(snoozedUntil)) });
}
