import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { Button } from "../design/button.tsx";
import { Muted } from "../design/layout.tsx";
import { Empty } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { Status } from "../design/status.tsx";
import { Money, Moment, Written } from "../design/values.tsx";
import { documentName, kindText, stageText } from "../document/kind.ts";
import { Recall } from "../document/recall.tsx";
import { mayRecall } from "../document/rights.ts";
import { statusOf } from "../document/status-of.ts";
import { PagedList } from "../frame/paged-list.tsx";
import { InboxChangedDocument } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useConsole } from "../shell/console-context.ts";
import { useLive } from "../shell/live.ts";
import styles from "./submissions-page.module.css";
import { type Task, useSubmissions } from "./use-submissions.ts";

/** The reader's submissions, and the people who have to decide on them. */
export function SubmissionsPage() {
  const t = useTranslate();
  const { recall, ...submissions } = useSubmissions();
  useLive(InboxChangedDocument, {}, submissions.refresh);
  const { viewer } = useConsole();
  const [recalling, setRecalling] = useState<Task>();
  return (
    <Page title={t("submissions.title")} lead={t("submissions.lead")}>
      <PagedList
        of={submissions}
        lines={6}
        empty={
          <Empty icon="sent" title={t("submissions.empty")}>
            {t("submissions.emptyLead")}
          </Empty>
        }
      >
        {(stages) => (
          <Run
            key={stages[0]!.runId}
            stages={stages}
            onRecall={recall && mayRecall(viewer, stages, recall) ? () => setRecalling(stages[0]) : undefined}
          />
        )}
      </PagedList>
      {recalling === undefined ? null : (
        <Recall
          refId={recalling.refId}
          name={documentName(t, recalling)}
          onClose={() => setRecalling(undefined)}
          onDone={() => {
            setRecalling(undefined);
            submissions.refresh();
          }}
        />
      )}
    </Page>
  );
}

interface RunProps {
  stages: readonly Task[];
  /** Present where the reader may take the document back. */
  onRecall: (() => void) | undefined;
}

function Run({ stages, onRecall }: RunProps) {
  const t = useTranslate();
  const [first] = stages as readonly [Task];
  const { refId, ref, kind, document, createdAt } = first;
  const name = documentName(t, first);
  const current = stages.find(({ status }) => status === "AWAITING_APPROVAL");
  const holders = current?.approvals.filter(({ status }) => status === "AWAITING_APPROVAL") ?? [];
  return (
    <li className={styles["entry"]}>
      <Link to="/documents/$refId" params={{ refId }} className={styles["run"]}>
        <span className={styles["what"]}>
          <span className={styles["title"]}>
            <Written>{name}</Written>
          </span>
          <Muted as="span">
            {kindText(t, kind)} · {ref == null ? null : <Written>{ref}</Written>}
            {ref == null ? null : " · "}
            <Moment at={createdAt} />
          </Muted>
        </span>
        <span className={styles["amount"]}>
          {document?.amount ? <Money amount={document.amount} currency={document.currency} /> : null}
        </span>
        <span className={styles["state"]}>
          <Status of={statusOf(stages)} />
          {current ? (
            <Muted as="span">
              {stageText(t, current.stageName)}
              {holders.length === 0 ? null : ": "}
              <Written>{holders.map(({ approver }) => approver?.name ?? "–").join(", ")}</Written>
            </Muted>
          ) : null}
        </span>
      </Link>
      {onRecall === undefined ? null : (
        <span className={styles["recall"]}>
          <Button size="small" onPress={onRecall}>
            {t("recall.open")}
            <span className="visuallyHidden">
              {" "}
              (<Written>{name}</Written>)
            </span>
          </Button>
        </span>
      )}
    </li>
  );
}
