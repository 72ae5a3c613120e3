import { Tag } from "../design/status.tsx";
import { formatDay } from "../design/values.tsx";
import { useFormats, useTranslate } from "../messages/i18n.ts";

/** A sign beside the name of somebody who is away; nothing beside the others. */
export function Away({ away }: { away?: { until: string } | null | undefined }) {
  const t = useTranslate();
  const locale = useFormats();
  if (away == null) return null;
  return <Tag tone="waiting">{t("people.away", { day: formatDay(locale, away.until) })}</Tag>;
}
