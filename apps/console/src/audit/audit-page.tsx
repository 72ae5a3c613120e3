import { useState } from "react";
import { useQuery } from "urql";

import { Button } from "../design/button.tsx";
import { Empty, Failure, Loading, useFailureText } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { Person } from "../design/person.tsx";
import { Moment } from "../design/values.tsx";
import { wordsOf } from "../document/kind.ts";
import { AuditDocument, type AuditQuery } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import styles from "./audit-page.module.css";

const PAGE = 50;
const INDENT = 2;

type Row = AuditQuery["auditLogPage"]["data"][number];

/** Who changed what, and from what to what. */
export function AuditPage() {
  const t = useTranslate();
  const failureText = useFailureText();
  const [page, setPage] = useState(0);
  const [{ data, error }, execute] = useQuery({
    query: AuditDocument,
    variables: { skip: page * PAGE, take: PAGE },
    requestPolicy: "network-only",
  });
  const found = data?.auditLogPage;
  return (
    <Page title={t("audit.title")} lead={t("audit.lead")}>
      {error ? (
        <Failure onRetry={() => execute({ requestPolicy: "network-only" })}>{failureText(error)}</Failure>
      ) : null}
      {found === undefined ? error ? null : <Loading lines={8} /> : null}
      {found?.data.length === 0 ? <Empty icon="history" title={t("audit.empty")} /> : null}
      <ul className={styles["rows"]}>
        {found?.data.map((row) => (
          <Change key={row._id} row={row} />
        ))}
      </ul>
      {found === undefined || found.total <= PAGE ? null : (
        <div className={styles["pages"]}>
          <Button isDisabled={page === 0} onPress={() => setPage(page - 1)}>
            {t("action.newer")}
          </Button>
          <Button isDisabled={(page + 1) * PAGE >= found.total} onPress={() => setPage(page + 1)}>
            {t("action.older")}
          </Button>
        </div>
      )}
    </Page>
  );
}

function Change({ row: { at, action, entity, entityId, before, after, actor } }: { row: Row }) {
  const t = useTranslate();
  return (
    <li>
      <details className={styles["row"]}>
        <summary className={styles["summary"]}>
          <span className={styles["when"]}>
            <Moment at={at} />
          </span>
          <Person name={actor?.name ?? t("audit.platform")} />
          <span>
            {wordsOf(action)} · {entity.replaceAll("_", " ")}
          </span>
        </summary>
        <p className={styles["id"]}>{entityId}</p>
        <div className={styles["states"]}>
          <State title={t("audit.before")} of={before} />
          <State title={t("audit.after")} of={after} />
        </div>
      </details>
    </li>
  );
}

function State({ title, of }: { title: string; of: unknown }) {
  return (
    <div className={styles["state"]}>
      <h3>{title}</h3>
      <pre className={styles["json"]}>{of == null ? "–" : JSON.stringify(of, null, INDENT)}</pre>
    </div>
  );
}
