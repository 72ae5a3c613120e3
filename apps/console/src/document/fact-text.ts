import { formatDay, formatMoment, formatMoney } from "../design/values.tsx";
import type { FactType } from "../graphql/generated/documents.ts";
import type { Translate } from "../messages/i18n.ts";

/** A fact's value in a line of text; undefined for people and addresses, which are more than their text. */
export function factText(
  t: Translate,
  locale: string,
  { type, value }: { type: FactType; value: unknown },
): string | undefined {
  if (type === "PERSON" || type === "LINK") return undefined;
  if (type === "BOOLEAN") return t(value === true ? "value.yes" : "value.no");
  if (type === "MONEY") {
    const { amount, currency } = value as { amount: string; currency: string };
    return formatMoney(locale, amount, currency);
  }
  const text = String(value);
  if (type === "NUMBER") return formatMoney(locale, text);
  if (type === "DATE") return formatDay(locale, text);
  return type === "DATETIME" ? formatMoment(locale, new Date(text)) : text;
}
