import { memo } from "react";

import { Select, TextField } from "../design/field.tsx";
import { kindText } from "../document/kind.ts";
import { useTranslate } from "../messages/i18n.ts";
import styles from "./filters.module.css";
import { useOpenInbox, useWaiting } from "./inbox-context.tsx";
import { ORDERS } from "./order.ts";
import { useTyped } from "./use-typed.ts";

/** Stands for every kind; a kind has a name. */
const EVERY = "";

/** Narrows the list by words and by kind; the engine searches, in all that waits. */
export const Filters = memo(function Filters() {
  const t = useTranslate();
  const { inbox, filter, narrow } = useOpenInbox();
  const total = useWaiting();
  const [text, type] = useTyped(filter.keyword, (keyword) => narrow({ keyword }));
  const kinds = new Map(inbox.counts.map(({ kind, count }) => [kind, count]));
  if (filter.kind !== undefined && !kinds.has(filter.kind)) kinds.set(filter.kind, 0);
  return (
    <div className={styles["filters"]} role="search">
      <TextField
        label={t("inbox.search")}
        labelHidden
        type="search"
        placeholder={t("inbox.search")}
        value={text}
        onChange={type}
        maxLength={200}
      />
      <Select
        label={t("inbox.kind")}
        labelHidden
        options={[
          { value: EVERY, label: t("inbox.everyKind", { count: total }) },
          ...[...kinds].map(([kind, count]) => ({
            value: kind,
            label: t("inbox.ofKind", { kind: kindText(t, kind), count }),
          })),
        ]}
        value={filter.kind ?? EVERY}
        onChange={(kind) => narrow({ kind: kind === EVERY ? undefined : kind })}
      />
      <Select
        label={t("inbox.order")}
        labelHidden
        options={ORDERS.map((order) => ({ value: order, label: t(`inbox.order.${order}`) }))}
        value={filter.order}
        onChange={(order) => narrow({ order })}
      />
    </div>
  );
});
