import { type Refusal, messageAt } from "../graphql/refusal.ts";
import { RuleFields } from "../company/rule-fields.tsx";
import { TextField } from "../design/field.tsx";
import { Card, Muted } from "../design/layout.tsx";
import { Failure } from "../design/notice.tsx";
import { Written } from "../design/values.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { Findings } from "./findings.tsx";
import type { Finding } from "./load-workflow.ts";
import { StageApprovers } from "./stage-approvers.tsx";
import { type DraftStage, faultOf } from "./workflow-draft.ts";

const RULES = ["ANY", "ALL", "COUNT", "PERCENT", "PER_GROUP"] as const;
const FIELDS = ["name", "approveBy", "quorum", "rejectBy", "approvers"];

interface StageFormProps {
  stage: DraftStage;
  number: number;
  findings: readonly Finding[];
  /** The engine's refusal of the stage. */
  refusal: Refusal | undefined;
  onChange: (fields: Partial<DraftStage>) => void;
}

/** Everything that a stage has. */
export function StageForm({ stage, number, findings, refusal, onChange }: StageFormProps) {
  const t = useTranslate();
  const fault = faultOf(stage);
  const isElsewhere = refusal && FIELDS.every((field) => messageAt(refusal, field) === undefined);
  return (
    <Card aria-labelledby="chosen-stage">
      <h2 id="chosen-stage">
        {number}. <Written>{stage.name || "–"}</Written>
      </h2>
      {isElsewhere ? <Failure>{refusal.message}</Failure> : null}
      <Findings findings={findings} />
      <TextField
        label={t("workflows.stageName")}
        value={stage.name}
        onChange={(name) => onChange({ name })}
        maxLength={200}
        error={fault === "NAME_MISSING" ? t("workflows.nameMissing") : messageAt(refusal, "name")}
      />
      <RuleFields
        rule={stage}
        rules={RULES}
        onChange={onChange}
        errorOf={(field) => {
          if (field === "quorum" && fault === "QUORUM_MISSING") return t("workflows.quorumMissing");
          if (field === "quorum" && fault === "PERCENT_RANGE") return t("workflows.percentRange");
          return messageAt(refusal, field);
        }}
      />
      <StageApprovers stage={stage} error={messageAt(refusal, "approvers")} onChange={onChange} />
      {stage.when === undefined ? null : <Muted>{t("workflows.when", { when: stage.when })}</Muted>}
      {stage.ladder === undefined ? null : <Muted>{t("workflows.timed")}</Muted>}
    </Card>
  );
}
