import { useNavigate } from "@tanstack/react-router";
import { Button as AriaButton } from "react-aria-components";
import { useMutation, useQuery } from "urql";

import { Button } from "../design/button.tsx";
import { Empty, Failure, Loading, useFailureText } from "../design/notice.tsx";
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

/** What the reader was told, the newest first. */
export function NotificationsPage() {
  const t = useTranslate();
  const failureText = useFailureText();
  const [{ data, error }, execute] = useQuery({
    query: NotificationsDocument,
    requestPolicy: "cache-and-network",
  });
  const [{ fetching }, markAll] = useMutation(MarkAllReadDocument);
  const refresh = () => execute({ requestPolicy: "network-only" });
  useLive(NotificationAddedDocument, {}, refresh);
  const notifications = data?.findMyNotifications;
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
      {error ? <Failure onRetry={refresh}>{failureText(error)}</Failure> : null}
      {notifications === undefined ? error ? null : <Loading lines={6} /> : null}
      {notifications?.length === 0 ? <Empty icon="bell" title={t("notifications.empty")} /> : null}
      {notifications === undefined || notifications.length === 0 ? null : (
        <ul className={styles["list"]}>
          {notifications.map((notification) => (
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
  const navigate = useNavigate();
  const [, markRead] = useMutation(MarkReadDocument);
  const open = async () => {
    if (!read) await markRead({ id: _id });
    await navigate({ to: "/documents/$refId", params: { refId } });
  };
  return (
    <li>
      <AriaButton className={styles["entry"]!} onPress={() => void open()}>
        <span className={styles["sign"]}>{read ? null : <span className={styles["dot"]} />}</span>
        <span className={styles["text"]}>
          <span className={read ? "" : styles["unread"]}>
            {read ? null : <span className="visuallyHidden">{t("notifications.unread")} </span>}
            <Written>{message}</Written>
          </span>
          <span className={styles["about"]}>
            {kindText(t, kind)} · <Moment at={createdAt} />
          </span>
        </span>
      </AriaButton>
    </li>
  );
}
