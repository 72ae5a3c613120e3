import { type ReactNode, useEffect, useRef } from "react";

import { isNarrow, usePrintedAt } from "../design/break-points.ts";
import { useTitle } from "../design/page.tsx";
import { Status, Tag } from "../design/status.tsx";
import { Money, ShortDay, Written } from "../design/values.tsx";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { dueText, snoozedText } from "./due.tsx";
import styles from "./heading.module.css";
import { documentName, kindText } from "./kind.ts";
import { neededText } from "./needed.ts";
import { statusOf } from "./status-of.ts";
import { submitterName } from "./submitter-name.ts";
import type { Task } from "./task.ts";

const DAY_MS = 24 * 3_600_000;

interface HeadingProps {
  tasks: readonly Task[];
  /** The stage that waits for the reader. */
  decidable: Task | undefined;
}

/** The document's name, amount and state. */
export function Heading({ tasks, decidable }: HeadingProps) {
  const t = useTranslate();
  const locale = useFormats();
  const heading = useRef<HTMLHeadingElement>(null);
  const [task] = tasks as [Task];
  const { ref, kind, document, statedBy, createdAt } = task;
  const name = documentName(t, task);
  useTitle(ref && document?.title ? `${name} · ${ref}` : name);
  useEffect(() => {
    // On a phone the document takes the place of the list, and the reader begins at its heading.
    if (isNarrow()) heading.current?.focus();
  }, []);
  const waitingTask = tasks.find(({ status }) => status === "AWAITING_APPROVAL");
  const days =
    waitingTask?.askedAt == null ? 0 : Math.floor((Date.now() - Date.parse(waitingTask.askedAt)) / DAY_MS);
  // A paper is read on other days.
  const isPrinted = usePrintedAt() !== undefined;
  const due = waitingTask && !isPrinted ? dueText(t, locale, waitingTask) : undefined;
  const snoozeLine = waitingTask && snoozedText(t, locale, waitingTask);
  const line: readonly ReactNode[] = [
    kindText(t, kind),
    ref && document?.title ? <Written>{ref}</Written> : undefined,
    <Written>{submitterName(t, task)}</Written>,
    <>
      {t("document.submitted")} <ShortDay at={createdAt} />
      {days === 0 || isPrinted ? null : t("document.waits", { days })}
    </>,
  ];
  return (
    <header className={styles["heading"]}>
      <div className={styles["names"]}>
        <p className={styles["line"]}>
          {line
            .filter((part) => part !== undefined)
            .map((part, index) => (
              <span key={index} className={styles["part"]}>
                {part}
              </span>
            ))}
        </p>
        <h1 ref={heading} tabIndex={-1} id="document-title">
          <Written>{name}</Written>
        </h1>
        <p className={styles["tags"]}>
          <Status of={statusOf(tasks)} />
          {due === undefined ? null : <Tag tone={waitingTask?.overdue ? "bad" : "waiting"}>{due}</Tag>}
          {waitingTask?.waitingOnAnswer ? (
            <Tag tone="waiting">{t("talk.waits", { name: submitterName(t, task) })}</Tag>
          ) : null}
          {snoozeLine === undefined ? null : <Tag>{snoozeLine}</Tag>}
          {decidable ? <Tag tone="accent">{neededText(t, decidable)}</Tag> : null}
          {document && document.revision > 1 ? (
            <Tag>{t("document.revision", { number: document.revision })}</Tag>
          ) : null}
          {statedBy === "PERSON" ? <Tag tone="waiting">{t("document.statedByPerson")}</Tag> : null}
        </p>
      </div>
      {document?.amount ? (
        <p className={styles["amount"]}>
          <Money amount={document.amount} currency={document.currency} />
        </p>
      ) : null}
    </header>
  );
}
