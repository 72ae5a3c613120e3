import { Action } from "./action.tsx";
import { Icon } from "../design/icon.tsx";
import { Muted } from "../design/layout.tsx";
import { Part } from "./part.tsx";
import { Written } from "../design/values.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { Facts } from "./facts.tsx";
import { submitterName } from "./submitter-name.ts";
import { Table } from "./table.tsx";
import type { Task } from "./task.ts";
import styles from "./what.module.css";

/** Facts, files and the way to the document itself. */
export function What({ task }: { task: Task }) {
  const t = useTranslate();
  const { refId, document, order, statedBy } = task;
  const { facts = [], attachments = [], tables = [], url } = document ?? {};
  const { action, actionSha256, audience, earlierRejections = [] } = document ?? {};
  const isEmpty = facts.length + attachments.length + tables.length === 0 && !actionSha256;
  // Beside a person's words the order's own total stands.
  const total = document?.amount && statedBy === "OWNER" ? undefined : order?.totalAmount;
  if (isEmpty && !url && total == null) return null;
  return (
    <>
      <Part title={t("document.what")}>
        {statedBy === "PERSON" ? (
          <Muted>{t("document.statedBy", { name: submitterName(t, task) ?? "–" })}</Muted>
        ) : null}
        <Facts facts={facts} total={total} />
        {url ? (
          <ul>
            <OutsideLink url={url}>{t("document.open")}</OutsideLink>
          </ul>
        ) : null}
        {tables.map((table) => (
          <Table key={`${document?.revision} ${table.key}`} refId={refId} table={table} />
        ))}
      </Part>
      {actionSha256 ? (
        <Action action={action} sha256={actionSha256} audience={audience} rejections={earlierRejections} />
      ) : null}
      {attachments.length === 0 ? null : (
        <Part title={t("document.files", { count: attachments.length })}>
          <ul className={styles["files"]}>
            {attachments.map((file) => (
              <OutsideLink key={`${file.name} ${file.url}`} url={file.url} isFile>
                {file.name}
              </OutsideLink>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

function OutsideLink({ url, isFile = false, children }: { url: string; isFile?: boolean; children: string }) {
  const t = useTranslate();
  if (!url.startsWith("https://")) return <li className={styles[isFile ? "file" : "link"]}>{children}</li>;
  return (
    <li>
      <a href={url} target="_blank" rel="noopener noreferrer" className={styles[isFile ? "file" : "link"]}>
        <Icon name="link" size={16} />
        <Written>{children}</Written>
        <span className="visuallyHidden"> {t("document.newTab")}</span>
      </a>
    </li>
  );
}
