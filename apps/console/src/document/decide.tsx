import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";

import { Button } from "../design/button.tsx";
import { Checkbox } from "../design/checkbox.tsx";
import { Select, TextField } from "../design/field.tsx";
import { Muted } from "../design/layout.tsx";
import { Menu, type MenuItem } from "../design/menu.tsx";
import { Failure } from "../design/notice.tsx";
import { useDeliberate } from "../design/use-deliberate.ts";
import { useEscape } from "../design/use-escape.ts";
import { useHeld } from "../held/held-context.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { useKeptFields } from "../shell/kept.ts";
import { useReachable } from "../shell/reachable.ts";
import { useShortcuts } from "../shell/shortcuts.ts";
import styles from "./decide.module.css";
import { documentName, stageText } from "./kind.ts";
import { OftenReasons } from "./often-reasons.tsx";
import { Outdated } from "./outdated.tsx";
import { REMARK_MAX, fits } from "./reason-field.tsx";
import type { Revision, Task } from "./task.ts";
import { useSeenRevision } from "./use-seen-revision.ts";
import { useSwipe } from "./use-swipe.ts";
import { type VerdictFields, verdictName } from "./verdict-fields.ts";
import { returnFocus } from "../frame/use-focus-return.ts";

type Verdict = "APPROVED" | "REJECTED";

const NOTHING_TYPED: VerdictFields = { remark: "", returnTo: null, ends: false };

interface DecideProps {
  task: Task;
  /** All stages of the run. */
  tasks: readonly Task[];
  revisions: readonly Revision[];
  /** Of the company. */
  settings: { graceSeconds: number; rejectNeedsReason: boolean };
  /** Why the reader's last verdict is not recorded, as far as anybody knows. */
  refused: string | undefined;
  hasKeys: boolean;
  /** The other commands on the document. */
  more: readonly MenuItem[];
  onDecided: (taskId: string) => void;
  /** Called when the verdict is held: it can be taken back, and is sent by itself. */
  onHeld: ((taskId: string) => void) | undefined;
  /** Called when the engine refused the verdict: it may no longer be the reader's, and this form is gone then. */
  onRefused: () => void;
  /** Called when the reader wants to ask back; absent where they may not. */
  onAsk: (() => void) | undefined;
}

