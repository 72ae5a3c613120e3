import { useState } from "react";

import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { Icon } from "../design/icon.tsx";
import { Money, Written } from "../design/values.tsx";
import { documentName } from "../document/kind.ts";
import { ReasonField, fits } from "../document/reason-field.tsx";
import { CommandForm } from "../frame/command-form.tsx";
import {
  DecideManyDocument,
  type DecideManyMutation,
  GraceDocument,
} from "../graphql/generated/documents.ts";
import { useDecidedText } from "../graphql/refusal.ts";
import { useRunCommand } from "../graphql/use-command.ts";
import { useRead } from "../graphql/use-read.ts";
import { useHeld } from "../held/held-context.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { useSaid } from "../messages/texts.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { useKeptText } from "../shell/kept.ts";
import styles from "./bulk.module.css";
import { sumsOf } from "./sums.ts";
import type { InboxRow } from "./use-inbox.ts";

export type BulkVerdict = "APPROVED" | "REJECTED";
type Result = DecideManyMutation["decideMany"][number];

/** The result of the verdict on a task. */
interface Outcome {
  taskId: string;
  /** Why it was refused; undefined where it is recorded. */
  why: string | undefined;
}

interface BulkProps {
  verdict: BulkVerdict;
  /** The tasks as they were when the verdict was prepared. */
  rows: readonly InboxRow[];
  onClose: () => void;
  /** Called with the tasks whose verdicts are recorded. */
  onDecided: (taskIds: string[]) => void;
  /** Called with the tasks whose verdicts are held. */
  onHeld: (taskIds: string[]) => void;
}

/** Most verdicts that the engine takes in one request. */
const AT_ONCE = 100;
/** Where the engine could not say how long verdicts are held. */
const GRACE_SECONDS = 5;

/** One verdict on many documents: first what it is about, in numbers and sums; then what became of each. */
export function Bulk({ verdict, rows, onClose, onDecided, onHeld }: BulkProps) {
  const t = useTranslate();
  const announce = useAnnounce();
  const [remark, setRemark] = useKeptText(`bulk.${verdict}`);
  const [results, setResults] = useState<readonly Outcome[]>();
  const command = useRunCommand(DecideManyDocument);
  const isApproval = verdict === "APPROVED";
  const { hold } = useHeld();
  const why = useWhy();
  const { data: settings, refusal: unknown } = useRead(GraceDocument, {});
  const seconds = settings?.approvalSettings.graceSeconds ?? GRACE_SECONDS;
  /** Sends the verdicts. @returns what became of each, or why none was taken */
  const send = async () => {
    const items = rows.map(({ task }) => ({
      taskId: task._id,
      status: verdict,
      expectedRevision: task.revision,
    }));
    const outcomes: Outcome[] = [];
    for (let from = 0; from < items.length; from += AT_ONCE) {
      const part = items.slice(from, from + AT_ONCE);
      const { data, refusal } = await command.send({
        items: part,
        ...(remark.trim() !== "" && { remark: remark.trim() }),
      });
      if (refusal && outcomes.length === 0) return { refusal };
      // The verdicts before it stay recorded.
      outcomes.push(
        ...(refusal
          ? part.map(({ taskId }) => ({ taskId, why: refusal.message }))
          : data.decideMany.map((result) => ({ taskId: result.taskId, why: why(result) }))),
      );
    }
    setRemark("");
    const failed = outcomes.filter((outcome) => outcome.why !== undefined).length;
    announce(t(isApproval ? "bulk.approved" : "bulk.rejected", { done: rows.length - failed, failed }));
    return { outcomes };
  };
  const sendLater = async (): Promise<ReadonlyMap<string, string>> => {
    const { refusal, outcomes = [] } = await send();
    if (refusal === undefined) return new Map(failuresIn(outcomes));
    const name = t(`held.many${verdict}`, { count: rows.length });
    announce(t("held.refused", { name, reason: refusal.message }));
    return new Map(rows.map(({ task }) => [task._id, refusal.message]));
  };
  const decide = async () => {
    const taskIds = rows.map(({ task }) => task._id);
    // More than one request would not outlive the page: they are sent at once.
    if (seconds > 0 && rows.length <= AT_ONCE) {
      hold({ taskIds, text: t(`held.many${verdict}`, { count: rows.length }), seconds, send: sendLater });
      onHeld(taskIds);
      onClose();
      return;
    }
    const { outcomes } = await send();
    if (outcomes === undefined) return;
    const failed = new Map(failuresIn(outcomes));
    onDecided(taskIds.filter((taskId) => !failed.has(taskId)));
    if (failed.size === 0) onClose();
    else setResults(outcomes);
  };
  if (results !== undefined)
    return <Results rows={rows} results={results} verdict={verdict} onClose={onClose} />;
  // Whether confirming sends or holds is the company's choice: nothing is confirmed before it is known.
  if (settings === undefined && unknown === undefined) return null;
  const count = rows.length;
  return (
    <CommandForm
      title={t(isApproval ? "bulk.approveTitle" : "bulk.rejectTitle", { count })}
      confirm={t(isApproval ? "bulk.approveConfirm" : "bulk.rejectConfirm", { count })}
      look={isApproval ? "good" : "bad"}
      command={command}
      isReady={fits(remark) && (isApproval || remark.trim() !== "")}
      onConfirm={decide}
      onClose={onClose}
    >
      <Summary rows={rows} />
      <ReasonField
        label={t(isApproval ? "decide.remark" : "bulk.reason")}
        needed={isApproval ? undefined : t("decide.needsReason")}
        value={remark}
        onChange={setRemark}
      />
    </CommandForm>
  );
}

