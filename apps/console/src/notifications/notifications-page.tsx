import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { Button } from "../design/button.tsx";
import { Muted } from "../design/layout.tsx";
import { Empty, Failure } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { Moment, Written } from "../design/values.tsx";
import { documentName } from "../document/kind.ts";
import { PagedList } from "../frame/paged-list.tsx";
import {
  MarkAllReadDocument,
  MarkReadDocument,
  NotificationAddedDocument,
  NotificationsDocument,
  type NotificationsQuery,
} from "../graphql/generated/documents.ts";
import { useCommand } from "../graphql/use-command.ts";
import { useRead } from "../graphql/use-read.ts";
import { useLocale, useTranslate } from "../messages/i18n.ts";
import { useLive } from "../shell/live.ts";
import styles from "./notifications-page.module.css";
import { useUnread } from "./unread-context.tsx";

type Notification = NotificationsQuery["findMyNotifications"][number];

/** The reader's notifications, the newest first. The list does not move under the reader. */
export function NotificationsPage() {
  const t = useTranslate();
  const { data, ...read } = useRead(NotificationsDocument, { locale: useLocale() });
  const markAll = useCommand(MarkAllReadDocument);
  const [shownIds, setShownIds] = useState<ReadonlySet<string>>();
  useLive(NotificationAddedDocument, {}, read.refresh);
  const notifications = data && linesOf(data.findMyNotifications);
  const reveal = () => setShownIds(new Set(notifications?.map(({ _id }) => _id)));
  if (shownIds === undefined && notifications !== undefined) reveal();
  const listedRows = notifications?.filter(({ _id }) => shownIds?.has(_id));
  const fresh =
    shownIds === undefined || listedRows === undefined ? 0 : notifications!.length - listedRows.length;
  const unread = useUnread();
  const readAll = async () => {
    await markAll.send({});
    read.refresh();
    unread.refresh();
  };
  return (
    <Page
      title={t("notifications.title")}
      count={unread.count}
      actions={
        <Button isDisabled={unread.count === 0} busy={markAll.isBusy} onPress={() => void readAll()}>
          {t("notifications.readAll")}
        </Button>
      }
    >
      {markAll.refusal ? <Failure>{markAll.refusal.message}</Failure> : null}
      {notifications === undefined ? null : (
        <div aria-live="polite" className={styles["fresh"]}>
          {fresh === 0 ? null : (
            <Button look="primary" onPress={reveal}>
              {t("inbox.fresh", { count: fresh })}
            </Button>
          )}
        </div>
      )}
      <PagedList
        of={{ ...read, rows: listedRows }}
        lines={6}
        empty={fresh === 0 ? <Empty icon="bell" title={t("notifications.empty")} /> : null}
      >
        {(notification) => <OneOf key={notification._id} notification={notification} />}
      </PagedList>
    </Page>
  );
}

/** The notifications, those of one verdict as one: that it was given, and that it completed the approval. */
function linesOf(notifications: readonly Notification[]): Notification[] {
  const verdictOf = ({ refId, createdAt }: Notification) => `${refId} ${createdAt}`;
  const ofEvent = (event: Notification["event"]) =>
    new Map(
      notifications
        .filter((notification) => notification.event === event)
        .map((notification) => [verdictOf(notification), notification.text]),
    );
  const [approvals, completions] = [ofEvent("APPROVED"), ofEvent("COMPLETED")];
  return notifications.flatMap((notification) => {
    const { event, text } = notification;
    const verdict = verdictOf(notification);
    if (event === "APPROVED" && completions.has(verdict)) return [];
    const approval = event === "COMPLETED" ? approvals.get(verdict) : undefined;
    return approval === undefined ? notification : { ...notification, text: `${approval} · ${text}` };
  });
}

function OneOf({
  notification: { _id, refId, kind, title, text, read, createdAt },
}: {
  notification: Notification;
}) {
  const t = useTranslate();
  const markRead = useCommand(MarkReadDocument);
  const unread = useUnread();
  const open = async () => {
    if (read) return;
    await markRead.send({ id: _id });
    // The document's page may have counted before.
    unread.refresh();
  };
  return (
    <li>
      <Link to="/documents/$refId" params={{ refId }} className={styles["entry"]} onClick={() => void open()}>
        <span className={styles["sign"]}>{read ? null : <span className={styles["dot"]} />}</span>
        <span className={read ? styles["read"] : ""}>
          <span className={styles["head"]}>
            <span className={styles["title"]}>
              <Written>{documentName(t, { kind, title })}</Written>
            </span>
            <Muted as="span">
              <Moment at={createdAt} />
            </Muted>
          </span>
          <span className={styles["text"]}>
            {read ? null : <span className="visuallyHidden">{t("notifications.unread")} </span>}
            {text}
          </span>
        </span>
      </Link>
    </li>
  );
}
