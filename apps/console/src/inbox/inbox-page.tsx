import { useParams } from "@tanstack/react-router";
import { Suspense, lazy, useEffect, useRef, useState } from "react";

import { Empty, Loading } from "../design/notice.tsx";
import { useTitle } from "../design/page.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { Contained } from "../shell/fault.tsx";
import { loadAhead, part } from "../shell/part.ts";
import { useShortcuts } from "../shell/shortcuts.ts";
import type { BulkVerdict } from "./bulk.tsx";
import { Filters } from "./filters.tsx";
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
import { returnFocus } from "../frame/use-focus-return.ts";

const loadDocumentView = part(() => import("../document/document-view.tsx"));
const loadBulk = part(() => import("./bulk.tsx"));
const loadChips = part(() => import("./chips.tsx"));
/** They come after the list: people see what waits first. */
const DocumentView = lazy(async () => ({ default: (await loadDocumentView()).DocumentView }));
const Chips = lazy(async () => ({ default: (await loadChips()).Chips }));
const loadListEdge = part(() => import("./list-edge.tsx"));
const ListEdge = lazy(async () => ({ default: (await loadListEdge()).ListEdge }));
const Bulk = lazy(async () => ({ default: (await loadBulk()).Bulk }));

/** A reader who moves on sooner, in ms, is scanning the list: no document is loaded. */
const REST_MS = 100;

/** The tasks that wait for the reader: the list, and beside it the chosen document. */
export function InboxPage() {
  const t = useTranslate();
  const { refId } = useParams({ strict: false });
  const { inbox, filter } = useOpenInbox();
  const selection = useSelection(inbox.rows, JSON.stringify(filter));
  const [bulk, setBulk] = useState<{ verdict: BulkVerdict; rows: readonly InboxRow[] }>();
  const page = useRef<HTMLDivElement>(null);
  const { move, leave, refocus } = useMovement(inbox, refId);
  const restedId = useRested(refId, REST_MS);
  const ahead = useReadAhead(restedId === refId ? rowAfter(inbox.rows, refId)?.task : undefined);
  const knownDocument = ahead?.refId === refId ? ahead : undefined;
  useTitle(refId === undefined ? t("inbox.title") : undefined, useWaiting());
  useFreshStart();
  useEffect(() => loadAhead(loadDocumentView, loadBulk, loadChips), []);
  const prepare = (verdict: BulkVerdict) => setBulk({ verdict, rows: selection.rows });
  const hasSelection = selection.rows.length > 0;
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    x: () => toggleCurrent(selection),
    "/": () => returnFocus(["input[type=search]"], { within: page.current }),
    ...(hasSelection && { a: () => prepare("APPROVED"), r: () => prepare("REJECTED") }),
  });
  const onDecided = (taskIds: readonly string[]) => {
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
          {/* The title of the page is that of the chosen document. */}
          <h1 tabIndex={-1} aria-level={refId === undefined ? undefined : 2}>
            {t("inbox.title")}
          </h1>
          <Lists />
          <Filters />
          <Contained of="chips">
            <Suspense>
              <Chips />
            </Suspense>
          </Contained>
        </header>
        <div>
          {inbox.rows?.length === 0 ? null : <Toolbar selection={selection} onPrepare={prepare} />}
          <InboxList selection={selection} chosen={refId} />
        </div>
      </section>
      <section className={styles["detail"]} aria-label={t("inbox.detail")}>
        <Contained of="edge">
          <Suspense>
            <ListEdge />
          </Suspense>
        </Contained>
        {refId === undefined ? (
          <Empty icon="inbox" title={t("inbox.choose")}>
            {t("inbox.chooseLead")}
          </Empty>
        ) : restedId !== refId && knownDocument === undefined ? (
          <Loading lines={9} />
        ) : (
          <Contained of={refId}>
            <Suspense fallback={<Loading lines={9} />}>
              <DocumentView
                key={refId}
                refId={refId}
                isInInbox
                hasKeys={!hasSelection}
                ahead={knownDocument}
                onDecided={(taskId) => onDecided([taskId])}
                onHeld={(taskId) => leave([taskId])}
                onSnoozed={(taskId) => {
                  leave([taskId]);
                  inbox.putOff(taskId);
                }}
              />
            </Suspense>
          </Contained>
        )}
      </section>
      {bulk === undefined ? null : (
        <Contained of={bulk.verdict}>
          <Suspense>
            <Bulk {...bulk} onClose={close} onDecided={onDecided} onHeld={leave} />
          </Suspense>
        </Contained>
      )}
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
  const focusedRow = document.activeElement?.closest("li")?.querySelector<HTMLElement>("[data-row]");
  const row = focusedRow ?? document.querySelector<HTMLElement>("[data-row][aria-current]");
  const taskId = row?.dataset["row"];
  if (taskId !== undefined) selection.toggle(taskId);
}
