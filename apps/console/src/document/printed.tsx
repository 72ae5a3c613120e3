import { Written, formatWholeMoment } from "../design/values.tsx";
import { usePrintedAt } from "../design/break-points.ts";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { useConsole } from "../shell/console-context.ts";
import styles from "./printed.module.css";
import type { Task } from "./task.ts";

/** The lines of a printed document for auditors: its number, revision and rule, who printed it, and when. */
export function Printed({ task: { ref, refId, document, workflow, workflowVersion } }: { task: Task }) {
  const t = useTranslate();
  const locale = useFormats();
  const { viewer, companyName } = useConsole();
  const printedAt = usePrintedAt();
  if (printedAt === undefined) return null;
  const rule =
    workflow == null || workflowVersion == null
      ? workflow?.name
      : t("record.ruleVersion", { name: workflow.name, version: workflowVersion });
  const number = document == null ? undefined : t("document.revision", { number: document.revision });
  return (
    <dl className={styles["printed"]}>
      <dt>{t("record.company")}</dt>
      <dd>
        <Written>{companyName}</Written>
      </dd>
      <dt>{t("record.number")}</dt>
      <dd>
        <Written>{[ref, refId, number].filter(Boolean).join(" · ")}</Written>
      </dd>
      {rule == null ? null : (
        <>
          <dt>{t("record.rule")}</dt>
          <dd>
            <Written>{rule}</Written>
          </dd>
        </>
      )}
      <dt>{t("record.printed")}</dt>
      <dd>
        <Written>{viewer.name}</Written>, {formatWholeMoment(locale, printedAt)}
      </dd>
    </dl>
  );
}
