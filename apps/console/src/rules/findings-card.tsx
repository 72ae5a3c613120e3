import { Icon } from "../design/icon.tsx";
import { Card } from "../design/layout.tsx";
import { Written } from "../design/values.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { useSaid } from "../messages/texts.ts";
import { type PlacedFault, type RuleDraft, isJudgeable } from "./rule-draft.ts";
import styles from "./rules.module.css";
import { useFindings } from "./use-findings.ts";

interface FindingsCardProps {
  /** Absent: of a rule that was never published. */
  workflowId: string | undefined;
  draft: RuleDraft;
  faults: readonly PlacedFault[];
}

/** The engine's findings in stages as they are edited: what may keep documents from passing, and why. */
export function FindingsCard({ workflowId, draft, faults }: FindingsCardProps) {
  const t = useTranslate();
  const textOf = useSaid();
  const isBegun = workflowId !== undefined || draft.stages.length > 0;
  const findings = useFindings(workflowId, draft, isBegun && isJudgeable(faults));
  if (findings.length === 0) return null;
  return (
    <Card aria-labelledby="rule-findings" className={styles["findings"]}>
      <h2 id="rule-findings">
        <Icon name="warning" /> {t("workflows.findings")}
      </h2>
      <ul>
        {findings.map(({ code, ...finding }) => (
          <li key={`${code} ${finding.message}`}>
            <strong>{t(`finding.${code}`)}:</strong> <Written>{textOf(finding)}</Written>
          </li>
        ))}
      </ul>
    </Card>
  );
}
