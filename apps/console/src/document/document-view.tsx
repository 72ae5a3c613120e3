import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { useClient } from "urql";

import { useIsWide, usePrintedAt } from "../design/break-points.ts";
import { Icon } from "../design/icon.tsx";
import { Menu, type MenuItem } from "../design/menu.tsx";
import { Empty, Failure, Loading } from "../design/notice.tsx";
import { useTitle } from "../design/page.tsx";
import { Tabs } from "../design/tabs.tsx";
import {
  DocumentDocument,
  type DocumentQuery,
  HistoryDocument,
  MarkSeenDocument,
  type HistoryQuery,
  RunChangedDocument,
} from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { useHeld } from "../held/held-context.tsx";
import type { DecidedElsewhere } from "../messages/elsewhere.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useConsole } from "../shell/console-context.ts";
import { useLive } from "../shell/live.ts";
import { AskChanges } from "./ask-changes.tsx";
import { Changes } from "./changes.tsx";
import { Conversation } from "./conversation.tsx";
import { Decide } from "./decide.tsx";
import styles from "./document-view.module.css";
import { Elsewhere } from "./elsewhere.tsx";
import { goneOf } from "./gone.ts";
import { Heading } from "./heading.tsx";
import { documentName } from "./kind.ts";
import { Part } from "./part.tsx";
import { Printed } from "./printed.tsx";
import { mayAsk } from "./rights.ts";
import type { ReadDocument } from "./read-document.ts";
import { Recall } from "./recall.tsx";
import { type SeatCommand, SeatForm } from "./seat-commands.tsx";
import { SnoozeForm, useSnooze } from "./snooze.tsx";
import { Stages } from "./stages.tsx";
import type { Task } from "./task.ts";
import { Timeline } from "./timeline.tsx";
import { Unsent } from "./unsent.tsx";
import { useMore } from "./use-more.ts";
import { What } from "./what.tsx";
import { Why } from "./why.tsx";
import { FOCUS_PLACES, returnFocus } from "../frame/use-focus-return.ts";

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
  /** Called when the reader has snoozed the task, or woken it. */
  onSnoozed?: ((taskId: string) => void) | undefined;
}

