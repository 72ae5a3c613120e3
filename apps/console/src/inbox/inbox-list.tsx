import { Link } from "@tanstack/react-router";
import { Fragment, type KeyboardEvent, Suspense, lazy, memo, useMemo } from "react";

import { Button } from "../design/button.tsx";
import { Checkbox } from "../design/checkbox.tsx";
import { Empty } from "../design/notice.tsx";
import { Parts } from "../design/parts.tsx";
import { Money, Written } from "../design/values.tsx";
import { TellingTime } from "../document/due.tsx";
import { factText } from "../document/fact-text.ts";
import type { Gone } from "../document/gone.ts";
import { documentName, kindText, stageText } from "../document/kind.ts";
import { submitterName } from "../document/submitter-name.ts";
import { PagedList } from "../frame/paged-list.tsx";
import { useHeld } from "../held/held-context.tsx";
import { rowsOf } from "../held/ledger.ts";
import { type Translate, useFormats, useTranslate } from "../messages/i18n.ts";
import { useConsole } from "../shell/console-context.ts";
import { part } from "../shell/part.ts";
import { emptyListOf } from "./empty-list.ts";
import { groupedRows } from "./groups.ts";
import { useOpenInbox, useWaiting } from "./inbox-context.tsx";
import styles from "./inbox-list.module.css";
import { countOf } from "./use-filter.ts";
import type { InboxRow } from "./use-inbox.ts";
import { type Selection, isSelectable } from "./use-selection.ts";
import { FOCUS_PLACES, returnFocus } from "../frame/use-focus-return.ts";

const EMPTY_ICONS = {
  nothingFound: "inbox",
  noneSnoozed: "clock",
  othersWait: "inbox",
  held: "clock",
  nothingWaits: "check",
} as const;

const loadGroupHead = part(() => import("./group-head.tsx"));
/** Most lists have no groups. */
const GroupHead = lazy(async () => ({ default: (await loadGroupHead()).GroupHead }));

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
  const { rows, refusal, fresh, hasMore, groups } = inbox;
  const { groupBy } = filter;
  const heads = useMemo(() => {
    const groupHeads = groupBy === undefined ? [] : groupedRows(rows ?? [], groupBy, groups);
    return new Map(groupHeads.map((head) => [head.task._id, head]));
  }, [rows, groupBy, groups]);
  const { entries } = useHeld();
  const heldCount = rowsOf(entries).filter(({ state }) => state === "held" || state === "sending").length;
  const waitingCount = useWaiting();
  const emptyList = emptyListOf({
    isNarrowed: filter.keyword !== "" || filter.kind !== undefined || countOf(filter) > 0,
    isSnoozed: filter.snoozed === true,
    waitingCount,
    heldCount,
  });
  const nothing = (
    <Empty
      icon={EMPTY_ICONS[emptyList]}
      title={t(`inbox.empty.${emptyList}`, { count: waitingCount - heldCount })}
    >
      {emptyList === "noneSnoozed" ? t("inbox.emptySnoozedLead") : null}
      {emptyList === "nothingWaits" ? t("inbox.emptyLead") : null}{" "}
      {emptyList === "nothingWaits" && isDevelopment && t("inbox.emptyDemo")}
      {emptyList === "othersWait" ? (
        <Button onPress={() => void inbox.reveal()}>{t("inbox.showThem")}</Button>
      ) : null}
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
      {(row) => {
        const head = heads.get(row.task._id);
        return (
          <Fragment key={row.task._id}>
            {head === undefined || groupBy === undefined ? null : (
              <Suspense>
                <GroupHead head={head} by={groupBy} selection={selection} />
              </Suspense>
            )}
            <Row
              row={row}
              isSelected={selection.has(row.task._id)}
              isChosen={row.task.refId === chosen}
              onToggle={selection.toggle}
            />
          </Fragment>
        );
      }}
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
  const { isDecidedHere } = useHeld();
  const locale = useFormats();
  const { ref, kind, statedBy, decidesFor, document, tally, stageName } = task;
  const [fact] = document?.facts ?? [];
  const files = document?.attachments.length ?? 0;
  const notes = [
    gone ? goneText(t, gone, isDecidedHere(task)) : undefined,
    changed && !gone ? t("inbox.changed") : undefined,
    !changed && !gone && task.changedSinceSeen ? t("inbox.changedSinceSeen") : undefined,
    decidesFor ? t("inbox.standsIn", { name: decidesFor.name ?? "–" }) : undefined,
  ].filter((note) => note !== undefined);
  const parts = [
    fact && factText(t, locale, fact),
    submitterName(t, task),
    [kindText(t, kind), document?.title ? ref : undefined].filter(Boolean).join(" "),
    stageText(t, stageName),
    files === 0 ? undefined : t("inbox.files", { count: files }),
    tally.needed > 1 ? t("needed.ofGroup", tally) : undefined,
    statedBy === "PERSON" ? t("document.statedByPerson") : undefined,
  ];
  return (
    <Parts
      of={[
        ...notes.map((note) => (
          <span key={note} className={styles["note"]}>
            <Written>{note}</Written>
          </span>
        )),
        ...parts,
      ]}
    />
  );
}

function goneText(t: Translate, goneReason: Gone, isHere: boolean): string {
  if (goneReason.how === "decided") return t("inbox.decidedBy", { name: goneReason.by });
  if (goneReason.how === "byReader") return t(isHere ? "inbox.decidedByYouHere" : "inbox.decidedByYou");
  if (goneReason.how === "snoozed") return t("inbox.gone.snoozed");
  return t(goneReason.how === "takenBack" ? "inbox.takenBack" : "inbox.gone");
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
  returnFocus([FOCUS_PLACES.documentTitle]);
}
