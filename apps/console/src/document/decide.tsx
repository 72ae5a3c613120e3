import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";

import { Button } from "../design/button.tsx";
import { Select, TextField } from "../design/field.tsx";
import { Muted } from "../design/layout.tsx";
import { Menu, type MenuItem } from "../design/menu.tsx";
import { Failure } from "../design/notice.tsx";
import { useDeliberate } from "../design/use-deliberate.ts";
import { useEscape } from "../design/use-escape.ts";
import { DecideDocument } from "../graphql/generated/documents.ts";
import type { Refusal } from "../graphql/refusal.ts";
import { useRunCommand } from "../graphql/use-command.ts";
import { useHeld } from "../held/held-context.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { useKeptFields } from "../shell/kept.ts";
import { useOnline } from "../shell/online.ts";
import { useShortcuts } from "../shell/shortcuts.ts";
import styles from "./decide.module.css";
import { documentName, stageText } from "./kind.ts";
import { Outdated } from "./outdated.tsx";
import { REMARK_MAX, fits } from "./reason-field.tsx";
import type { Revision, Task } from "./task.ts";
import { useSeenRevision } from "./use-seen-revision.ts";
import { useSwipe } from "./use-swipe.ts";
import { type VerdictFields, verdictName } from "./verdict-fields.ts";

type Verdict = "APPROVED" | "REJECTED";

const NOTHING_TYPED: VerdictFields = { remark: "", returnTo: null };

interface DecideProps {
  task: Task;
  /** All stages of the run. */
  tasks: readonly Task[];
  revisions: readonly Revision[];
  /** Of the company. */
  settings: { graceSeconds: number; rejectNeedsReason: boolean };
  /** Why a verdict that was held was refused. */
  refused: string | undefined;
  hasKeys: boolean;
  /** The other commands on the document. */
  more: readonly MenuItem[];
  onDecided: (taskId: string) => void;
  /** Called when the verdict is held: it can be taken back, and is sent by itself. */
  onHeld: ((taskId: string) => void) | undefined;
  /** Called when the engine refused the verdict: it may no longer be the reader's, and this form is gone then. */
  onRefused: (refusal: Refusal) => void;
}

/** The reader's decision, in two steps: it is prepared, and confirmed. What was typed stays until it is recorded. */
export function Decide({ task, tasks, revisions, settings, hasKeys, more, ...told }: DecideProps) {
  const { refused, onDecided, onHeld, onRefused } = told;
  const t = useTranslate();
  const announce = useAnnounce();
  const online = useOnline();
  const [verdict, setVerdict] = useState<Verdict>();
  const [fields, change, forget] = useKeptFields<VerdictFields>(verdictName(task._id), NOTHING_TYPED);
  const { remark, returnTo } = fields;
  const { isBusy, refusal: failed, send } = useRunCommand(DecideDocument);
  const { hold } = useHeld();
  const reason = failed?.message ?? refused;
  const seen = useSeenRevision(task);
  const bar = useRef<HTMLElement>(null);
  const cancelled = useRef<Verdict>(undefined);
  const name = documentName(t, task);
  useShortcuts(hasKeys ? { a: () => setVerdict("APPROVED"), r: () => setVerdict("REJECTED") } : {});
  useSwipe(bar, (towards) => {
    if (verdict === undefined && online) setVerdict(towards === "end" ? "APPROVED" : "REJECTED");
  });
  useEffect(() => {
    // After a cancellation the focus returns to the button that prepared the verdict.
    const armed = cancelled.current && `[data-verdict=${cancelled.current}]`;
    const next = verdict === undefined ? armed : "textarea";
    cancelled.current = undefined;
    if (next) bar.current?.querySelector<HTMLElement>(next)?.focus();
  }, [verdict]);
  const cancel = () => {
    cancelled.current = verdict;
    setVerdict(undefined);
  };
  useEscape(
    () => {
      // A dialog that is open above is left first.
      if (document.querySelector("[role=dialog]") === null) cancel();
    },
    verdict !== undefined && !isBusy,
  );

  const needsReason = verdict === "REJECTED" && settings.rejectNeedsReason;
  const isReasoned = !needsReason || remark.trim() !== "";
  const isReady = online && fits(remark) && isReasoned && !seen.isOutdated;
  const confirm = async () => {
    if (verdict === undefined || isBusy || !isReady) return;
    const input = {
      taskId: task._id,
      status: verdict,
      expectedRevision: seen.expected,
      ...(remark.trim() !== "" && { remark: remark.trim() }),
      ...(verdict === "REJECTED" && returnTo !== null && { returnToStageId: returnTo }),
    };
    const attempt = async () => {
      const { refusal } = await send(input);
      if (refusal) return refusal;
      forget();
      announce(t(verdict === "APPROVED" ? "decide.approved" : "decide.rejected", { name }));
      return undefined;
    };
    const sendLater = async () => {
      const refusal = await attempt();
      if (refusal === undefined) return new Map<string, string>();
      announce(t("held.refused", { name, reason: refusal.message }));
      return new Map([[task._id, refusal.message]]);
    };
    const seconds = settings.graceSeconds;
    if (seconds > 0) {
      hold({ taskIds: [task._id], text: t(`held.${verdict}`, { name }), seconds, send: sendLater });
      onHeld?.(task._id);
      return;
    }
    const refusal = await attempt();
    if (refusal === undefined) onDecided(task._id);
    else if (refusal.code !== undefined) onRefused(refusal);
  };
  const typed = (
    <NoteField
      value={remark}
      needsReason={settings.rejectNeedsReason}
      onChange={(text) => change({ remark: text })}
    />
  );
  return (
    <section ref={bar} className={styles["decide"]} aria-label={t("decide.title")}>
      {online ? null : <Muted tone="warn">{t("decide.offline")}</Muted>}
      {reason && !seen.isOutdated ? <Failure>{reason}</Failure> : null}
      {seen.isOutdated ? (
        <Outdated {...seen} task={task} revisions={revisions} onAccept={seen.accept} />
      ) : null}
      {verdict === "REJECTED" ? (
        <Returns
          task={task}
          tasks={tasks}
          value={returnTo}
          onChange={(stage) => change({ returnTo: stage })}
        />
      ) : null}
      {needsReason && !isReasoned ? <Muted tone="bad">{t("decide.needsReason")}</Muted> : null}
      {verdict === undefined ? (
        <div className={styles["bar"]}>
          {typed}
          <Menu label={t("action.moreCommands")} items={more} />
          <Button
            look="bad"
            shortcut={hasKeys ? "R" : undefined}
            data-verdict="REJECTED"
            isDisabled={!online}
            onPress={() => setVerdict("REJECTED")}
          >
            {t("decide.reject")}
          </Button>
          <Button
            look="good"
            shortcut={hasKeys ? "A" : undefined}
            data-verdict="APPROVED"
            isDisabled={!online}
            onPress={() => setVerdict("APPROVED")}
          >
            {t("decide.approve")}
          </Button>
        </div>
      ) : (
        <Confirmation
          verdict={verdict}
          isBusy={isBusy}
          isReady={isReady}
          onConfirm={confirm}
          onCancel={cancel}
        >
          {typed}
        </Confirmation>
      )}
    </section>
  );
}