const failuresIn = (outcomes: readonly Outcome[]): [string, string][] =>
  outcomes.flatMap(({ taskId, why }) => (why === undefined ? [] : [[taskId, why]]));

/** Writes why one of many was refused; undefined where it was not. */
function useWhy(): (result: Result) => string | undefined {
  const said = useSaid();
  const decidedText = useDecidedText();
  return ({ result, message, decided, ...words }) => {
    if (result !== "FAILED") return undefined;
    return decided ? decidedText(decided) : said({ message: message ?? "", ...words });
  };
}

/** How many, the sum of each currency, and their names. */
function Summary({ rows }: { rows: readonly InboxRow[] }) {
  const t = useTranslate();
  const { sums, without } = sumsOf(rows.map(({ task }) => task.document));
  return (
    <>
      <ul className={styles["sums"]} aria-label={t("bulk.sums")}>
        {sums.map(({ currency, amount }) => (
          <li key={currency} className={styles["sum"]}>
            <Money amount={amount} currency={currency} />
          </li>
        ))}
        {without === 0 ? null : <li>{t("bulk.without", { count: without })}</li>}
      </ul>
      <ul className={styles["items"]} aria-label={t("bulk.items")} tabIndex={0}>
        {rows.map(({ task }) => (
          <li key={task._id} className={styles["item"]}>
            <span className={styles["name"]}>
              <Written>{documentName(t, task)}</Written>
            </span>
            {task.document?.amount ? (
              <span className={styles["amount"]}>
                <Money amount={task.document.amount} currency={task.document.currency} />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}

interface ResultsProps {
  rows: readonly InboxRow[];
  results: readonly Outcome[];
  verdict: BulkVerdict;
  onClose: () => void;
}

/** The result of each task, the failures first. */
function Results({ rows, results, verdict, onClose }: ResultsProps) {
  const t = useTranslate();
  const nameOf = new Map(rows.map(({ task }) => [task._id, documentName(t, task)]));
  const failed = results.filter(({ why }) => why !== undefined);
  const done = results.filter(({ why }) => why === undefined);
  return (
    <Dialog
      title={t("bulk.results", { failed: failed.length, count: results.length })}
      isOpen
      onClose={onClose}
    >
      <p>{t("bulk.resultsLead")}</p>
      <ul className={styles["items"]} aria-label={t("bulk.items")} tabIndex={0}>
        {[...failed, ...done].map(({ taskId, why }) => (
          <li key={taskId} className={`${styles["result"]} ${styles[why === undefined ? "done" : "failed"]}`}>
            <Icon name={why === undefined ? "check" : "cross"} size={16} />
            <span className={styles["outcome"]}>
              <Written>{nameOf.get(taskId)}</Written>
              <span className={styles["message"]}>
                {why ?? t(verdict === "APPROVED" ? "status.approved" : "status.rejected")}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <div>
        <Button look="primary" onPress={onClose} autoFocus>
          {t("action.close")}
        </Button>
      </div>
    </Dialog>
  );
}
