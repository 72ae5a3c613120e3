import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useQuery } from "urql";

import { Icon } from "../design/icon.tsx";
import { Empty, Failure, Loading, useFailureText } from "../design/notice.tsx";
import { Person } from "../design/person.tsx";
import { Status } from "../design/status.tsx";
import { Money, Moment, Written } from "../design/values.tsx";
import { DocumentDocument, type DocumentQuery, RunChangedDocument } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useLive } from "../shell/live.ts";
import { Changes } from "./changes.tsx";
import { Decide } from "./decide.tsx";
import styles from "./document-view.module.css";
import { Facts } from "./facts.tsx";
import { kindText, stageText } from "./kind.ts";
import { statusOf } from "./status-of.ts";
import { Stages } from "./stages.tsx";
import { Timeline } from "./timeline.tsx";

export type Task = DocumentQuery["runTasks"][number];

interface DocumentViewProps {
  refId: string;
  /** Beside the list: moves the focus to its heading only where it fills the page. */
  isInInbox?: boolean;
  /** Called when the reader's verdict was recorded. */
  onDecided?: (taskId: string) => void;
}

/** One document: what it is, why the reader sees it, who else decides and how far it is, and the reader's verdict. */
export function DocumentView({ refId, isInInbox = false, onDecided }: DocumentViewProps) {
  const t = useTranslate();
  const failureText = useFailureText();
  const [{ data, error, stale }, execute] = useQuery({
    query: DocumentDocument,
    variables: { refId },
    requestPolicy: "network-only",
  });
  const refresh = () => execute({ requestPolicy: "network-only" });
  useLive(RunChangedDocument, { refId }, refresh);
  if (error && data === undefined) return <Failure onRetry={refresh}>{failureText(error)}</Failure>;
  if (data === undefined) return <Loading lines={9} />;
  const tasks = data.runTasks;
  if (tasks.length === 0) return <Empty icon="link" title={t("document.none")} />;
  const decidable = tasks.find(({ canUpdateStatus }) => canUpdateStatus);
  const decided = (taskId: string) => {
    if (onDecided) onDecided(taskId);
    else refresh();
  };
  return (
    <article className={styles["document"]} aria-busy={stale}>
      {isInInbox ? (
        <Link to="/inbox" className={styles["back"]}>
          <Icon name="back" />
          {t("inbox.title")}
        </Link>
      ) : null}
      <Heading tasks={tasks} />
      <div className={styles["columns"]}>
        <div className={styles["main"]}>
          <What task={tasks[0]!} />
          <Changes revisions={data.documentRevisions} runId={tasks[0]!.runId} />
          {decidable ? <Why task={decidable} /> : null}
          <section className={styles["part"]} aria-label={t("document.progress")}>
            <h2>{t("document.progress")}</h2>
            <Stages tasks={tasks} />
          </section>
          {decidable ? (
            <Decide
              key={decidable._id}
              task={decidable}
              tasks={tasks}
              onDecided={decided}
              onRefused={refresh}
            />
          ) : null}
        </div>
        <section className={styles["aside"]} aria-label={t("document.timeline")}>
          <h2>{t("document.timeline")}</h2>
          <Timeline events={data.workflowEvents} />
        </section>
      </div>
    </article>
  );
}

/** What the document is called, and where it stands. */
function Heading({ tasks }: { tasks: readonly Task[] }) {
  const t = useTranslate();
  const heading = useRef<HTMLHeadingElement>(null);
  const [{ ref, kind, document, submitter, createdAt }] = tasks as [Task];
  useEffect(() => {
    // On a phone the document takes the place of the list, and the reader begins at its heading.
    if (matchMedia("(max-width: 60rem)").matches) heading.current?.focus();
  }, []);
  return (
    <header className={styles["heading"]}>
      <p className={styles["kind"]}>
        {kindText(t, kind)}
        {ref && document?.title ? <Written>{ref}</Written> : null}
      </p>
      <div className={styles["titleLine"]}>
        <h1 ref={heading} tabIndex={-1} id="document-title">
          <Written>{document?.title ?? ref ?? kindText(t, kind)}</Written>
        </h1>
        <Status of={statusOf(tasks)} />
      </div>
      {document?.amount ? (
        <p className={styles["amount"]}>
          <Money amount={document.amount} currency={document.currency} />
        </p>
      ) : null}
      <p className={styles["submitter"]}>
        <Person name={submitter?.name} />
        <span>
          {t("document.submitted")} <Moment at={createdAt} />
        </span>
      </p>
    </header>
  );
}

/** Facts, files and the way to the document itself. */
function What({ task: { document, order } }: { task: Task }) {
  const t = useTranslate();
  const { facts = [], attachments = [], url } = document ?? {};
  const total = order?.totalAmount;
  if (facts.length === 0 && attachments.length === 0 && !url && total == null) return null;
  return (
    <section className={styles["part"]} aria-label={t("document.what")}>
      <h2>{t("document.what")}</h2>
      <Facts facts={facts} total={document?.amount ? undefined : total} />
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
    </section>
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

/** Why the reader is asked. */
function Why({ task: { stageName, approveBy, approvals } }: { task: Task }) {
  const t = useTranslate();
  const rule =
    approveBy === "ALL"
      ? t("why.all", { count: approvals.length })
      : t("why.any", { count: approvals.length });
  return (
    <section className={styles["why"]} aria-label={t("why.title")}>
      <Icon name="person" />
      <p>
        {t("why.stage", { stage: stageText(t, stageName) })} {rule}
      </p>
    </section>
  );
}
