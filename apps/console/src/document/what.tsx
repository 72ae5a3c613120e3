import { Icon } from "../design/icon.tsx";
import { Card, Muted } from "../design/layout.tsx";
import { Written } from "../design/values.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { Facts } from "./facts.tsx";
import { Table } from "./table.tsx";
import type { Task } from "./task.ts";
import styles from "./what.module.css";

/** Facts, files and the way to the document itself. */
export function What({ task: { refId, document, order, statedBy, submitter } }: { task: Task }) {
  const t = useTranslate();
  const { facts = [], attachments = [], tables = [], url } = document ?? {};
  const isEmpty = facts.length + attachments.length + tables.length === 0;
  // Beside a person's words the order's own total stands.
  const total = document?.amount && statedBy === "OWNER" ? undefined : order?.totalAmount;
  if (isEmpty && !url && total == null) return null;
  return (
    <Card aria-label={t("document.what")}>
      <h2>{t("document.what")}</h2>
      {statedBy === "PERSON" ? (
        <Muted>
          <Written>{t("document.statedBy", { name: submitter?.name ?? "–" })}</Written>
        </Muted>
      ) : null}
      <Facts facts={facts} total={total} />
      {tables.map((table) => (
        <Table key={`${document?.revision} ${table.key}`} refId={refId} table={table} />
      ))}
      {attachments.length === 0 && !url ? null : (
        <ul className={styles["links"]}>
          {url ? <OutsideLink url={url}>{t("document.open")}</OutsideLink> : null}
          {attachments.map((file) => (
            <OutsideLink key={`${file.name} ${file.url}`} url={file.url}>
              {file.name}
            </OutsideLink>
          ))}
        </ul>
      )}
    </Card>
  );
}

function OutsideLink({ url, children }: { url: string; children: string }) {
  const t = useTranslate();
  if (!url.startsWith("https://")) return <li>{children}</li>;
  return (
    <li>
      <a href={url} target="_blank" rel="noopener noreferrer" className={styles["link"]}>
        <Icon name="link" size={16} />
        <Written>{children}</Written>
        <span className="visuallyHidden"> {t("document.newTab")}</span>
      </a>
    </li>
  );
}
