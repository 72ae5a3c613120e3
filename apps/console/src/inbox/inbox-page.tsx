import { useNavigate, useParams } from "@tanstack/react-router";
import { useDeferredValue, useEffect, useRef, useState } from "react";

import { TextField } from "../design/field.tsx";
import { Empty, Failure, Loading, useFailureText } from "../design/notice.tsx";
import { useTitle } from "../design/page.tsx";
import { DocumentView } from "../document/document-view.tsx";
import { InboxChangedDocument } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useLive } from "../shell/live.ts";
import { useShortcuts } from "../shell/shortcuts.ts";
import { InboxList } from "./inbox-list.tsx";
import styles from "./inbox-page.module.css";
import { type Inbox, useInbox } from "./use-inbox.ts";

/** What waits for the reader: the list, and beside it the chosen document. */
export function InboxPage() {
  const t = useTranslate();
  const { refId } = useParams({ strict: false });
  const [keyword, setKeyword] = useState("");
  const inbox = useInbox(useDeferredValue(keyword.trim()));
  const search = useRef<HTMLDivElement>(null);
  const move = useMovement(inbox, refId);
  useLive(InboxChangedDocument, {}, () => void inbox.refresh());
  useTitle(t("inbox.title"));
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    "/": () => search.current?.querySelector("input")?.focus(),
  });
  return (
    <div className={`${styles["inbox"]} ${refId === undefined ? "" : styles["chosen"]}`}>
      <section className={styles["waiting"]} aria-label={t("inbox.list")}>
        <header className={styles["header"]}>
          <h1 tabIndex={-1}>{t("inbox.title")}</h1>
          <div ref={search}>
            <TextField
              label={t("inbox.search")}
              labelHidden
              type="search"
              placeholder={t("inbox.search")}
              value={keyword}
              onChange={setKeyword}
              maxLength={200}
            />
          </div>
        </header>
        <Waiting inbox={inbox} selected={refId} searched={keyword.trim() !== ""} />
      </section>
      <section className={styles["detail"]} aria-label={t("inbox.detail")}>
        {refId === undefined ? (
          <Empty icon="inbox" title={t("inbox.choose")}>
            {t("inbox.chooseLead")}
          </Empty>
        ) : (
          <DocumentView key={refId} refId={refId} isInInbox onDecided={(taskId) => move(1, taskId)} />
        )}
      </section>
    </div>
  );
}

function Waiting({
  inbox,
  selected,
  searched,
}: {
  inbox: Inbox;
  selected: string | undefined;
  searched: boolean;
}) {
  const t = useTranslate();
  const failureText = useFailureText();
  const { rows, error, fresh } = inbox;
  if (error) return <Failure onRetry={() => void inbox.reveal()}>{failureText(error)}</Failure>;
  if (rows === undefined) return <Loading lines={8} />;
  if (rows.length > 0 || fresh > 0 || inbox.hasMore) return <InboxList inbox={inbox} selected={selected} />;
  if (searched) return <Empty icon="inbox" title={t("inbox.nothingFound")} />;
  return (
    <Empty icon="check" title={t("inbox.empty")}>
      {t("inbox.emptyLead")}
    </Empty>
  );
}

/**
 * Moves the choice along the list, and the focus with it. After a verdict the decided task leaves the list and the next
 * one is chosen, or the previous one at the end.
 */
function useMovement(inbox: Inbox, refId: string | undefined) {
  const navigate = useNavigate();
  const focusWanted = useRef(false);
  useEffect(() => {
    if (!focusWanted.current) return;
    focusWanted.current = false;
    document.querySelector<HTMLElement>("[data-row][aria-current]")?.focus();
  });
  return (step: 1 | -1, decidedTaskId?: string) => {
    const rows = inbox.rows ?? [];
    const index = rows.findIndex(({ task }) => task.refId === refId);
    const next = rows[index + step] ?? (decidedTaskId === undefined ? undefined : rows[index - 1]);
    if (decidedTaskId !== undefined) inbox.remove(decidedTaskId);
    if (next === undefined && decidedTaskId === undefined) return;
    focusWanted.current = true;
    if (next === undefined) void navigate({ to: "/inbox" });
    else {
      // Beside the document the list scrolls to the row that gets the focus; the router would scroll it back.
      const resetScroll = matchMedia("(max-width: 60rem)").matches;
      void navigate({ to: "/inbox/$refId", params: { refId: next.task.refId }, resetScroll });
    }
  };
}
