import type { Translate } from "../messages/i18n.ts";
import { type EscalatedTo, type Span, type StageTime, isGiven } from "./stage-time.ts";

/** A time span in the middle of a sentence, such as "2 business days". */
function spanText(t: Translate, { amount, unit }: Span): string {
  if (typeof amount !== "number") return "…";
  return t(`rules.span.${unit}`, { amount });
}

/** When a stage is due, such as "due in 2 business days"; nothing where it never is. */
export function dueText(t: Translate, { due }: Pick<StageTime, "due">): string | undefined {
  return isGiven(due) ? t("rules.time.dueIn", { span: spanText(t, due) }) : undefined;
}

/** Everything that time does to a stage, each in a few words and in the order in which it happens. */
export function timeTexts(t: Translate, locale: string, time: StageTime): string[] {
  const { reminders, escalation, atEnd, end, due } = time;
  const spans = reminders.map((reminder) => spanText(t, reminder));
  const spanList = new Intl.ListFormat(locale, { type: "conjunction" }).format(spans);
  return [
    dueText(t, time),
    spans.length === 0 ? undefined : t("rules.time.remindedAfter", { spans: spanList }),
    escalation &&
      t(`rules.time.escalates.${escalation.mode}`, {
        span: spanText(t, escalation.after),
        who: targetText(t, locale, escalation.to),
      }),
    atEnd === "NOTHING"
      ? undefined
      : t(`rules.time.ends.${atEnd}`, { span: spanText(t, isGiven(end) ? end : due) }),
  ].filter((text) => text !== undefined);
}

function targetText(t: Translate, locale: string, to: EscalatedTo): string {
  switch (to.by) {
    case "manager":
      return t("rules.time.theirManager");
    case "group":
      return t("rules.asked.group", { name: to.name || "…" });
    default: {
      const names = to.people.map(({ name }) => name || "…");
      return new Intl.ListFormat(locale, { type: "conjunction" }).format(names);
    }
  }
}
