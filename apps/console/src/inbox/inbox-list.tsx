import { Link } from "@tanstack/react-router";
import type { KeyboardEvent } from "react";

import { Button } from "../design/button.tsx";
import { Money, Moment, Written } from "../design/values.tsx";
import { kindText, stageText } from "../document/kind.ts";
import { useTranslate } from "../messages/i18n.ts";
import styles from "./inbox-list.module.css";
import type { Inbox, InboxRow } from "./use-inbox.ts";

/** The waiting tasks, to move through with the arrow keys. */
export function InboxList({ inbox, selected }: { inbox: Inbox; selected: string | undefined }) {
  const t = useTranslate();
  const { rows = [], fresh, hasMore } = inbox;
  return (
    <div className={styles["list"]}>
      {fresh === 0 ? null : (
        <div className={styles["fresh"]}>
          <Button look="primary" onPress={() => void inbox.reveal()}>
            {t("inbox.fresh", { count: fresh })}
          </Button>
        </div>
      )}
      <ul aria-label={t("inbox.list")} onKeyDown={moveByArrows}>
        {rows.map((row) => (
          <Row key={row.task._id} row={row} isSelected={row.task.refId === selected} />
        ))}
      </ul>
      {hasMore ? (
        <div className={styles["more"]}>
          <Button onPress={() => void inbox.more()}>{t("action.more")}</Button>
        </div>
      ) : null}
    </div>
  );
}

function Row({ row: { task, gone }, isSelected }: { row: InboxRow; isSelected: boolean }) {
  const t = useTranslate();
  const { refId, ref, kind, stageName, submitter, document, updatedAt } = task;
  const kindName = kindText(t, kind);
  return (
    <li>
      <Link
        to="/inbox/$refId"
        params={{ refId }}
        data-row
        className={`${styles["row"]} ${gone ? styles["gone"] : ""}`}
        {...(isSelected && { "aria-current": "true" as const })}
      >
        <span className={styles["first"]}>
          <span className={styles["title"]}>
            <Written>{document?.title ?? ref ?? kindName}</Written>
          </span>
          {document?.amount ? (
            <span className={styles["amount"]}>
              <Money amount={document.amount} currency={document.currency} />
            </span>
          ) : null}
        </span>
        <span className={styles["second"]}>
          <Written>{submitter?.name}</Written>
          <span className={styles["when"]}>
            <Moment at={updatedAt} />
          </span>
        </span>
        <span className={styles["third"]}>
          {[kindName, document?.title ? ref : undefined, stageText(t, stageName)]
            .filter(Boolean)
            .map((part, index) => (
              <span key={index} className={styles["part"]}>
                <Written>{part}</Written>
              </span>
            ))}
        </span>
        {gone ? <span className={styles["goneText"]}>{t("inbox.gone")}</span> : null}
      </Link>
    </li>
  );
}

function moveByArrows(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement)) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
  const next = rows[rows.indexOf(event.target) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
