import { Card, Muted, Stack } from "../design/layout.tsx";
import { Icon } from "../design/icon.tsx";
import { Person } from "../design/person.tsx";
import { Written } from "../design/values.tsx";
import { useTranslate } from "../messages/i18n.ts";
import type { Finding } from "./load-workflow.ts";
import type { DraftStage, WorkflowDraft } from "./workflow-draft.ts";
import styles from "./workflows.module.css";

/** The others are counted. */
const SEATS_SHOWN = 12;

interface PreviewProps {
  draft: WorkflowDraft;
  findingsOf: (key: string) => readonly Finding[];
}

/** The stages as they are edited now, in the order of a document's way, with what the engine finds about them. */
export function Preview({ draft: { stages }, findingsOf }: PreviewProps) {
  const t = useTranslate();
  return (
    <Card aria-labelledby="workflow-preview">
      <h2 id="workflow-preview">{t("workflows.preview")}</h2>
      <ol className={styles["walk"]}>
        <li className={styles["step"]}>
          <span className={styles["mark"]} aria-hidden="true">
            <Icon name="sent" size={16} />
          </span>
          <strong>{t("workflows.submitted")}</strong>
        </li>
        {stages.map((stage, index) => (
          <StepOfWay key={stage.key} stage={stage} number={index + 1} findings={findingsOf(stage.key)} />
        ))}
        <li className={styles["step"]}>
          <span className={styles["mark"]} aria-hidden="true">
            <Icon name="check" size={16} />
          </span>
          <strong>{t("workflows.completed")}</strong>
        </li>
      </ol>
    </Card>
  );
}

interface StepOfWayProps {
  stage: DraftStage;
  number: number;
  findings: readonly Finding[];
}

function StepOfWay({ stage, number, findings }: StepOfWayProps) {
  const t = useTranslate();
  const { name, approveBy, quorum, rejectBy, approvers } = stage;
  const codes = [...new Set(findings.map(({ code }) => code))];
  return (
    <li className={styles["step"]}>
      <span className={styles["mark"]} aria-hidden="true">
        {number}
      </span>
      <Stack gap="tight">
        <strong>
          <Written>{name || "–"}</Written>
        </strong>
        <ul className={styles["seats"]}>
          {approvers.slice(0, SEATS_SHOWN).map((approver) => (
            <li key={approver.approverId}>
              <Person name={approver.name} />
            </li>
          ))}
          {approvers.length > SEATS_SHOWN ? (
            <Muted as="li">{t("workflows.moreApprovers", { count: approvers.length - SEATS_SHOWN })}</Muted>
          ) : null}
        </ul>
        <Muted>
          {t(`rule.${approveBy}`)}
          {quorum === null ? null : `: ${quorum}`} · {t("rule.rejectBy")}: {t(`rule.${rejectBy}`)}
        </Muted>
        {codes.length === 0 ? null : (
          <Muted tone="warn">{codes.map((code) => t(`finding.${code}`)).join(" · ")}</Muted>
        )}
      </Stack>
    </li>
  );
}