interface ConfirmationProps {
  verdict: Verdict;
  isBusy: boolean;
  isReady: boolean;
  onConfirm: () => Promise<void>;
  onCancel: () => void;
  /** The note. */
  children: ReactNode;
}

/** The second step. Its button stands at the other end of the bar than those that prepare a decision. */
function Confirmation({ verdict, isBusy, isReady, onConfirm, onCancel, children }: ConfirmationProps) {
  const t = useTranslate();
  const deliberate = useDeliberate();
  const isApproval = verdict === "APPROVED";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void onConfirm();
  };
  const confirmByKeys = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    const isInNote = event.target instanceof HTMLTextAreaElement;
    if (!isInNote && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    void onConfirm();
  };
  return (
    <form
      onSubmit={submit}
      onKeyDown={confirmByKeys}
      className={`${styles["bar"]} ${styles["armed"]}`}
      {...deliberate}
    >
      <Button
        type="submit"
        look={isApproval ? "good" : "danger"}
        shortcut="Enter"
        busy={isBusy}
        isDisabled={!isReady}
      >
        {t(isApproval ? "decide.confirmApprove" : "decide.confirmReject")}
      </Button>
      {children}
      <Button shortcut="Esc" isDisabled={isBusy} onPress={onCancel}>
        {t("action.cancel")}
      </Button>
    </form>
  );
}

interface NoteFieldProps {
  value: string;
  /** Whether a rejection is not sent without one. */
  needsReason: boolean;
  onChange: (text: string) => void;
}

/** A text for the submitter and the other approvers: what was pasted loses its formatting, and one that is too long is kept, not cut. */
function NoteField({ value, needsReason, onChange }: NoteFieldProps) {
  const t = useTranslate();
  return (
    <div className={styles["note"]}>
      <TextField
        label={t("decide.note")}
        labelHidden
        placeholder={t(needsReason ? "decide.noteForRejection" : "decide.noteHint")}
        error={fits(value) ? undefined : t("decide.tooLong", { most: REMARK_MAX })}
        rows={1}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}

interface ReturnsProps {
  task: Task;
  tasks: readonly Task[];
  value: string | null;
  onChange: (stageId: string) => void;
}

/** The effect of a rejection: the return to an earlier stage, which may be chosen in a stored workflow, or the end. */
function Returns({ task, tasks, value, onChange }: ReturnsProps) {
  const t = useTranslate();
  const earlier = tasks.filter(({ orderNo, archived }) => orderNo < task.orderNo && !archived);
  const nearest = earlier.at(-1);
  if (nearest === undefined) return <p>{t("decide.ends")}</p>;
  const stored = earlier.flatMap(({ stageId, stageName }) =>
    stageId ? [{ value: stageId, label: stageText(t, stageName) }] : [],
  );
  if (stored.length < 2) return <p>{t("decide.returns", { stage: stageText(t, nearest.stageName) })}</p>;
  return (
    <Select
      label={t("decide.returnTo")}
      options={stored}
      value={value ?? nearest.stageId ?? null}
      onChange={onChange}
    />
  );
}
