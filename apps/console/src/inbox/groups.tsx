import type { ReactNode } from "react";

import { Icon } from "../design/icon.tsx";
import { Money, Written, formatMoney } from "../design/values.tsx";
import { kindText } from "../document/kind.ts";
import { type Translate, useFormats, useTranslate } from "../messages/i18n.ts";
import styles from "./groups.module.css";
import { useOpenInbox } from "./inbox-context.tsx";
import type { Group } from "./use-inbox.ts";

interface GroupsProps {
  groups: readonly Group[];
  /** The rows of the open one. */
  children: ReactNode;
}

/** The list by groups, each with its count and sums; one at a time is open. */
export function Groups({ groups, children }: GroupsProps) {
  const t = useTranslate();
  const locale = useFormats();
  const { filter, narrow } = useOpenInbox();
  return (
    <ul className={styles["groups"]}>
      {groups.map((group) => {
        const isOpen = group.key === filter.group;
        return (
          <li key={group.key}>
            <h2 className={styles["heading"]}>
              <button
                type="button"
                className={styles["button"]}
                aria-expanded={isOpen}
                onClick={() => narrow({ group: isOpen ? undefined : group.key })}
              >
                <Icon name={isOpen ? "up" : "down"} size={14} />
                <span className={styles["label"]}>
                  <Written>{labelOf(t, locale, group, filter.groupBy)}</Written>
                </span>
                <span>{group.count}</span>
                <span className={styles["sums"]}>
                  {group.sums.map(({ currency, amount }) => (
                    <Money key={currency} amount={amount} currency={currency} />
                  ))}
                </span>
              </button>
            </h2>
            {isOpen ? children : null}
          </li>
        );
      })}
    </ul>
  );
}

const DUE = {
  LATE: "inbox.due.LATE",
  THIS_WEEK: "inbox.due.THIS_WEEK",
  LATER: "inbox.due.LATER",
} as const;

/** The least amounts of the engine's groups of amounts. */
const BANDS = [0, 1_000, 10_000, 100_000, 1_000_000];

function labelOf(t: Translate, locale: string, { key, label }: Group, by: string | undefined): string {
  if (by === "DUE") return t(DUE[key as keyof typeof DUE] ?? "inbox.due.LATER");
  if (by === "KIND") return kindText(t, key);
  if (by !== "AMOUNT") return label;
  const [currency = "", least] = key.split(":");
  if (least === undefined) return t("inbox.noAmount");
  const next = BANDS.find((band) => band > Number(least));
  const [from, to] = [least, next].map((amount) => formatMoney(locale, String(amount), currency));
  return next === undefined ? t("inbox.bandFrom", { from }) : t("inbox.band", { from, to });
}
