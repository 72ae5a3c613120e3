import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useMutation, useQuery } from "urql";

import { Button } from "../design/button.tsx";
import { Awaited, Empty, Failure, useFailureText } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { Moment, Written } from "../design/values.tsx";
import { kindText } from "../document/kind.ts";
import {
  MarkAllReadDocument,
  MarkReadDocument,
  NotificationAddedDocument,
  NotificationsDocument,
  type NotificationsQuery,
} from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useLive } from "../shell/live.ts";
import styles from "./notifications-page.module.css";

type Notification = NotificationsQuery["findMyNotifications"][number];

/** The reader's notifications, the newest first. The list does not move under the reader. */
export function NotificationsPage() {
  const t = useTranslate();
  const [{ data, error }, execute] = useQuery({
    query: NotificationsDocument,
    requestPolicy: "cache-and-network",
  });
  const [{ fetching, error: refusal }, markAll] = useMutation(MarkAllReadDocument);
  const [shown, setShown] = useState<ReadonlySet<string>>();
  const failureText = useFailureText();
  const refresh = () => execute({ requestPolicy: "network-only" });
  useLive(NotificationAddedDocument, {}, refresh);
  const notifications = data?.findMyNotifications;
  const reveal = () => setShown(new Set(notifications?.map(({ _id }) => _id)));
  if (shown === undefined && notifications !== undefined) reveal();
  const listed = notifications?.filter(({ _id }) => shown?.has(_id)) ?? [];
  const fresh = shown === undefined ? 0 : (notifications?.length ?? 0) - listed.length;
  const unread = notifications?.filter(({ read }) => !read).length ?? 0;
  const readAll = async () => {
    await markAll({});
    refresh();
  };
  return (
    <Page
      title={t("notifications.title")}
      actions={
        <Button isDisabled={unread === 0} busy={fetching} onPress={() => void readAll()}>
          {t("notifications.readAll")}
        </Button>
      }
    >
      <Awaited answer={notifications} error={error} onRetry={refresh} lines={6} />
      {refusal ? <Failure>{failureText(refusal)}</Failure> : null}
      {notifications === undefined ? null : (
        <div className={styles["fresh"]}>
          {fresh === 0 ? null : (
            <Button look="primary" onPress={reveal}>
              {t("inbox.fresh", { count: fresh })}
            </Button>
          )}
        </div>
      )}
      {notifications?.length === 0 ? <Empty icon="bell" title={t("notifications.empty")} /> : null}
      {listed.length === 0 ? null : (
        <ul className={styles["list"]}>
          {listed.map((notification) => (
            <Entry key={notification._id} notification={notification} />
          ))}
        </ul>
      )}
    </Page>
  );
}

function Entry({
  notification: { _id, refId, kind, message, read, createdAt },
}: {
  notification: Notification;
}) {
  const t = useTranslate();
  const [, markRead] = useMutation(MarkReadDocument);
  const open = () => {
    if (!read) void markRead({ id: _id });
  };
  return (
    <li>
      <Link to="/documents/$refId" params={{ refId }} className={styles["entry"]} onClick={open}>
        <span className={styles["sign"]}>{read ? null : <span className={styles["dot"]} />}</span>
        <span className={styles["text"]}>
          <span className={read ? styles["read"] : ""}>
            {read ? null : <span className="visuallyHidden">{t("notifications.unread")} </span>}
            <Written>{message}</Written>
          </span>
          <span className={styles["about"]}>
            {kindText(t, kind)} · <Moment at={createdAt} />
          </span>
        </span>
      </Link>
    </li>
  );
}
