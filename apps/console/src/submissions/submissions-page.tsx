import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useQuery } from "urql";

import { Button } from "../design/button.tsx";
import { Awaited, Empty } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { Status } from "../design/status.tsx";
import { Money, Moment, Written } from "../design/values.tsx";
import { documentName, kindText, stageText } from "../document/kind.ts";
import { Recall } from "../document/recall.tsx";
import { mayRecall } from "../document/rights.ts";
import { statusOf } from "../document/status-of.ts";
import {
  InboxChangedDocument,
  SubmissionsDocument,
  type SubmissionsQuery,
} from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useConsole } from "../shell/console-context.ts";
import { useLive } from "../shell/live.ts";
import { runsOf } from "./runs-of.ts";
import styles from "./submissions-page.module.css";

/** The engine's longest page. */
const PAGE = 100;

type Task = SubmissionsQuery["findMySubmissions"]["data"][number];

/** What the reader submitted, and with whom it is. */
export function SubmissionsPage() {
  const t = useTranslate();
  const [page, setPage] = useState(0);
  const [{ data, error }, execute] = useQuery({
    query: SubmissionsDocument,
    variables: { skip: page * PAGE, take: PAGE },
    requestPolicy: "cache-and-network",
  });
  const refresh = () => execute({ requestPolicy: "network-only" });
  useLive(InboxChangedDocument, {}, refresh);
  const { viewer } = useConsole();
  const [recalling, setRecalling] = useState<Task>();
  const found = data?.findMySubmissions;
  const runs = runsOf(found?.data ?? []);
  return (
    <Page title={t("submissions.title")} lead={t("submissions.lead")}>
      <Awaited answer={found} error={error} onRetry={refresh} lines={6} />
      {found && runs.length === 0 ? (
        <Empty icon="sent" title={t("submissions.empty")}>
          {t("submissions.emptyLead")}
        </Empty>
      ) : null}
      {runs.length === 0 ? null : (
        <ul className={styles["list"]}>
          {runs.map((stages) => (
            <Run
              key={stages[0]!.runId}
              stages={stages}
              onRecall={
                data && mayRecall(viewer, stages, data.approvalSettings.recall)
                  ? () => setRecalling(stages[0])
                  : undefined
              }
            />
          ))}
        </ul>
      )}
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
      {recalling === undefined ? null : (
        <Recall
          refId={recalling.refId}
          name={documentName(t, recalling)}
          onClose={() => setRecalling(undefined)}
          onDone={() => {
            setRecalling(undefined);
            refresh();
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
  const [first] = stages as [Task];
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
          <span className={styles["about"]}>
            {kindText(t, kind)} · {ref == null ? null : <Written>{ref}</Written>}
            {ref == null ? null : " · "}
            <Moment at={createdAt} />
          </span>
        </span>
        <span className={styles["amount"]}>
          {document?.amount ? <Money amount={document.amount} currency={document.currency} /> : null}
        </span>
        <span className={styles["state"]}>
          <Status of={statusOf(stages)} />
          {current ? (
            <span className={styles["about"]}>
              {stageText(t, current.stageName)}
              {holders.length === 0 ? null : ": "}
              <Written>{holders.map(({ approver }) => approver?.name ?? "–").join(", ")}</Written>
            </span>
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
