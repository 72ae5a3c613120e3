import { useState } from "react";

import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { Icon } from "../design/icon.tsx";
import { Parts } from "../design/parts.tsx";
import { Money, Written } from "../design/values.tsx";
import { documentName, kindText } from "../document/kind.ts";
import { ReasonField, fits } from "../document/reason-field.tsx";
import { submitterName } from "../document/submitter-name.ts";
import { CommandForm } from "../frame/command-form.tsx";
import { GraceDocument } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { useHeld, whyOf } from "../held/held-context.tsx";
import { type Verdict, rowsOf } from "../held/ledger.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { useKeptText } from "../shell/kept.ts";
import styles from "./bulk.module.css";
import { sumsOf } from "./sums.ts";
import type { InboxRow } from "./use-inbox.ts";

export type BulkVerdict = "APPROVED" | "REJECTED";

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
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isApproval = verdict === "APPROVED";
  const { hold, decide: send } = useHeld();
  const { data: settings, refusal: unknown } = useRead(GraceDocument, {});
  const seconds = settings?.approvalSettings.graceSeconds ?? GRACE_SECONDS;
  /** The verdict, in as many parts as the engine takes. */
  const verdictParts = (): Verdict[] => {
    const tasks = rows.map(({ task }) => ({
      taskId: task._id,
      title: documentName(t, task),
      revision: task.revision,
    }));
    const parts: Verdict[] = [];
    for (let from = 0; from < tasks.length; from += AT_ONCE)
      parts.push({
        tasks: tasks.slice(from, from + AT_ONCE),
        status: verdict,
        isMany: true,
        ...(remark.trim() !== "" && { remark: remark.trim() }),
      });
    return parts;
  };
  /** Sends the verdicts, one part after the other. @returns what became of each, or why none was taken */
  const sendAll = async (parts: readonly Verdict[]) => {
    const outcomes: Outcome[] = [];
    for (const part of parts) {
      const entry = await send(part);
      const entryRows = rowsOf([entry]);
      if (entry.state !== "sent" && outcomes.length === 0) {
        setFailure(whyOf(t, entryRows[0]!));
        return undefined;
      }
      // The verdicts before it stay recorded.
      outcomes.push(...entryRows.map((row) => ({ taskId: row.taskId, why: whyOf(t, row) })));
    }
    return outcomes;
  };
  const decide = async () => {
    const taskIds = rows.map(({ task }) => task._id);
    const parts = verdictParts();
    const [part] = parts;
    // More than one request would not outlive the page: they are sent at once.
    if (seconds > 0 && part !== undefined && parts.length === 1) {
      hold(part, seconds);
      onHeld(taskIds);
      onClose();
      return;
    }
    setFailure(undefined);
    setIsBusy(true);
    const outcomes = await sendAll(parts);
    setIsBusy(false);
    if (outcomes === undefined) return;
    setRemark("");
    const failedIds = new Set(outcomes.flatMap(({ taskId, why }) => (why === undefined ? [] : [taskId])));
    announce(
      t(isApproval ? "bulk.approved" : "bulk.rejected", {
        done: rows.length - failedIds.size,
        failed: failedIds.size,
      }),
    );
    onDecided(taskIds.filter((taskId) => !failedIds.has(taskId)));
    if (failedIds.size === 0) onClose();
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
      command={{ isBusy, refusal: failure === undefined ? undefined : { message: failure } }}
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

/** Each name with the rows that have it, the most first. */
const byName = (rows: readonly InboxRow[], nameOf: (row: InboxRow) => string) =>
  [...Map.groupBy(rows, nameOf)]
    .map(([name, someRows]) => ({ name, count: someRows.length, sums: sumsIn(someRows).sums }))
    .toSorted((someGroup, otherGroup) => otherGroup.count - someGroup.count);

const sumsIn = (rows: readonly InboxRow[]) => sumsOf(rows.map(({ task }) => task.document));

/** How many, the sum of each currency, the kinds and submitters, and their names. */
function Summary({ rows }: { rows: readonly InboxRow[] }) {
  const t = useTranslate();
  const { sums, without } = sumsIn(rows);
  const parts = [
    ["bulk.kinds", byName(rows, ({ task }) => kindText(t, task.kind))],
    ["bulk.submitters", byName(rows, ({ task }) => submitterName(t, task) ?? "–")],
  ] as const;
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
      {parts.map(([label, names]) => (
        <ul key={label} className={styles["parts"]} aria-label={t(label)} tabIndex={0}>
          {names.map((group) => (
            <li key={group.name} className={styles["group"]}>
              <span>
                {group.count} × <Written>{group.name}</Written>
              </span>
              <span>
                <Parts
                  of={group.sums.map(({ currency, amount }) => (
                    <Money key={currency} amount={amount} currency={currency} />
                  ))}
                />
              </span>
            </li>
          ))}
        </ul>
      ))}
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
  const failedResults = results.filter(({ why }) => why !== undefined);
  const doneResults = results.filter(({ why }) => why === undefined);
  return (
    <Dialog
      title={t("bulk.results", { failed: failedResults.length, count: results.length })}
      isOpen
      onClose={onClose}
    >
      <p>{t("bulk.resultsLead")}</p>
      <ul className={styles["items"]} aria-label={t("bulk.items")} tabIndex={0}>
        {[...failedResults, ...doneResults].map(({ taskId, why }) => (
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
