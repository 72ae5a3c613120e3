import { Checkbox } from "../design/checkbox.tsx";
import { Money, Written, formatMoney } from "../design/values.tsx";
import { kindText } from "../document/kind.ts";
import type { InboxGrouping } from "../graphql/generated/documents.ts";
import { type Translate, useFormats, useTranslate } from "../messages/i18n.ts";
import styles from "./group-head.module.css";
import { BANDS, type DueGroup, type Head } from "./groups.ts";
import { type Selection, isSelectable } from "./use-selection.ts";

interface GroupHeadProps {
  head: Head;
  by: InboxGrouping;
  selection: Selection;
}

/** The head of a group, which stays in sight above its rows: its name, count and sums, and a tick for all of its rows. */
export function GroupHead({ head, by, selection }: GroupHeadProps) {
  const t = useTranslate();
  const locale = useFormats();
  const name = groupName(t, locale, by, head);
  const { counted, rows } = head;
  const selectableIds = rows.filter(isSelectable).map(({ task }) => task._id);
  const selectedCount = selectableIds.filter(selection.has).length;
  const isAll = selectableIds.length > 0 && selectedCount === selectableIds.length;
  return (
    <li className={styles["head"]}>
      <Checkbox
        label={t("bulk.selectIn", { name })}
        labelHidden
        isSelected={isAll}
        isIndeterminate={selectedCount > 0 && !isAll}
        isDisabled={selectableIds.length === 0}
        onChange={() => selection.setAll(selectableIds, !isAll)}
      />
      <h2 className={styles["heading"]}>
        <Written>{name}</Written>
        {counted === undefined ? null : ` · ${counted.count}`}
      </h2>
      <span className={styles["sums"]}>
        {counted?.sums.map(({ currency, amount }) => (
          <Money key={currency} amount={amount} currency={currency} />
        ))}
      </span>
    </li>
  );
}

const DUE = {
  LATE: "inbox.due.LATE",
  THIS_WEEK: "inbox.due.THIS_WEEK",
  LATER: "inbox.due.LATER",
} as const satisfies Record<DueGroup, string>;

/** The name of a group. */
function groupName(t: Translate, locale: string, by: InboxGrouping, { key, task, counted }: Head): string {
  if (by === "DUE") return t(DUE[key as DueGroup]);
  if (by === "KIND") return kindText(t, key);
  if (by === "SUBMITTER") return counted?.label ?? task.submitter?.name ?? "–";
  const [currency = "", least] = key.split(":");
  if (least === undefined) return t("inbox.noAmount");
  const next = BANDS.find((band) => band > Number(least));
  const [from, to] = [least, next].map((amount) => formatMoney(locale, String(amount), currency));
  return next === undefined ? t("inbox.bandFrom", { from }) : t("inbox.band", { from, to });
}
