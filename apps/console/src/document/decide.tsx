import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { CombinedError } from "urql";

import { Button } from "../design/button.tsx";
import { Select } from "../design/field.tsx";
import { Failure, useFailureText } from "../design/notice.tsx";
import { Written } from "../design/values.tsx";
import { DecideDocument } from "../graphql/generated/documents.ts";
import { useCommand } from "../graphql/use-command.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { useKeptFields } from "../shell/kept.ts";
import { useOnline } from "../shell/online.ts";
import { useShortcuts } from "../shell/shortcuts.ts";
import type { Revision } from "./changes.tsx";
import styles from "./decide.module.css";
import type { Task } from "./document-view.tsx";
import { documentName, stageText } from "./kind.ts";
import { Outdated } from "./outdated.tsx";
import { ReasonField, fits } from "./reason-field.tsx";
import { useSeenRevision } from "./use-seen-revision.ts";
import { type VerdictFields, verdictName } from "./verdict-fields.ts";

type Verdict = "APPROVED" | "REJECTED";

const NOTHING_TYPED: VerdictFields = { remark: "", returnTo: null };

interface DecideProps {
  task: Task;
  /** All stages of the run. */
  tasks: readonly Task[];
  revisions: readonly Revision[];
  hasKeys: boolean;
  onDecided: (taskId: string) => void;
  /** Called when the engine refused the verdict: it may no longer be the reader's, and this form is gone then. */
  onRefused: (refusal: CombinedError) => void;
}

/** The reader's verdict, in two steps: it is prepared, and confirmed. What was typed stays until it is recorded. */
export function Decide({ task, tasks, revisions, hasKeys, onDecided, onRefused }: DecideProps) {
  const t = useTranslate();
  const announce = useAnnounce();
  const online = useOnline();
  const failureText = useFailureText();
  const [verdict, setVerdict] = useState<Verdict>();
  const [fields, change, forget] = useKeptFields<VerdictFields>(verdictName(task._id), NOTHING_TYPED);
  const { remark, returnTo } = fields;
  const { busy, error, send } = useCommand(DecideDocument);
  const seen = useSeenRevision(task);
  const form = useRef<HTMLFormElement>(null);
  const name = documentName(t, task);
  useShortcuts(hasKeys ? { a: () => setVerdict("APPROVED"), r: () => setVerdict("REJECTED") } : {});
  useEffect(() => {
    if (verdict !== undefined) form.current?.querySelector("textarea")?.focus();
  }, [verdict]);

  const isReady = online && fits(remark) && !seen.isOutdated;
  const confirm = async () => {
    if (verdict === undefined || busy || !isReady) return;
    const { error: refusal } = await send({
      taskId: task._id,
      status: verdict,
      expectedRevision: seen.expected,
      ...(remark.trim() !== "" && { remark: remark.trim() }),
      ...(verdict === "REJECTED" && returnTo !== null && { returnToStageId: returnTo }),
    });
    if (refusal) {
      if (refusal.graphQLErrors.length > 0) onRefused(refusal);
      return;
    }
    forget();
    announce(t(verdict === "APPROVED" ? "decide.approved" : "decide.rejected", { name }));
    onDecided(task._id);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void confirm();
  };
  const confirmByKeys = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void confirm();
    if (event.key === "Escape" && !busy) setVerdict(undefined);
  };

  return (
    <section className={styles["decide"]} aria-label={t("decide.title")}>
      {online ? null : <p className={styles["offline"]}>{t("decide.offline")}</p>}
      {error && !seen.isOutdated ? <Failure>{failureText(error)}</Failure> : null}
      {seen.isOutdated ? (
        <Outdated {...seen} revision={task.revision} revisions={revisions} onAccept={seen.accept} />
      ) : null}
      {verdict === undefined ? (
        <div className={styles["choices"]}>
          <Button look="good" isDisabled={!online} onPress={() => setVerdict("APPROVED")}>
            {t("decide.approve")}
          </Button>
          <Button look="bad" isDisabled={!online} onPress={() => setVerdict("REJECTED")}>
            {t("decide.reject")}
          </Button>
        </div>
      ) : (
        <form ref={form} onSubmit={submit} onKeyDown={confirmByKeys} className={styles["form"]}>
          <h2>
            <Written>
              {t(verdict === "APPROVED" ? "decide.approveThis" : "decide.rejectThis", { name })}
            </Written>
          </h2>
          {verdict === "REJECTED" ? (
            <Returns
              task={task}
              tasks={tasks}
              value={returnTo}
              onChange={(stage) => change({ returnTo: stage })}
            />
          ) : null}
          <ReasonField
            label={t(verdict === "APPROVED" ? "decide.remark" : "decide.reason")}
            value={remark}
            onChange={(text) => change({ remark: text })}
          />
          <div className={styles["choices"]}>
            <Button
              type="submit"
              look={verdict === "APPROVED" ? "good" : "bad"}
              busy={busy}
              isDisabled={!isReady}
            >
              {t(verdict === "APPROVED" ? "decide.confirmApprove" : "decide.confirmReject")}
            </Button>
            <Button look="quiet" isDisabled={busy} onPress={() => setVerdict(undefined)}>
              {t("action.cancel")}
            </Button>
            <kbd className={styles["key"]}>{t("decide.keys")}</kbd>
          </div>
        </form>
      )}
    </section>
  );
}

interface ReturnsProps {
  task: Task;
  tasks: readonly Task[];
  value: string | null;
  onChange: (stageId: string) => void;
}

/** What a rejection does: back to an earlier stage, which may be chosen in a stored workflow, or the end. */
function Returns({ task, tasks, value, onChange }: ReturnsProps) {
  const t = useTranslate();
  const earlier = tasks.filter(({ orderNo, archived }) => orderNo < task.orderNo && !archived);
  const nearest = earlier.at(-1);
  if (nearest === undefined) return <p>{t("decide.ends")}</p>;
  const stored = earlier.flatMap(({ stageId, stageName }) =>
    stageId ? [{ value: stageId, label: stageName }] : [],
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