/** The reader's decision, in two steps: it is prepared, and confirmed. What was typed stays until it is recorded. */
export function Decide({ task, tasks, revisions, settings, hasKeys, more, ...listeners }: DecideProps) {
  const { refused, onDecided, onHeld, onRefused, onAsk } = listeners;
  const t = useTranslate();
  const announce = useAnnounce();
  const isReachable = useReachable();
  const [verdict, setVerdict] = useState<Verdict>();
  const [fields, change] = useKeptFields<VerdictFields>(verdictName(task._id), NOTHING_TYPED);
  const { remark, returnTo, ends } = fields;
  const [isBusy, setIsBusy] = useState(false);
  /** Whether a rejection was to be sent without its reason. */
  const [isReasonMissed, setIsReasonMissed] = useState(false);
  const { hold, decide } = useHeld();
  const seenRevision = useSeenRevision(task);
  const bar = useRef<HTMLElement>(null);
  const cancelledVerdict = useRef<Verdict>(undefined);
  const name = documentName(t, task);
  useShortcuts(
    hasKeys && isReachable ? { a: () => setVerdict("APPROVED"), r: () => setVerdict("REJECTED") } : {},
  );
  useSwipe(bar, (towards) => {
    if (verdict === undefined && isReachable) setVerdict(towards === "end" ? "APPROVED" : "REJECTED");
  });
  useEffect(() => {
    // After a cancellation the focus returns to the button that prepared the verdict.
    const armedSelector = cancelledVerdict.current && `[data-verdict=${cancelledVerdict.current}]`;
    const next = verdict === undefined ? armedSelector : "textarea";
    cancelledVerdict.current = undefined;
    if (next) returnFocus([next], { within: bar.current });
  }, [verdict]);
  const cancel = () => {
    cancelledVerdict.current = verdict;
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
  const isReady = isReachable && fits(remark) && isReasoned && !seenRevision.isOutdated;
  const confirm = async () => {
    setIsReasonMissed(!isReasoned);
    if (verdict === undefined || isBusy || !isReady) return;
    const confirmedVerdict = {
      tasks: [{ taskId: task._id, title: name, revision: seenRevision.expected }],
      status: verdict,
      isMany: false,
      ...(remark.trim() !== "" && { remark: remark.trim() }),
      ...(verdict === "REJECTED" &&
        (ends ? { end: true } : returnTo !== null && { returnToStageId: returnTo })),
    };
    const seconds = settings.graceSeconds;
    if (seconds > 0) {
      hold(confirmedVerdict, seconds);
      onHeld?.(task._id);
      return;
    }
    setIsBusy(true);
    const { state } = await decide(confirmedVerdict);
    setIsBusy(false);
    if (state === "refused") onRefused();
    if (state !== "sent") return;
    announce(t(verdict === "APPROVED" ? "decide.approved" : "decide.rejected", { name }));
    onDecided(task._id);
  };
  const remarkField = (
    <NoteField
      value={remark}
      needsReason={settings.rejectNeedsReason}
      onChange={(text) => change({ remark: text })}
    />
  );
  return (
    <section ref={bar} className={styles["decide"]} aria-label={t("decide.title")}>
      {isReachable ? null : <Muted tone="warn">{t("decide.offline")}</Muted>}
      {refused && !seenRevision.isOutdated ? <Failure>{refused}</Failure> : null}
      {seenRevision.isOutdated ? (
        <Outdated {...seenRevision} task={task} revisions={revisions} onAccept={seenRevision.accept} />
      ) : null}
      {verdict === "REJECTED" ? (
        <Returns task={task} tasks={tasks} value={returnTo} ends={ends} onChange={change} />
      ) : null}
      {verdict === "REJECTED" && remark === "" ? (
        <OftenReasons onChoose={(reason) => change({ remark: reason })} />
      ) : null}
      {isReasonMissed && !isReasoned ? (
        <Muted tone="bad" role="alert">
          {t("decide.needsReason")}
        </Muted>
      ) : null}
      {verdict === undefined ? (
        <div className={styles["bar"]}>
          {remarkField}
          <Menu label={t("action.moreCommands")} items={more} />
          {onAsk ? (
            <Button isDisabled={!isReachable} onPress={onAsk}>
              {t("ask.open")}
            </Button>
          ) : null}
          <Button
            look="bad"
            shortcut={hasKeys ? "R" : undefined}
            data-verdict="REJECTED"
            isDisabled={!isReachable}
            onPress={() => setVerdict("REJECTED")}
          >
            {t("decide.reject")}
          </Button>
          <Button
            look="good"
            shortcut={hasKeys ? "A" : undefined}
            data-verdict="APPROVED"
            isDisabled={!isReachable}
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
          {remarkField}
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
  ends: boolean;
  onChange: (fields: Partial<VerdictFields>) => void;
}

/** The effect of a rejection: the return to an earlier stage, which may be chosen in a stored workflow, or the end. */
function Returns({ task, tasks, value, ends, onChange }: ReturnsProps) {
  const t = useTranslate();
  const earlier = tasks.filter(({ orderNo, archived }) => orderNo < task.orderNo && !archived);
  const nearest = earlier.at(-1);
  if (nearest === undefined) return <p>{t("decide.ends")}</p>;
  const storedStages = earlier.flatMap(({ stageId, stageName }) =>
    stageId ? [{ value: stageId, label: stageText(t, stageName) }] : [],
  );
  const place =
    storedStages.length < 2 ? (
      <p>{t("decide.returns", { stage: stageText(t, nearest.stageName) })}</p>
    ) : (
      <Select
        label={t("decide.returnTo")}
        options={storedStages}
        value={value ?? nearest.stageId ?? null}
        onChange={(stageId) => onChange({ returnTo: stageId })}
      />
    );
  return (
    <>
      {ends ? <p>{t("decide.ends")}</p> : place}
      <Checkbox
        label={t("decide.endInstead")}
        isSelected={ends}
        onChange={(isSelected) => onChange({ ends: isSelected })}
      />
    </>
  );
}
