import { useParams } from "@tanstack/react-router";
import { Suspense, lazy, useEffect, useRef, useState } from "react";

import { Empty, Loading } from "../design/notice.tsx";
import { useTitle } from "../design/page.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { useShortcuts } from "../shell/shortcuts.ts";
import { Bulk, type BulkVerdict } from "./bulk.tsx";
import { Filters } from "./filters.tsx";
import { Groups } from "./groups.tsx";
import { useOpenInbox, useWaiting } from "./inbox-context.tsx";
import { InboxList } from "./inbox-list.tsx";
import { Lists } from "./lists.tsx";
import styles from "./inbox-page.module.css";
import { Toolbar } from "./toolbar.tsx";
import type { InboxRow } from "./use-inbox.ts";
import { useMovement } from "./use-movement.ts";
import { useReadAhead } from "./use-read-ahead.ts";
import { useRested } from "./use-rested.ts";
import { type Selection, useSelection } from "./use-selection.ts";

const loadDocumentView = () => import("../document/document-view.tsx");
/** Comes after the list: people see what waits first. */
const DocumentView = lazy(async () => ({ default: (await loadDocumentView()).DocumentView }));

/** A reader who moves on sooner, in ms, is scanning the list: no document is loaded. */
const REST_MS = 100;

/** The tasks that wait for the reader: the list, and beside it the chosen document. */
export function InboxPage() {
  const t = useTranslate();
  const { refId } = useParams({ strict: false });
  const { inbox } = useOpenInbox();
  const selection = useSelection(inbox.rows);
  const [bulk, setBulk] = useState<{ verdict: BulkVerdict; rows: readonly InboxRow[] }>();
  const page = useRef<HTMLDivElement>(null);
  const { move, leave, refocus } = useMovement(inbox, refId);
  const rested = useRested(refId, REST_MS);
  const ahead = useReadAhead(rested === refId ? rowAfter(inbox.rows, refId)?.task : undefined);
  const known = ahead?.refId === refId ? ahead : undefined;
  useTitle(refId === undefined ? t("inbox.title") : undefined, useWaiting());
  useFreshStart();
  useEffect(() => void loadDocumentView(), []);
  const prepare = (verdict: BulkVerdict) => setBulk({ verdict, rows: selection.rows });
  const hasSelection = selection.rows.length > 0;
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    x: () => toggleCurrent(selection),
    "/": () => page.current?.querySelector<HTMLInputElement>("input[type=search]")?.focus(),
    ...(hasSelection && { a: () => prepare("APPROVED"), r: () => prepare("REJECTED") }),
  });
  const decided = (taskIds: readonly string[]) => {
    inbox.remove(taskIds);
    leave(taskIds);
  };
  const close = () => {
    setBulk(undefined);
    refocus();
  };
  return (
    <div ref={page} className={`${styles["inbox"]} ${refId === undefined ? "" : styles["chosen"]}`}>
      <section className={styles["waiting"]} aria-label={t("inbox.list")}>
        <header className={styles["header"]}>
          <h1 tabIndex={-1}>{t("inbox.title")}</h1>
          <Lists />
          <Filters />
        </header>
        <div>
          {inbox.rows?.length === 0 ? null : <Toolbar selection={selection} onPrepare={prepare} />}
          {inbox.groups === undefined ? (
            <InboxList selection={selection} chosen={refId} />
          ) : (
            <Groups groups={inbox.groups}>
              <InboxList selection={selection} chosen={refId} />
            </Groups>
          )}
        </div>
      </section>
      <section className={styles["detail"]} aria-label={t("inbox.detail")}>
        {refId === undefined ? (
          <Empty icon="inbox" title={t("inbox.choose")}>
            {t("inbox.chooseLead")}
          </Empty>
        ) : rested !== refId && known === undefined ? (
          <Loading lines={9} />
        ) : (
          <Suspense fallback={<Loading lines={9} />}>
            <DocumentView
              key={refId}
              refId={refId}
              isInInbox
              hasKeys={!hasSelection}
              ahead={known}
              onDecided={(taskId) => decided([taskId])}
              onHeld={(taskId) => leave([taskId])}
              onSnoozed={(taskId) => {
                leave([taskId]);
                inbox.putOff(taskId);
              }}
            />
          </Suspense>
        )}
      </section>
      {bulk === undefined ? null : <Bulk {...bulk} onClose={close} onDecided={decided} onHeld={leave} />}
    </div>
  );
}

function rowAfter(rows: readonly InboxRow[] = [], refId: string | undefined): InboxRow | undefined {
  const index = rows.findIndex(({ task }) => task.refId === refId);
  return index === -1 ? undefined : rows[index + 1];
}

/** Refreshes the list for a reader who comes from another page. */
function useFreshStart(): void {
  const { inbox } = useOpenInbox();
  const reveal = useRef(inbox.rows === undefined ? undefined : inbox.reveal);
  useEffect(() => void reveal.current?.(), []);
}

/** Selects the row that has the focus, else the chosen one, or no longer. */
function toggleCurrent(selection: Selection): void {
  const focused = document.activeElement?.closest("li")?.querySelector<HTMLElement>("[data-row]");
  const row = focused ?? document.querySelector<HTMLElement>("[data-row][aria-current]");
  const taskId = row?.dataset["row"];
  if (taskId !== undefined) selection.toggle(taskId);
}
