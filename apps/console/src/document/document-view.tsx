import { Link } from "@tanstack/react-router";
import { Fragment, useEffect, useRef, useState } from "react";

import { Icon } from "../design/icon.tsx";
import { Card } from "../design/layout.tsx";
import { Empty, Failure, Loading } from "../design/notice.tsx";
import {
  DocumentDocument,
  type DocumentQuery,
  HistoryDocument,
  type HistoryQuery,
  RunChangedDocument,
} from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { useHeld } from "../held/held-context.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { useConsole } from "../shell/console-context.ts";
import { useLive } from "../shell/live.ts";
import { Changes } from "./changes.tsx";
import { Decide } from "./decide.tsx";
import styles from "./document-view.module.css";
import { Heading } from "./heading.tsx";
import { documentName } from "./kind.ts";
import type { ReadDocument } from "./read-document.ts";
import { Recall } from "./recall.tsx";
import { mayRecall } from "./rights.ts";
import { type SeatCommand, SeatForm } from "./seat-commands.tsx";
import { Stages } from "./stages.tsx";
import type { Task } from "./task.ts";
import { Timeline } from "./timeline.tsx";
import { Unsent } from "./unsent.tsx";
import { What } from "./what.tsx";
import { Why } from "./why.tsx";

interface DocumentViewProps {
  refId: string;
  /** Beside the list: moves the focus to its heading only where it fills the page. */
  isInInbox?: boolean;
  /** Whether single keys prepare a verdict on it; not while they do so for many. */
  hasKeys?: boolean;
  /** The document as it was read in advance; shown until it is read again. */
  ahead?: ReadDocument | undefined;
  /** Called when the reader's verdict was recorded. */
  onDecided?: (taskId: string) => void;
  /** Called when the reader's verdict is held. */
  onHeld?: ((taskId: string) => void) | undefined;
}

/** One document: its content, why the reader sees it, its approvers and progress, and the reader's verdict. */
export function DocumentView({
  refId,
  isInInbox = false,
  hasKeys = true,
  ahead,
  onDecided,
  onHeld,
}: DocumentViewProps) {
  const t = useTranslate();
  const run = useRead(DocumentDocument, { refId });
  // The history is a second request: both in one would cost more than the engine allows.
  const history = useRead(HistoryDocument, { refId });
  const refresh = () => {
    run.refresh();
    history.refresh();
  };
  useLive(RunChangedDocument, { refId }, refresh);
  const refusal = run.refusal ?? history.refusal;
  const [known] = useState(ahead);
  if (refusal && (run.data == null || history.data == null)) {
    return <Failure onRetry={refresh}>{refusal.message}</Failure>;
  }
  const [data, events] = [run.data ?? known?.run, history.data ?? known?.history];
  if (data == null || events == null) return <Loading lines={9} />;
  if (data.runTasks.length === 0) return <Empty icon="link" title={t("document.none")} />;
  const decided = (taskId: string) => {
    if (onDecided) onDecided(taskId);
    else refresh();
  };
  return (
    <article className={styles["document"]} aria-busy={run.isBusy}>
      {isInInbox ? (
        <Link to="/inbox" className={styles["back"]}>
          <Icon name="back" />
          {t("inbox.title")}
        </Link>
      ) : null}
      <Run
        data={data}
        history={events}
        hasKeys={hasKeys}
        onDecided={decided}
        onHeld={onHeld}
        onChanged={refresh}
      />
    </article>
  );
}

interface RunProps {
  data: DocumentQuery;
  history: HistoryQuery;
  hasKeys: boolean;
  onDecided: (taskId: string) => void;
  onHeld: ((taskId: string) => void) | undefined;
  /** Called when the run may be another than the one that is shown. */
  onChanged: () => void;
}

/** The dialog that the reader has opened, besides a verdict. */
type Opened = { kind: "recall" } | { kind: "seats"; taskId: string; command: SeatCommand };

function Run({ data, history, hasKeys, onDecided, onHeld, onChanged }: RunProps) {
  const t = useTranslate();
  const { viewer } = useConsole();
  const [opened, setOpened] = useState<Opened>();
  const [refused, setRefused] = useState<{ taskId: string; reason: string }>();
  const { isHeld, refusals } = useHeld();
  const { runTasks: tasks } = data;
  const { documentRevisions: revisions, workflowEvents: events } = history;
  const [first] = tasks as [Task];
  const decidable = tasks.find(({ canUpdateStatus }) => canUpdateStatus);
  const isDone = useRef(false);
  useEffect(() => {
    if (opened !== undefined || !isDone.current) return;
    isDone.current = false;
    // The button that opened the form may be gone, so the focus moves to the document's title.
    document.querySelector<HTMLElement>("#document-title")?.focus();
  }, [opened]);
  const close = () => setOpened(undefined);
  const done = () => {
    isDone.current = true;
    close();
    onChanged();
  };
  const commanded = opened?.kind === "seats" ? tasks.find(({ _id }) => _id === opened.taskId) : undefined;
  return (
    <>
      <Heading
        tasks={tasks}
        onRecall={
          mayRecall(viewer, tasks, data.approvalSettings.recall)
            ? () => setOpened({ kind: "recall" })
            : undefined
        }
      />
      <div className={styles["columns"]}>
        <div className={styles["main"]}>
          <What task={first} />
          <Changes revisions={revisions} task={first} />
          {decidable ? <Why task={decidable} events={events} /> : null}
          <Card aria-label={t("document.progress")}>
            <h2>{t("document.progress")}</h2>
            <Stages
              tasks={tasks}
              onCommand={({ _id }, command) => setOpened({ kind: "seats", taskId: _id, command })}
            />
          </Card>
          {tasks.map((task) =>
            task === decidable ? null : (
              <Fragment key={task._id}>
                <Refused reason={refused?.taskId === task._id ? refused.reason : refusals.get(task._id)} />
                <Unsent taskId={task._id} />
              </Fragment>
            ),
          )}
        </div>
        <Card aria-label={t("document.timeline")}>
          <h2>{t("document.timeline")}</h2>
          <Timeline events={events} />
        </Card>
      </div>
      {decidable && !isHeld(decidable._id) ? (
        <Decide
          key={decidable._id}
          settings={data.approvalSettings}
          refused={refusals.get(decidable._id)}
          task={decidable}
          tasks={tasks}
          revisions={revisions}
          hasKeys={hasKeys}
          onDecided={onDecided}
          onHeld={onHeld}
          onRefused={(refusal) => {
            setRefused({ taskId: decidable._id, reason: refusal.message });
            onChanged();
          }}
        />
      ) : null}
      {opened?.kind === "recall" ? (
        <Recall refId={first.refId} name={documentName(t, first)} onClose={close} onDone={done} />
      ) : null}
      {opened?.kind === "seats" && commanded ? (
        <SeatForm
          command={opened.command}
          task={commanded}
          revisions={revisions}
          onClose={close}
          onDone={done}
          onRefused={onChanged}
        />
      ) : null}
    </>
  );
}

/** Why the reader's verdict was not recorded. */
function Refused({ reason }: { reason: string | undefined }) {
  return reason === undefined ? null : <Failure>{reason}</Failure>;
}
