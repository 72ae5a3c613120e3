import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useMutation } from "urql";

import { Button } from "../design/button.tsx";
import { Select, TextField } from "../design/field.tsx";
import { Failure, useFailureText } from "../design/notice.tsx";
import { DecideDocument } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { useOnline } from "../shell/online.ts";
import { useShortcuts } from "../shell/shortcuts.ts";
import styles from "./decide.module.css";
import type { Task } from "./document-view.tsx";
import { stageText } from "./kind.ts";
import { useDraft } from "./draft.ts";

const REMARK_MAX = 2_000;

type Verdict = "APPROVED" | "REJECTED";

interface DecideProps {
  task: Task;
  /** All stages of the run. */
  tasks: readonly Task[];
  onDecided: (taskId: string) => void;
  /** Called when the engine refused the verdict: somebody else may have decided. */
  onRefused: () => void;
}

/** The reader's verdict, in two steps: it is prepared, and confirmed. What was typed stays until it is recorded. */
export function Decide({ task, tasks, onDecided, onRefused }: DecideProps) {
  const t = useTranslate();
  const announce = useAnnounce();
  const online = useOnline();
  const failureText = useFailureText();
  const [verdict, setVerdict] = useState<Verdict>();
  const [remark, setRemark, forgetRemark] = useDraft(task._id);
  const [returnTo, setReturnTo] = useState<string | null>(null);
  const [{ fetching, error }, decide] = useMutation(DecideDocument);
  // Sent with every attempt: a verdict whose answer was lost is not given twice.
  const key = useRef(randomKey());
  const form = useRef<HTMLFormElement>(null);
  const name = task.document?.title ?? task.ref ?? task.stageName;
  useShortcuts({ a: () => setVerdict("APPROVED"), r: () => setVerdict("REJECTED") });
  useEffect(() => {
    if (verdict !== undefined) form.current?.querySelector("textarea")?.focus();
  }, [verdict]);

  const confirm = async () => {
    if (verdict === undefined || fetching || !online || remark.length > REMARK_MAX) return;
    const input = {
      taskId: task._id,
      status: verdict,
      expectedRevision: task.revision,
      idempotencyKey: key.current,
      ...(remark.trim() !== "" && { remark: remark.trim() }),
      ...(verdict === "REJECTED" && returnTo !== null && { returnToStageId: returnTo }),
    };
    const { error: refusal } = await decide({ input });
    if (refusal) {
      if (refusal.graphQLErrors.length === 0) return;
      key.current = randomKey();
      onRefused();
      return;
    }
    forgetRemark();
    announce(t(verdict === "APPROVED" ? "decide.approved" : "decide.rejected", { name }));
    onDecided(task._id);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void confirm();
  };
  const confirmByKeys = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void confirm();
    if (event.key === "Escape" && !fetching) setVerdict(undefined);
  };

  return (
    <section className={styles["decide"]} aria-label={t("decide.title")}>
      {online ? null : <p className={styles["offline"]}>{t("decide.offline")}</p>}
      {error ? <Failure>{failureText(error)}</Failure> : null}
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
          <h2>{t(verdict === "APPROVED" ? "decide.approveThis" : "decide.rejectThis", { name })}</h2>
          {verdict === "REJECTED" ? (
            <Returns task={task} tasks={tasks} value={returnTo} onChange={setReturnTo} />
          ) : null}
          <TextField
            label={t(verdict === "APPROVED" ? "decide.remark" : "decide.reason")}
            description={t("decide.remarkHelp", { count: remark.length, most: REMARK_MAX })}
            error={remark.length > REMARK_MAX ? t("decide.tooLong", { most: REMARK_MAX }) : undefined}
            rows={3}
            value={remark}
            onChange={setRemark}
          />
          <div className={styles["choices"]}>
            <Button
              type="submit"
              look={verdict === "APPROVED" ? "good" : "bad"}
              busy={fetching}
              isDisabled={!online || remark.length > REMARK_MAX}
            >
              {t(verdict === "APPROVED" ? "decide.confirmApprove" : "decide.confirmReject")}
            </Button>
            <Button look="quiet" isDisabled={fetching} onPress={() => setVerdict(undefined)}>
              {t("action.cancel")}
            </Button>
            <kbd className={styles["key"]}>{t("decide.keys")}</kbd>
          </div>
        </form>
      )}
    </section>
  );
}

const KEY_BYTES = 16;

function randomKey(): string {
  return crypto.getRandomValues(new Uint8Array(KEY_BYTES)).toHex();
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
