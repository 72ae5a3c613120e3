import { Icon } from "../design/icon.tsx";
import { Written } from "../design/values.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { useSaid } from "../messages/texts.ts";
import type { Finding } from "./load-workflow.ts";
import styles from "./workflows.module.css";

/** The findings of `validateWorkflow` in the stored version, each with the reason. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  const t = useTranslate();
  const textOf = useSaid();
  if (findings.length === 0) return null;
  return (
    <section className={styles["findings"]} aria-label={t("workflows.findings")}>
      <p className={styles["findingsTitle"]}>
        <Icon name="warning" size={16} />
        {t("workflows.findings")}
      </p>
      <ul>
        {findings.map(({ code, ...finding }) => (
          <li key={`${code} ${finding.message}`}>
            <strong>{t(`finding.${code}`)}:</strong> <Written>{textOf(finding)}</Written>
          </li>
        ))}
      </ul>
    </section>
  );
}
