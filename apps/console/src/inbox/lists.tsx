import { useTranslate } from "../messages/i18n.ts";
import { useOpenInbox, useWaiting } from "./inbox-context.tsx";
import styles from "./lists.module.css";

/** The lists of the inbox: what is to be decided, and what the reader snoozes, each with its count. */
export function Lists() {
  const t = useTranslate();
  const { inbox, filter, narrow } = useOpenInbox();
  const waitingCounts = useWaiting();
  const { snoozed } = inbox;
  const isSnoozed = filter.snoozed === true;
  if (snoozed === 0 && !isSnoozed) return null;
  const choose = (next: boolean) => narrow({ snoozed: next ? true : undefined });
  return (
    <div className={styles["lists"]} role="group" aria-label={t("inbox.lists")}>
      <button type="button" aria-pressed={!isSnoozed} onClick={() => choose(false)}>
        {t("inbox.toDecide", { count: waitingCounts })}
      </button>
      <button type="button" aria-pressed={isSnoozed} onClick={() => choose(true)}>
        {t("inbox.snoozed", { count: snoozed })}
      </button>
    </div>
  );
}
