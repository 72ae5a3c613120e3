import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, memo } from "react";

import { Checkbox } from "../design/checkbox.tsx";
import { Empty } from "../design/notice.tsx";
import { Money, Written } from "../design/values.tsx";
import { TellingTime } from "../document/due.tsx";
import { factText } from "../document/fact-text.ts";
import type { Gone } from "../document/gone.ts";
import { documentName, kindText, stageText } from "../document/kind.ts";
import { submitterName } from "../document/submitter-name.ts";
import { PagedList } from "../frame/paged-list.tsx";
import { type Translate, useFormats, useTranslate } from "../messages/i18n.ts";
import { useConsole } from "../shell/console-context.ts";
import { useOpenInbox } from "./inbox-context.tsx";
import styles from "./inbox-list.module.css";
import { countOf } from "./use-filter.ts";
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
  const isNarrowed = filter.keyword !== "" || filter.kind !== undefined || countOf(filter) > 0;
  const nothing = isNarrowed ? (
    <Empty icon="inbox" title={t("inbox.nothingFound")} />
  ) : filter.snoozed ? (
    <Empty icon="clock" title={t("inbox.emptySnoozed")}>
      {t("inbox.emptySnoozedLead")}
    </Empty>
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
  const { task, gone } = row;
  const { _id, refId, document } = task;
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
        search={(search) => search}
        data-row={_id}
        className={styles["link"]}
        onKeyDown={isChosen ? enterDocument : undefined}
        {...(isChosen && { "aria-current": "true" as const })}
      >
        <span className={styles["title"]}>
          <Written>{name}</Written>
        </span>
        <span className={styles["amount"]}>
          {document?.amount ? <Money amount={document.amount} currency={document.currency} /> : null}
        </span>
        <span className={styles["about"]}>
          <About row={row} />
        </span>
        <span className={styles["when"]}>
          <TellingTime task={task} />
        </span>
      </Link>
    </li>
  );
});

/** The facts of a row in one line, the most telling first; a line that is too long is cut at its end. */
function About({ row: { task, gone, changed } }: { row: InboxRow }) {
  const t = useTranslate();
  const locale = useFormats();
  const { ref, kind, statedBy, decidesFor, document, tally, stageName } = task;
  const [fact] = document?.facts ?? [];
  const files = document?.attachments.length ?? 0;
  const notes = [
    gone ? goneText(t, gone) : undefined,
    changed && !gone ? t("inbox.changed") : undefined,
    !changed && !gone && task.changedSinceSeen ? t("inbox.changedSinceSeen") : undefined,
    decidesFor ? t("inbox.standsIn", { name: decidesFor.name ?? "–" }) : undefined,
    statedBy === "PERSON" ? t("document.statedByPerson") : undefined,
  ].filter((note) => note !== undefined);
  const parts = [
    submitterName(t, task),
    [kindText(t, kind), document?.title ? ref : undefined].filter(Boolean).join(" "),
    fact && factText(t, locale, fact),
    stageText(t, stageName),
    files === 0 ? undefined : t("inbox.files", { count: files }),
    tally.needed > 1 ? t("needed.ofGroup", tally) : undefined,
  ].filter(Boolean);
  return (
    <>
      {notes.map((note) => (
        <span key={note} className={`${styles["part"]} ${styles["note"]}`}>
          <Written>{note}</Written>
        </span>
      ))}
      {parts.map((part, index) => (
        <span key={index} className={styles["part"]}>
          <Written>{part}</Written>
        </span>
      ))}
    </>
  );
}

function goneText(t: Translate, gone: Gone): string {
  if (gone.how === "decided") return t("inbox.decidedBy", { name: gone.by });
  if (gone.how === "byReader") return t("inbox.decidedByYou");
  if (gone.how === "snoozed") return t("inbox.gone.snoozed");
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