/** One document: its content, why the reader sees it, its approvers and progress, and the reader's verdict. */
export function DocumentView({
  refId,
  isInInbox = false,
  hasKeys = true,
  ahead,
  onDecided,
  onHeld,
  onSnoozed,
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
  const [knownAhead] = useState(ahead);
  const isNamed = (run.data ?? knownAhead?.run)?.runTasks.length;
  useTitle(isNamed ? undefined : t("document.title"));
  if (refusal && (run.data == null || history.data == null)) {
    return <Failure onRetry={refresh}>{refusal.message}</Failure>;
  }
  const [data, events] = [run.data ?? knownAhead?.run, history.data ?? knownAhead?.history];
  if (data == null || events == null) return <Loading lines={9} />;
  if (data.runTasks.length === 0) return <Empty icon="link" title={t("document.none")} />;
  const onTaskDecided = (taskId: string) => {
    if (onDecided) onDecided(taskId);
    else refresh();
  };
  return (
    <article className={styles["document"]} aria-busy={run.isBusy}>
      {isInInbox ? (
        <Link to="/inbox" search={(search) => search} className={styles["back"]}>
          <Icon name="back" />
          {t("inbox.title")}
        </Link>
      ) : null}
      <Run
        data={data}
        history={events}
        hasKeys={hasKeys}
        onDecided={onTaskDecided}
        onHeld={onHeld}
        onSnoozed={onSnoozed}
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
  onSnoozed: ((taskId: string) => void) | undefined;
  /** Called when the run may be another than the one that is shown. */
  onChanged: () => void;
}

/** The dialog that the reader has opened. */
type Opened = { kind: "recall" | "snooze" | "ask" } | { kind: "seats"; taskId: string; command: SeatCommand };

function Run({ data, history, hasKeys, onDecided, onHeld, onSnoozed, onChanged }: RunProps) {
  const t = useTranslate();
  const [openedDialog, setOpenedDialog] = useState<Opened>();
  const { isHeld, refusals } = useHeld();
  const { runTasks: tasks, approvalSettings: settings } = data;
  const { documentRevisions: revisions } = history;
  const [first] = tasks as [Task];
  const decidable = tasks.find(({ canUpdateStatus }) => canUpdateStatus);
  // The reader's own part is no part of the record.
  const shownDecidable = usePrintedAt() === undefined ? decidable : undefined;
  const { viewer } = useConsole();
  const goneTask = useGone(tasks, decidable);
  useSeen(first);
  const isDone = useRef(false);
  useEffect(() => {
    if (openedDialog !== undefined || !isDone.current) return;
    isDone.current = false;
    // The button that opened the form may be gone, so the focus moves to the document's title.
    returnFocus([FOCUS_PLACES.documentTitle]);
  }, [openedDialog]);
  const close = () => setOpenedDialog(undefined);
  const onDone = () => {
    isDone.current = true;
    close();
    onChanged();
  };
  const command = (taskId: string, seats: SeatCommand) =>
    setOpenedDialog({ kind: "seats", taskId, command: seats });
  const otherCommands = useMore({
    tasks,
    recall: settings.recall,
    onRecall: () => setOpenedDialog({ kind: "recall" }),
    onCommand: command,
  });
  const commandedTask =
    openedDialog?.kind === "seats" ? tasks.find(({ _id }) => _id === openedDialog.taskId) : undefined;
  const waitingTask = decidable && !isHeld(decidable._id) ? decidable : undefined;
  const snoozing = useSnooze({
    task: waitingTask,
    onChoose: () => setOpenedDialog({ kind: "snooze" }),
    onSnoozed: onSnoozed ?? onChanged,
  });
  const more = [...otherCommands, ...snoozing.items];
  return (
    <>
      {goneTask ? <Elsewhere gone={goneTask} /> : null}
      <Heading tasks={tasks} decidable={shownDecidable} />
      <Printed task={first} />
      <Body
        tasks={tasks}
        history={history}
        decidable={shownDecidable}
        onCommand={({ _id }, seats) => command(_id, seats)}
      >
        <Conversation tasks={tasks} events={history.workflowEvents} onAnswered={onChanged} />
        {tasks.map((task) =>
          task === decidable ? null : (
            <Fragment key={task._id}>
              <Refused reason={refusals.get(task._id)} />
              <Unsent taskId={task._id} />
            </Fragment>
          ),
        )}
      </Body>
      {waitingTask ? (
        <Decide
          key={waitingTask._id}
          settings={settings}
          refused={refusals.get(waitingTask._id)}
          task={waitingTask}
          tasks={tasks}
          revisions={revisions}
          hasKeys={hasKeys}
          more={more}
          onDecided={onDecided}
          onHeld={onHeld}
          onRefused={onChanged}
          onAsk={
            mayAsk(viewer, waitingTask, settings.maxChanges)
              ? () => setOpenedDialog({ kind: "ask" })
              : undefined
          }
        />
      ) : (
        <Commands more={more} />
      )}
      {openedDialog?.kind === "recall" ? (
        <Recall refId={first.refId} name={documentName(t, first)} onClose={close} onDone={onDone} />
      ) : null}
      {openedDialog?.kind === "ask" && waitingTask ? (
        <AskChanges
          task={waitingTask}
          revisions={revisions}
          onClose={close}
          onDone={onDone}
          onRefused={onChanged}
        />
      ) : null}
      {openedDialog?.kind === "snooze" && waitingTask ? (
        <SnoozeForm task={waitingTask} snoozing={snoozing} onClose={close} />
      ) : null}
      {openedDialog?.kind === "seats" && commandedTask ? (
        <SeatForm
          command={openedDialog.command}
          task={commandedTask}
          revisions={revisions}
          onClose={close}
          onDone={onDone}
          onRefused={onChanged}
        />
      ) : null}
    </>
  );
}

/** Keeps which revision of the document the reader has looked at, so that lists say what changed since. */
function useSeen({ refId, document }: Task): void {
  const client = useClient();
  const revision = document?.revision;
  const sentKey = useRef<string>(undefined);
  useEffect(() => {
    const seenKey = `${refId} ${revision}`;
    if (revision === undefined || sentKey.current === seenKey) return;
    sentKey.current = seenKey;
    void client.mutation(MarkSeenDocument, { input: { refId, revision } }).toPromise();
  }, [client, refId, revision]);
}

/** Another person's decision on the stage that waited for the reader when they opened the document. */
function useGone(tasks: readonly Task[], decidable: Task | undefined): DecidedElsewhere | undefined {
  const { viewer } = useConsole();
  const { refusals } = useHeld();
  const [askedTaskId, setAskedTaskId] = useState(decidable?._id);
  if (decidable !== undefined && decidable._id !== askedTaskId) setAskedTaskId(decidable._id);
  const task =
    askedTaskId === undefined || decidable ? undefined : tasks.find(({ _id }) => _id === askedTaskId);
  // The refusal of the reader's own decision stands where that was made.
  if (task === undefined || refusals.has(task._id)) return undefined;
  const goneReason = goneOf(task, viewer.userId);
  return goneReason.how === "decided" ? goneReason : undefined;
}

interface BodyProps {
  tasks: readonly Task[];
  history: HistoryQuery;
  decidable: Task | undefined;
  onCommand: (task: Task, command: SeatCommand) => void;
  /** Notices about the reader's own decisions. */
  children: ReactNode;
}

/** The document, and at its side the reader's part in it, the stages and the history; below each other in tabs where there is no room. */
function Body({ tasks, history, decidable, onCommand, children }: BodyProps) {
  const t = useTranslate();
  const isWide = useIsWide();
  const { documentRevisions: revisions, workflowEvents: events } = history;
  const [first] = tasks as [Task];
  const why = decidable ? <Why task={decidable} events={events} /> : null;
  const details = (
    <div className={styles["details"]}>
      {children}
      {isWide ? null : why}
      <Changes revisions={revisions} task={first} />
      <What task={first} />
    </div>
  );
  const stages = (
    <Part title={t("document.progress")}>
      <Stages tasks={tasks} onCommand={onCommand} />
    </Part>
  );
  const timeline = (
    <Part title={t("document.timeline")}>
      <Timeline events={events} />
    </Part>
  );
  if (isWide) {
    return (
      <div className={styles["body"]}>
        <div className={styles["main"]}>{details}</div>
        <div className={styles["side"]}>
          {why}
          {stages}
          {timeline}
        </div>
      </div>
    );
  }
  return (
    <div className={styles["main"]}>
      <Tabs
        label={t("document.parts")}
        tabs={[
          { id: "details", label: t("document.what"), content: details },
          { id: "stages", label: t("document.progress"), content: stages },
          { id: "timeline", label: t("document.timeline"), content: timeline },
        ]}
      />
    </div>
  );
}

/** The bar of a document on which the reader has nothing to decide. */
function Commands({ more }: { more: readonly MenuItem[] }) {
  const t = useTranslate();
  if (more.length === 0) return null;
  return (
    <div className={styles["commands"]}>
      <Menu label={t("action.moreCommands")} items={more} />
    </div>
  );
}

/** Why the reader's decision was not recorded. */
function Refused({ reason }: { reason: string | undefined }) {
  return reason === undefined ? null : <Failure>{reason}</Failure>;
}
