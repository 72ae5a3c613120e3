import { occasionOf } from "../design/values.tsx";
import type { Translate } from "./i18n.ts";

/** Another person's decision. */
export interface DecidedElsewhere {
  by: string;
  verdict: "APPROVED" | "REJECTED";
  /** Undefined where it is not known. */
  at: Date | undefined;
}

/** Another person's decision in a sentence, with its day and time (contract-3, CON-12). */
export function elsewhereText(t: Translate, locale: string, { by, verdict, at }: DecidedElsewhere): string {
  if (at === undefined) return t("inbox.decidedBy", { name: by });
  const { isWeekday, day, time } = occasionOf(locale, at);
  return t(`elsewhere.${verdict}`, {
    name: by,
    day: isWeekday ? t("elsewhere.weekday", { day }) : day,
    time,
  });
}
