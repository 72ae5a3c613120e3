import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, memo } from "react";

import { Checkbox } from "../design/checkbox.tsx";
import { Empty } from "../design/notice.tsx";
import { Money, Moment, Written } from "../design/values.tsx";
import { documentName, kindText, stageText } from "../document/kind.ts";
import { submitterName } from "../document/submitter-name.ts";
import { PagedList } from "../frame/paged-list.tsx";
import { type Translate, useTranslate } from "../messages/i18n.ts";
import type { Gone } from "./gone.ts";
import { useConsole } from "../shell/console-context.ts";
import { useOpenInbox } from "./inbox-context.tsx";
import styles from "./inbox-list.module.css";
import type { InboxRow } from "./use-inbox.ts";
import { type Selection, isSelectable } from "./use-selection.ts";

interface InboxListProps {
  selection: Selection;
  /** The document that is shown beside the list. */
  chosen: string | undefined;
}

/** The waiting tasks, to move through with the arrow keys. */
export function InboxList({ selection, chosen }: InboxListProps) {
  const t = useTranslate();
  const isDevelopment = useConsole().session.auth.kind === "development";
  const { inbox, filter } = useOpenInbox();
  const { rows, refusal, fresh, hasMore } = inbox;
  const isNarrowed = filter.keyword.trim() !== "" || filter.kind !== undefined;
  const nothing = isNarrowed ? (
    <Empty icon="inbox" title={t("inbox.nothingFound")} />
  ) : (
    <Empty icon="check" title={t("inbox.empty")}>
      {t("inbox.emptyLead")} {isDevelopment && t("inbox.emptyDemo")}
    </Empty>
  );
  return (
    <PagedList
      of={{
        rows,
        refusal: rows === undefined ? refusal : undefined,
        refresh: () => void inbox.reveal(),
        ...(hasMore && { more: () => void inbox.more() }),
      }}
      lines={8}
      look="bare"
      aria-label={t("inbox.list")}
      onKeyDown={moveByArrows}
      empty={fresh > 0 ? null : nothing}
    >
      {(row) => (
        <Row
          key={row.task._id}
          row={row}
          isSelected={selection.has(row.task._id)}
          isChosen={row.task.refId === chosen}
          onToggle={selection.toggle}
        />
      )}
    </PagedList>
  );
}

interface RowProps {
  row: InboxRow;
  isSelected: boolean;
  isChosen: boolean;
  onToggle: (taskId: string) => void;
}

/** Most rows stay as they are when the reader moves through the list: they are not drawn anew. */
const Row = memo(function Row({ row, isSelected, isChosen, onToggle }: RowProps) {
  const t = useTranslate();
  const { task, gone, changed } = row;
  const { _id, refId, ref, kind, stageName, document, decidesFor, askedAt } = task;
  const name = documentName(t, task);
  return (
    <li className={`${styles["row"]} ${gone ? styles["gone"] : ""}`} data-selected={isSelected || undefined}>
      <Checkbox
        label={t(task.bulk ? "bulk.select" : "bulk.notWithOthers", { name })}
        labelHidden
        isSelected={isSelected}
        isDisabled={!isSelectable(row)}
        onChange={() => onToggle(_id)}
      />
      <Link
        to="/inbox/$refId"
        params={{ refId }}
        data-row={_id}
        className={styles["link"]}
        onKeyDown={isChosen ? enterDocument : undefined}
        {...(isChosen && { "aria-current": "true" as const })}
      >
        <span className={styles["first"]}>
          <span className={styles["title"]}>
            <Written>{name}</Written>
          </span>
          {document?.amount ? (
            <span className={styles["amount"]}>
              <Money amount={document.amount} currency={document.currency} />
            </span>
          ) : null}
        </span>
        <span className={styles["second"]}>
          <span className={styles["person"]}>
            <Written>{submitterName(t, task)}</Written>
          </span>
          <span className={styles["when"]}>{askedAt == null ? null : <Moment at={askedAt} />}</span>
        </span>
        <span className={styles["third"]}>
          {[kindText(t, kind), document?.title ? ref : undefined, stageText(t, stageName)]
            .filter(Boolean)
            .map((part, index) => (
              <span key={index} className={styles["part"]}>
                <Written>{part}</Written>
              </span>
            ))}
        </span>
        {task.statedBy === "PERSON" ? (
          <span className={styles["note"]}>{t("document.statedByPerson")}</span>
        ) : null}
        {decidesFor ? (
          <span className={styles["note"]}>
            <Written>{t("inbox.standsIn", { name: decidesFor.name ?? "–" })}</Written>
          </span>
        ) : null}
        {changed && !gone ? <span className={styles["note"]}>{t("inbox.changed")}</span> : null}
        {gone ? (
          <span className={styles["note"]}>
            <Written>{goneText(t, gone)}</Written>
          </span>
        ) : null}
      </Link>
    </li>
  );
});

function goneText(t: Translate, gone: Gone): string {
  if (gone.how === "decided") return t("inbox.decidedBy", { name: gone.by });
  if (gone.how === "byReader") return t("inbox.decidedByYou");
  return t(gone.how === "takenBack" ? "inbox.takenBack" : "inbox.gone");
}

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement)) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
  const next = rows[rows.indexOf(event.target) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** On the row of the document that is shown already, Enter goes into it. */
function enterDocument(event: KeyboardEvent): void {
  if (event.key !== "Enter") return;
  event.preventDefault();
  document.querySelector<HTMLElement>("#document-title")?.focus();
}
